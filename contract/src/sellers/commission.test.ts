import { expect, it } from 'vitest';
import { commissionOf, commissionText } from './commission.ts';

const base = { fareCents: 30_000, people: 3, totalCents: 30_000, receivedCents: 10_000 };

it('rounds the commission of what was received half up, once', () => {
  expect(commissionOf({ kind: 'percent_of_received', value: 1000 }, { ...base, receivedCents: 5 })).toBe(1);
  expect(commissionOf({ kind: 'percent_of_received', value: 1000 }, { ...base, receivedCents: 4 })).toBe(0);
  expect(commissionOf({ kind: 'percent_of_received', value: 1250 }, base)).toBe(1250);
});

it('takes the part of the fares that was received', () => {
  expect(commissionOf({ kind: 'percent_of_fares', value: 1000 }, base)).toBe(1000);
  expect(commissionOf({ kind: 'percent_of_fares', value: 1000 }, { ...base, totalCents: 40_000 })).toBe(750);
  expect(commissionOf({ kind: 'percent_of_fares', value: 1000 }, { ...base, receivedCents: 90_000 })).toBe(3000);
});

it('pays an amount for each person in proportion to what was received', () => {
  expect(commissionOf({ kind: 'amount_per_person', value: 1500 }, base)).toBe(1500);
  expect(commissionOf({ kind: 'amount_per_person', value: 1500 }, { ...base, receivedCents: 30_000 })).toBe(4500);
});

it('pays nothing for nothing', () => {
  for (const kind of ['percent_of_fares', 'percent_of_received', 'amount_per_person'] as const) {
    expect(commissionOf({ kind, value: 1000 }, { ...base, receivedCents: 0 })).toBe(0);
    expect(commissionOf({ kind, value: 1000 }, { fareCents: 0, people: 2, totalCents: 0, receivedCents: 0 })).toBe(0);
  }
});

it('never pays more than the amounts of a full bus can say exactly', () => {
  const whole = { fareCents: 999_999_999, people: 60, totalCents: 999_999_999, receivedCents: 999_999_999 };
  expect(commissionOf({ kind: 'percent_of_fares', value: 10_000 }, whole)).toBe(999_999_999);
});

it('reads as people say it', () => {
  expect(commissionText({ kind: 'percent_of_fares', value: 1250 })).toBe('12,5% das tarifas');
  expect(commissionText({ kind: 'amount_per_person', value: 1500 })).toBe('R$ 15,00 por pessoa');
});
