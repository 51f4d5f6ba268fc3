import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { breakEven, marginCents, sumCosts, usualIncome } from './trip-costs.ts';

const costs = fc.record({
  fixedCents: fc.integer({ min: 0, max: 30_000_000 }),
  perPersonCents: fc.integer({ min: 0, max: 200_000 }),
});
const income = fc.record({ people: fc.integer({ min: 1, max: 200 }), cents: fc.integer({ min: 0, max: 50_000_000 }) });

// n × (average − cost of a person) ≥ fixed, with exact integers.
const covers = (
  n: number,
  { fixedCents, perPersonCents }: { fixedCents: number; perPersonCents: number },
  by: { people: number; cents: number },
) =>
  BigInt(n) * (BigInt(by.cents) - BigInt(perPersonCents) * BigInt(by.people)) >= BigInt(fixedCents) * BigInt(by.people);

describe('break-even', () => {
  it('is the smallest number of people that covers the costs', () => {
    fc.assert(
      fc.property(costs, income, (sums, by) => {
        const n = breakEven(sums, by);
        if (n === null) return;
        expect(covers(n, sums, by)).toBe(true);
        if (n > 0) expect(covers(n - 1, sums, by)).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  it('is never reached where a person costs as much as they pay, and always where they leave something', () => {
    fc.assert(
      fc.property(costs, income, (sums, by) => {
        expect(breakEven(sums, by) === null).toBe(by.cents <= sums.perPersonCents * by.people);
      }),
      { numRuns: 500 },
    );
  });

  it('does not move when everybody comes twice, and grows with the costs', () => {
    fc.assert(
      fc.property(costs, income, fc.nat(1_000_000), (sums, by, more) => {
        const n = breakEven(sums, by);
        expect(breakEven(sums, { people: by.people * 2, cents: by.cents * 2 })).toBe(n);
        const dearer = breakEven({ ...sums, fixedCents: sums.fixedCents + more }, by);
        if (n !== null) expect(dearer).toBeGreaterThanOrEqual(n);
      }),
    );
  });

  it.each([
    [
      '28 people at R$ 289,00 with R$ 5.000,00 and R$ 60,00 each',
      { fixedCents: 500_000, perPersonCents: 6_000 },
      { people: 28, cents: 28 * 28_900 },
      22,
    ],
    ['exactly covered', { fixedCents: 10_000, perPersonCents: 0 }, { people: 1, cents: 1_000 }, 10],
    ['a centavo short', { fixedCents: 10_001, perPersonCents: 0 }, { people: 1, cents: 1_000 }, 11],
    ['an average with a fraction', { fixedCents: 100, perPersonCents: 0 }, { people: 3, cents: 100 }, 3],
    ['nothing to cover', { fixedCents: 0, perPersonCents: 500 }, { people: 1, cents: 1_000 }, 0],
    ['a free trip', { fixedCents: 100, perPersonCents: 0 }, { people: 1, cents: 0 }, null],
    ['sold at cost', { fixedCents: 100, perPersonCents: 1_000 }, { people: 1, cents: 1_000 }, null],
  ])('%s', (_, sums, by, expected) => expect(breakEven(sums, by)).toBe(expected));
});

describe('margin', () => {
  it('is a loss below the break-even, and none from there on', () => {
    fc.assert(
      fc.property(costs, fc.integer({ min: 0, max: 200_000 }), fc.nat(200), (sums, price, people) => {
        const n = breakEven(sums, { people: 1, cents: price });
        const isLoss = marginCents(sums, { people, cents: people * price }) < 0;
        if (n === null) return;
        expect(isLoss).toBe(people < n);
      }),
      { numRuns: 500 },
    );
  });
});

it('sums costs of the departure and of a person; the average is of booked people, else the price', () => {
  const sums = sumCosts({
    vehicleCents: 300_000,
    guideCents: 40_000,
    otherCents: 5_000,
    ticketCents: 3_500,
    mealCents: 4_000,
    ads: [
      { source: 'instagram', cents: 12_000 },
      { source: 'google', cents: 3_000 },
    ],
  });
  expect(sums).toEqual({ fixedCents: 360_000, perPersonCents: 7_500 });
  expect(usualIncome({ people: 0, cents: 0 }, 28_900)).toEqual({ people: 1, cents: 28_900 });
  expect(usualIncome({ people: 2, cents: 50_000 }, 28_900)).toEqual({ people: 2, cents: 50_000 });
});
