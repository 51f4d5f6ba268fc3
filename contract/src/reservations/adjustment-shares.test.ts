import fc from 'fast-check';
import { expect, it } from 'vitest';
import { contractedByPerson, type SharedAdjustment, type Sharer } from './adjustment-shares.ts';
import { type CancellationFacts, quoteCancellation, quotePartialCancellation } from './cancellation.ts';

const GIVEN = new Date('2026-11-01T12:00:00Z');
const LEFT = new Date('2026-11-20T12:00:00Z');
const amount = (amountCents: number): SharedAdjustment => ({ amountCents, givenAt: GIVEN, participantId: null });
const person = (id: string, priceCents: number): Sharer => ({ id, priceCents, joinedAt: GIVEN, leftAt: null });
const contracted = (adjustments: SharedAdjustment[], people: Sharer[]) => [
  ...contractedByPerson(adjustments, people).values(),
];

it('a discount is shared over its people by their fares, to the centavo', () => {
  expect(contracted([amount(-100_000)], [person('ana', 100_000), person('bia', 100_000)])).toEqual([50_000, 50_000]);
  expect(contracted([amount(-100)], [person('ana', 300), person('bia', 300), person('caio', 300)])).toEqual([
    266, 267, 267,
  ]);
  expect(contracted([amount(-100)], [person('ana', 300), person('bebê', 0)])).toEqual([200, 0]);
});

it('somebody who joined later has no share of it', () => {
  const later = { ...person('davi', 20_000), joinedAt: LEFT };
  expect(contracted([amount(-10_000)], [person('ana', 20_000), later])).toEqual([10_000, 20_000]);
});

/** A reservation from which people leave, as the database has it. */
class Party {
  readonly people: Sharer[];
  readonly adjustments: SharedAdjustment[];
  total: number;
  received: number;
  penalties = 0;
  refunds = 0;
  #step = 0;

  constructor(fares: number[], adjustments: number[], receivedPart: number) {
    this.people = fares.map((cents, index) => person(String(index), cents));
    this.adjustments = adjustments.map(amount);
    this.total = [...fares, ...adjustments].reduce((sum, cents) => sum + cents, 0);
    this.received = Math.round(this.total * receivedPart);
  }

  leave(ids: string[], percent: number): void {
    const facts: CancellationFacts = {
      policy: { tiers: [{ minHoursBefore: 0, penaltyPercent: percent }], withdrawalDays: null },
      contractedAt: GIVEN,
      departsAt: '2026-12-20T12:00:00Z',
      now: LEFT,
      timeZone: 'America/Sao_Paulo',
      contractedCents: this.total,
      receivedCents: this.received,
      earlierPenaltyCents: this.penalties,
      by: 'client',
    };
    const active = this.people.filter(({ leftAt }) => leftAt === null);
    if (ids.length === active.length) {
      this.#payRefund(quoteCancellation(facts).refundCents);
      return;
    }
    const sums = contractedByPerson(this.adjustments, this.people);
    const leavingCents = ids.reduce((sum, id) => sum + (sums.get(id) ?? 0), 0);
    const quote = quotePartialCancellation({ ...facts, leavingCents });
    this.#step += 1;
    const leftAt = new Date(LEFT.getTime() + this.#step);
    for (const one of this.people.filter(({ id }) => ids.includes(id))) {
      one.leftAt = leftAt;
      const amountCents = one.priceCents - (sums.get(one.id) ?? 0);
      if (amountCents !== 0) this.adjustments.push({ amountCents, givenAt: leftAt, participantId: one.id });
    }
    this.penalties += quote.penaltyCents;
    this.total = quote.newTotalCents;
    expect(this.total).toBeGreaterThanOrEqual(0);
    this.#payRefund(quote.refundCents);
  }

  #payRefund(refundCents: number): void {
    this.refunds += refundCents;
    this.received -= refundCents;
    expect(this.received).toBeGreaterThanOrEqual(0);
  }
}

const situation = fc.record({
  fares: fc.array(fc.integer({ min: 1_000, max: 100_000 }), { minLength: 2, maxLength: 6 }),
  discount: fc.double({ min: 0, max: 1, noNaN: true }),
  extra: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 50_000 })),
  percent: fc.nat(100),
  received: fc.constantFrom(0, 0.3, 0.5, 1),
});

it('people who leave in any order, one by one or together, get the same back, but for rounding once each', () => {
  fc.assert(
    fc.property(
      situation.chain((one) =>
        fc.tuple(
          fc.constant(one),
          fc.shuffledSubarray([...one.fares.keys()].map(String), { minLength: one.fares.length }),
          fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 6, maxLength: 6 }),
        ),
      ),
      ([{ fares, discount, extra, percent, received }, order, groups]) => {
        const sum = fares.reduce((total, cents) => total + cents, 0);
        const adjustments = [-Math.floor(sum * discount), extra].filter((cents) => cents !== 0);
        const together = new Party(fares, adjustments, received);
        together.leave(order, percent);
        const apart = new Party(fares, adjustments, received);
        const left = [...order];
        let leaves = 0;
        while (left.length > 0) {
          apart.leave(left.splice(0, groups[leaves] ?? 1), percent);
          leaves += 1;
        }
        expect(Math.abs(apart.refunds - together.refunds)).toBeLessThanOrEqual(leaves);
      },
    ),
    { numRuns: 2_000 },
  );
});
