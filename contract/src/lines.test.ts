import fc from 'fast-check';
import { expect, it } from 'vitest';
import { aboveZero, fareLine, followParty, type Line, linesAfter, shareOf, totalOf, wholeLine } from './lines.ts';
import { adjustmentLines } from './proportion.ts';
import { type CancellationFacts, quoteCancellation, quotePartialCancellation } from './reservations/cancellation.ts';

const CONTRACTED = new Date('2026-11-01T12:00:00Z');
const LEFT = new Date('2026-11-20T12:00:00Z');
const fareOf = (id: string, priceCents: number) =>
  fareLine({ id: `fare of ${priceCents}`, label: 'Adulto', priceCents }, id);
const adjust = (lines: readonly Line[], amountCents: number, sourceId = 'agreed'): Line[] => [
  ...lines,
  ...adjustmentLines({ sourceId, amountCents, label: 'Combinado' }, lines),
];
const peopleOf = (lines: readonly Line[]) =>
  lines.filter(({ kind }) => kind === 'fare').map((one) => one.participantId ?? '');
const sharesOf = (lines: readonly Line[]) => peopleOf(lines).map((id) => shareOf(lines, id));

/** The lines once these people travel, for these fares. */
const withParty = (lines: readonly Line[], fares: readonly Line[]): Line[] =>
  linesAfter(lines, aboveZero(lines, followParty(lines, fares, 'rest'), { sourceId: 'back', label: 'Acerto' }));

it('a discount is a part of each fare, to the centavo', () => {
  expect(sharesOf(adjust([fareOf('ana', 100_000), fareOf('bia', 100_000)], -100_000))).toEqual([50_000, 50_000]);
  const three = ['ana', 'bia', 'caio'].map((id) => fareOf(id, 300));
  expect(sharesOf(adjust(three, -100))).toEqual([266, 267, 267]);
  expect(sharesOf(adjust([fareOf('ana', 300), fareOf('bebê', 0)], -100))).toEqual([200, 0]);
});

it('somebody who joins later has no part of it, and who leaves takes theirs along', () => {
  const ana = adjust([fareOf('ana', 20_000), fareOf('bia', 20_000)], -10_000);
  const three = withParty(ana, [fareOf('ana', 20_000), fareOf('bia', 20_000), fareOf('davi', 20_000)]);
  expect(sharesOf(three)).toEqual([15_000, 15_000, 20_000]);
  const two = withParty(three, [fareOf('ana', 20_000), fareOf('davi', 20_000)]);
  expect(sharesOf(two)).toEqual([15_000, 20_000]);
  expect(totalOf(two)).toBe(35_000);
});

it('an extra where all travel for free is the reservation’s', () => {
  const lines = adjust([fareOf('guia', 0)], 5_000);
  expect([totalOf(lines), shareOf(lines, 'guia')]).toEqual([5_000, 0]);
});

const cents = fc.integer({ min: 0, max: 100_000 });
const party = fc.uniqueArray(fc.tuple(fc.constantFrom(...'abcdef'), cents), {
  ...{ minLength: 1, maxLength: 6, selector: ([id]: [string, number]) => id },
});

it('parties that end up the same cost the same, whatever was changed on the way, and in whatever order', () => {
  fc.assert(
    fc.property(fc.array(party, { minLength: 1, maxLength: 6 }), party, (earlier, last) => {
      const faresOf = (people: [string, number][]) => people.map(([id, priceCents]) => fareOf(id, priceCents));
      const lines = [...earlier, last].reduce((before, people) => withParty(before, faresOf(people)), [] as Line[]);
      const alone = faresOf(last);
      expect(totalOf(lines)).toBe(totalOf(alone));
      expect(new Map(lines.map((line) => [line.participantId, line]))).toEqual(
        new Map(alone.map((line) => [line.participantId, line])),
      );
    }),
    { numRuns: 500 },
  );
});

it('parts sum to the whole and nothing is below zero, whatever is agreed and however people come and go', () => {
  const step = fc.oneof(fc.record({ party }), fc.record({ agreed: fc.double({ min: -1, max: 0.5, noNaN: true }) }));
  fc.assert(
    fc.property(party, fc.array(step, { maxLength: 8 }), (first, steps) => {
      let lines: Line[] = first.map(([id, priceCents]) => fareOf(id, priceCents));
      for (const [index, one] of steps.entries()) {
        if ('party' in one) {
          lines = withParty(
            lines,
            one.party.map(([id, priceCents]) => fareOf(id, priceCents)),
          );
        } else {
          const amountCents = Math.trunc(totalOf(lines) * one.agreed);
          if (amountCents === 0) continue;
          const before = totalOf(lines);
          lines = adjust(lines, amountCents, String(index));
          expect(totalOf(lines)).toBe(before + amountCents);
        }
        expect(totalOf(lines)).toBeGreaterThanOrEqual(0);
        for (const share of sharesOf(lines)) expect(share).toBeGreaterThanOrEqual(0);
        for (const line of lines) expect(Number.isSafeInteger(line.unitCents)).toBe(true);
      }
    }),
    { numRuns: 1_000 },
  );
});

/** A reservation from which people leave. */
class Party {
  lines: Line[];
  received: number;
  penalties = 0;
  refunds = 0;

  constructor(fares: number[], agreed: number[], receivedPart: number) {
    this.lines = agreed.reduce(
      (lines, amountCents, index) => adjust(lines, amountCents, String(index)),
      fares.map((priceCents, index) => fareOf(String(index), priceCents)),
    );
    this.received = Math.round(totalOf(this.lines) * receivedPart);
  }

  leave(ids: string[], percent: number): void {
    const facts: CancellationFacts = {
      policy: { tiers: [{ minHoursBefore: 0, penaltyPercent: percent }], withdrawalDays: null },
      contractedAt: CONTRACTED,
      departsAt: '2026-12-20T12:00:00Z',
      now: LEFT,
      timeZone: 'America/Sao_Paulo',
      contractedCents: totalOf(this.lines),
      receivedCents: this.received,
      earlierPenaltyCents: this.penalties,
      by: 'client',
    };
    const fares = this.lines.filter(({ kind }) => kind === 'fare');
    if (ids.length === fares.length) {
      this.#payRefund(quoteCancellation(facts).refundCents);
      return;
    }
    const leavingCents = ids.reduce((sum, id) => sum + shareOf(this.lines, id), 0);
    const quote = quotePartialCancellation({ ...facts, leavingCents });
    this.lines = withParty(
      this.lines,
      fares.filter(({ participantId }) => !ids.includes(participantId ?? '')),
    );
    const { penaltyCents: amountCents } = quote;
    if (amountCents > 0) this.lines.push(wholeLine('penalty', { sourceId: ids.join(), amountCents, label: 'Multa' }));
    this.penalties += quote.penaltyCents;
    expect(totalOf(this.lines)).toBe(quote.newTotalCents);
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
