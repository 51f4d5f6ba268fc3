import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AgreedInstalment, instalmentsOf, nextInstalment, planInstalments } from './instalments.ts';

const timeZone = 'America/Sao_Paulo';
const plan = { instalments: 3, lastDueDaysBefore: 10 };
const terms = { totalCents: 40_000, depositCents: 12_001, departsAt: '2027-05-20T09:00:00Z', timeZone };

const agreed = (planned: readonly { dueOn: string; cents: number }[]): AgreedInstalment[] =>
  planned.map((one) => ({ ...one, dueAt: `${one.dueOn}T23:59:59-03:00` }));

test('a plan splits the balance into equal months after the reservation', () => {
  expect(planInstalments(plan, { ...terms, reservedAt: '2027-01-31T12:00:00Z' })).toEqual([
    { dueOn: '2027-02-28', cents: 9_333 },
    { dueOn: '2027-03-31', cents: 9_333 },
    { dueOn: '2027-04-30', cents: 9_333 },
  ]);
});

test('a late reservation has fewer instalments, and none of which no month is left', () => {
  expect(planInstalments(plan, { ...terms, reservedAt: '2027-03-12T02:00:00Z' })).toEqual([
    { dueOn: '2027-04-11', cents: 27_999 },
  ]);
  expect(planInstalments(plan, { ...terms, reservedAt: '2027-04-20T12:00:00Z' })).toEqual([]);
  expect(planInstalments(null, { ...terms, reservedAt: '2027-01-31T12:00:00Z' })).toEqual([]);
  expect(planInstalments(plan, { ...terms, depositCents: 40_000, reservedAt: '2027-01-31T12:00:00Z' })).toEqual([]);
});

test('what is paid covers the oldest instalment first', () => {
  const of = agreed(planInstalments(plan, { ...terms, reservedAt: '2027-01-31T12:00:00Z' }));
  const now = new Date('2027-03-01T12:00:00Z');
  const paid = { totalCents: 40_000, depositCents: 12_001, receivedCents: 15_000 };
  expect(instalmentsOf(of, paid, now).map(({ paidCents, state }) => [paidCents, state])).toEqual([
    [2_999, 'overdue'],
    [0, 'open'],
    [0, 'open'],
  ]);
  expect(nextInstalment(of, paid, now)).toMatchObject({ dueOn: '2027-02-28', amountCents: 6_334, isOverdue: true });
});

test('two late instalments are asked for together, named by the day of the older one', () => {
  const of = agreed(planInstalments(plan, { ...terms, reservedAt: '2027-01-31T12:00:00Z' }));
  const money = { totalCents: 40_000, depositCents: 12_001, receivedCents: 13_001 };
  expect(nextInstalment(of, money, new Date('2027-04-10T12:00:00Z'))).toMatchObject({
    ...{ dueOn: '2027-02-28', amountCents: 17_666, isOverdue: true },
  });
});

test('a higher total is the last instalment’s, a lower one is taken from the last ones', () => {
  const of = agreed(planInstalments(plan, { ...terms, reservedAt: '2027-01-31T12:00:00Z' }));
  const amounts = (totalCents: number) =>
    instalmentsOf(of, { totalCents, depositCents: 12_001, receivedCents: 0 }, new Date(0)).map(
      (one) => one.amountCents,
    );
  expect(amounts(41_000)).toEqual([9_333, 9_333, 10_333]);
  expect(amounts(25_000)).toEqual([9_333, 3_666]);
  expect(amounts(10_000)).toEqual([]);
});

test('deposit and instalments are the total, whatever it has become, and take what was received', () => {
  const cents = fc.integer({ min: 0, max: 500_000 });
  fc.assert(
    fc.property(
      fc.record({ instalments: fc.integer({ min: 1, max: 12 }), lastDueDaysBefore: fc.integer({ min: 0, max: 90 }) }),
      fc.record({ total: cents, percent: fc.integer({ min: 0, max: 100 }), later: cents, received: cents }),
      fc.date({ min: new Date('2026-01-01'), max: new Date('2027-05-19'), noInvalidDate: true }),
      (some, { total, percent, later, received }, reservedAt) => {
        const depositCents = Math.round((total * percent) / 100);
        const planned = planInstalments(some, { ...terms, totalCents: total, depositCents, reservedAt });
        const sum = (of: readonly number[]) => of.reduce((all, one) => all + one, 0);
        if (planned.length > 0) expect(sum(planned.map((one) => one.cents))).toBe(total - depositCents);
        expect(planned.every((one) => one.cents > 0)).toBe(true);
        expect(planned.map((one) => one.dueOn)).toEqual([...new Set(planned.map((one) => one.dueOn))].toSorted());
        const money = { totalCents: later, depositCents: Math.min(depositCents, later), receivedCents: received };
        const stand = instalmentsOf(agreed(planned), money, new Date());
        if (planned.length === 0) return;
        expect(money.depositCents + sum(stand.map((one) => one.amountCents))).toBe(later);
        const paid = Math.min(received, money.depositCents) + sum(stand.map((one) => one.paidCents));
        expect(paid).toBe(Math.min(received, later));
        const next = nextInstalment(agreed(planned), money, new Date());
        expect(next === undefined).toBe(received >= later || money.depositCents >= later);
        if (next) expect(next.amountCents).toBeGreaterThan(0);
      },
    ),
  );
});
