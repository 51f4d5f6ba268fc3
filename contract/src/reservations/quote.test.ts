import fc from 'fast-check';
import { expect, it } from 'vitest';
import { totalOf } from '../lines.ts';
import type { TripExtra } from '../trips/extras.ts';
import type { Fare } from '../trips/fares.ts';
import { type ChosenExtra, couponUse, quoteReservation } from './quote.ts';

const fares: Fare[] = ['adult', 'child', 'lap'].map((id, index) => ({
  ...{ id, label: id, priceCents: [28_900, 19_900, 0][index] ?? 0, takesPlace: id !== 'lap' },
  ...{ minAge: null, maxAge: null, audience: 'public' },
}));

const extra = fc.record({
  priceCents: fc.integer({ min: 0, max: 100_000 }),
  per: fc.constantFrom<TripExtra['per']>('participant', 'reservation'),
  minQuantity: fc.integer({ min: 0, max: 3 }),
  more: fc.integer({ min: 0, max: 4 }),
});
const extras = fc.array(extra, { maxLength: 4 }).map((some) =>
  some.map(
    ({ more, ...one }, index): TripExtra => ({
      ...{ ...one, id: `extra ${index}`, label: `Adicional ${index}`, description: '', refundable: true },
      ...{ maxQuantity: Math.max(one.minQuantity + more, 1), stock: null, stockLeft: null, soldUntilHours: 0 },
      ...{ choice: 'optional', minAge: null, maxAge: null },
    }),
  ),
);
const trip = { id: 'trip', discounts: [], date: '2027-03-01T08:00:00Z', timeZone: 'America/Sao_Paulo', now: 0 };
const party = fc
  .tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 2 }))
  .map((counts) => counts.map((count, index) => ({ fareId: fares[index]?.id ?? '', count })));
const chosen = fc.array(
  fc.record(
    {
      extraId: fc.integer({ min: 0, max: 3 }).map((index) => `extra ${index}`),
      count: fc.integer({ min: 0, max: 12 }),
      participantIndex: fc.integer({ min: 0, max: 5 }),
    },
    { requiredKeys: ['extraId', 'count'] },
  ),
  { maxLength: 8 },
);

it('a quote is the sum of its parts, sells all that is chosen, and is the same in whatever order', () => {
  fc.assert(
    fc.property(extras, party, chosen, fc.integer({ min: 0, max: 100 }), (offered, entries, asked, depositPercent) => {
      const offer = { ...trip, fares, extras: offered, depositPercent };
      const quote = quoteReservation(offer, entries, asked);
      const { people, lines, shares, totalCents, depositCents } = quote;
      expect(totalOf(lines)).toBe(totalCents);
      expect(depositCents).toBeLessThanOrEqual(totalCents);
      for (const { quantity, unitCents } of lines) expect([quantity > 0, unitCents >= 0]).toEqual([true, true]);
      const isFor = ({ participantIndex }: ChosenExtra, one: TripExtra) =>
        one.per === 'reservation' || participantIndex === undefined || participantIndex < people;
      for (const one of offered) {
        const wanted = asked.filter((entry) => entry.extraId === one.id && isFor(entry, one));
        const sold = shares.filter((share) => share.extra.id === one.id);
        const sum = (some: readonly { count?: number; quantity?: number }[]) =>
          some.reduce((all, { count = 0, quantity = 0 }) => all + count + quantity, 0);
        expect(sum(sold)).toBe(sum(wanted));
      }
      expect(quoteReservation(offer, entries, asked.toReversed())).toEqual(quote);
    }),
    { numRuns: 1_000 },
  );
});

it('extras without a person are dealt so that each quantity is one in which they are sold, where that is possible', () => {
  fc.assert(
    fc.property(extras, party, fc.nat(40), (offered, entries, count) => {
      for (const one of offered.filter(({ per }) => per === 'participant')) {
        const offer = { ...trip, fares, extras: [one], depositPercent: 30 };
        const { people, shares } = quoteReservation(offer, entries, [{ extraId: one.id, count }]);
        const least = Math.max(one.minQuantity, 1);
        const served = Math.min(Math.floor(count / least), people);
        if (served === 0 || count > served * one.maxQuantity) continue;
        for (const { quantity } of shares) {
          expect(quantity).toBeGreaterThanOrEqual(least);
          expect(quantity).toBeLessThanOrEqual(one.maxQuantity);
        }
      }
    }),
    { numRuns: 500 },
  );
});

it('an extra for nobody in particular goes first to the people for whom it is meant', () => {
  const [adult, child] = fares.map((one, index) => ({ ...one, ...(index === 1 && { minAge: 6, maxAge: 12 }) }));
  if (!(adult && child)) throw new Error('no fares');
  const fee: TripExtra = {
    ...{ id: 'fee', label: 'Taxa', description: '', priceCents: 1_000, per: 'participant', refundable: true },
    ...{ minQuantity: 0, maxQuantity: 1, stock: null, stockLeft: null, soldUntilHours: 0 },
    ...{ choice: 'preselected', minAge: 12, maxAge: 60 },
  };
  const offer = { ...trip, fares: [adult, child], extras: [fee], depositPercent: 30 };
  const entries = [child, adult].map(({ id }) => ({ fareId: id, count: 1 }));
  const { shares } = quoteReservation(offer, entries, [{ extraId: 'fee', count: 1 }]);
  expect(shares.map(({ participantIndex }) => participantIndex)).toEqual([1]);
});

it('a coupon takes its part of what automatic discounts left', () => {
  const everybody = { minPeople: 2, minTotalCents: null, minDaysBefore: null, fareLabels: [] };
  const rule = {
    ...{ id: 'rule', label: 'Grupo', tripIds: [], validFrom: null, validUntil: null, isActive: true, position: 0 },
    ...{ condition: everybody, benefit: { kind: 'percent' as const, value: 50, fareLabels: [] } },
  };
  const coupon = { id: 'coupon', code: 'VERAO', effect: 'percent' as const, value: 10, fareLabels: [] };
  const offer = { ...trip, fares, extras: [], discounts: [rule], depositPercent: 30 };
  const entries = [{ fareId: 'adult', count: 2 }];
  const quote = quoteReservation(offer, entries, [], { coupon });
  expect(quote.lines.map(({ label, unitCents }) => [label, unitCents])).toEqual([
    ['adult', 28_900],
    ['Grupo', -28_900],
    ['Cupom VERAO', -2_890],
  ]);
  expect([quote.totalCents, quote.depositCents]).toEqual([26_010, 7_803]);
  expect(couponUse(coupon, quote)).toEqual({ people: 2, fullCents: 28_900, discountCents: 2_890 });
});
