import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fareLine, wholeLine } from '../lines.ts';
import { sharesOf } from './shares.ts';

const fareOf = (id: string, priceCents: number) => fareLine({ id: 'fare', label: 'Adulto', priceCents }, id);
const whole = (amountCents: number) =>
  wholeLine(amountCents < 0 ? 'discount' : 'extra', { sourceId: 'agreed', amountCents, label: 'Combinado' });
const sum = (cents: readonly number[]) => cents.reduce((all, one) => all + one, 0);

const family = { lines: [fareOf('ana', 10_000), fareOf('bia', 10_000)], people: ['ana', 'bia'], depositCents: 6_000 };
const split = (more: Partial<Parameters<typeof sharesOf>[0]>) =>
  sharesOf({ ...family, receivedCents: 0, receivedOf: new Map(), ...more });

it('everybody pays their own lines and an equal part of those of the whole, the first one the centavos left', () => {
  const shares = split({ lines: [...family.lines, whole(1_001)] });
  expect(shares.map(({ amountCents }) => amountCents)).toEqual([10_501, 10_500]);
});

it('a discount of the whole beyond the lines of somebody lowers the shares of the others', () => {
  const shares = split({ lines: [fareOf('ana', 10_000), fareOf('bebê', 0), whole(-4_000)], people: ['ana', 'bebê'] });
  expect(shares.map(({ amountCents }) => amountCents)).toEqual([6_000, 0]);
});

it('what came for a share counts for it, what came for none and what is too much for the first ones', () => {
  expect(split({ receivedCents: 3_000, receivedOf: new Map([['bia', 3_000]]) })).toEqual([
    { participantId: 'ana', amountCents: 10_000, paidCents: 0, dueCents: 10_000, depositDueCents: 3_000 },
    { participantId: 'bia', amountCents: 10_000, paidCents: 3_000, dueCents: 7_000, depositDueCents: 0 },
  ]);
  const all = split({ receivedCents: 14_000, receivedOf: new Map([['bia', 12_000]]) });
  expect(all.map(({ paidCents }) => paidCents)).toEqual([4_000, 10_000]);
});

it('what a means took off a payment is nobody else’s share', () => {
  const price = wholeLine('payment_adjustment', { sourceId: 'paid', amountCents: -500, label: 'Desconto do Pix' });
  const paidByPix = { receivedCents: 9_500, receivedOf: new Map([['bia', 10_000]]) };
  expect(split({ ...paidByPix, lines: [...family.lines, price], depositCents: 5_700 })).toEqual([
    { participantId: 'ana', amountCents: 10_000, paidCents: 0, dueCents: 10_000, depositDueCents: 0 },
    { participantId: 'bia', amountCents: 10_000, paidCents: 10_000, dueCents: 0, depositDueCents: 0 },
  ]);
});

it('a price by means that somebody paid leaves the deposit of the others as it was', () => {
  const price = wholeLine('payment_adjustment', { sourceId: 'paid', amountCents: -150, label: 'Desconto do Pix' });
  const paidByPix = { receivedCents: 2_850, receivedOf: new Map([['bia', 3_000]]) };
  const shares = split({ ...paidByPix, lines: [...family.lines, price], depositCents: 5_850 });
  expect(shares.map(({ depositDueCents }) => depositDueCents)).toEqual([3_000, 0]);
});

it('what came for the share of somebody who has left pays for the others', () => {
  const left = split({ receivedCents: 12_000, receivedOf: new Map([['caio', 12_000]]) });
  expect(left.map(({ dueCents }) => dueCents)).toEqual([0, 8_000]);
});

const people = ['ana', 'bia', 'caio', 'davi', 'eva'];
const facts = fc
  .record({
    count: fc.integer({ min: 1, max: people.length }),
    own: fc.array(fc.tuple(fc.constantFrom(...people), fc.integer({ min: -20_000, max: 50_000 })), { maxLength: 12 }),
    wholes: fc.array(fc.integer({ min: -60_000, max: 60_000 }), { maxLength: 4 }),
    deposit: fc.integer({ min: 0, max: 100 }),
    // Negative amounts went back.
    payments: fc.array(
      fc.record({ of: fc.constantFrom(null, ...people), cents: fc.integer({ min: -30_000, max: 60_000 }) }),
      { maxLength: 10 },
    ),
  })
  .map(({ count, own, wholes, deposit, payments }) => {
    const lines = [...own.map(([id, cents]) => fareOf(id, cents)), ...wholes.map(whole)];
    const priced = sum(lines.map(({ unitCents }) => unitCents));
    if (priced < 0) lines.push(whole(-priced));
    const total = Math.max(priced, 0);
    return { lines, people: people.slice(0, count), depositCents: Math.ceil((total * deposit) / 100), payments, total };
  })
  .filter(({ payments }) => sum(payments.map(({ cents }) => cents)) >= 0);

it('shares are never below zero and sum to the total, what is due of them to what is due', () => {
  fc.assert(
    fc.property(facts, ({ payments, total, ...money }) => {
      const receivedCents = sum(payments.map(({ cents }) => cents));
      const receivedOf = (some: typeof payments) => {
        const byPerson = new Map<string, number>();
        for (const { of, cents } of some) if (of) byPerson.set(of, (byPerson.get(of) ?? 0) + cents);
        return byPerson;
      };
      const shares = sharesOf({ ...money, receivedCents, receivedOf: receivedOf(payments) });
      const of = (field: 'amountCents' | 'paidCents' | 'dueCents' | 'depositDueCents') =>
        shares.map((share) => share[field]);
      expect(sum(of('amountCents'))).toBe(total);
      expect(sum(of('paidCents'))).toBe(Math.min(receivedCents, total));
      expect(sum(of('dueCents'))).toBe(Math.max(total - receivedCents, 0));
      expect(sum(of('depositDueCents'))).toBe(Math.max(money.depositCents - receivedCents, 0));
      for (const { depositDueCents, dueCents, amountCents } of shares) {
        expect(depositDueCents).toBeGreaterThanOrEqual(0);
        expect(dueCents).toBeGreaterThanOrEqual(depositDueCents);
        expect(amountCents).toBeGreaterThanOrEqual(dueCents);
      }
      const reversed = [...payments].reverse();
      expect(sharesOf({ ...money, receivedCents, receivedOf: receivedOf(reversed) })).toEqual(shares);
    }),
    { numRuns: 2_000 },
  );
});
