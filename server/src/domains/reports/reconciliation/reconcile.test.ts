import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { KeyedLine } from '../../payments/index.ts';
import type { BankEntry } from './bank-entries.queries.ts';
import { reconcile } from './reconcile.ts';

const period = { from: '2026-11-05', to: '2026-11-12' };
const day = (least: number, most: number) =>
  fc.integer({ min: least, max: most }).map((date) => `2026-11-${String(date).padStart(2, '0')}`);
// Few of each, so that much looks the same.
const amount = fc.constantFrom(8_670, -8_670, 10_000, 9_500, 19_000, -150);
const name = fc.constantFrom('Ana Lima', 'Bento Reis', 'Ana Prado', '');
const id = fc.constantFrom(null, ...['A', 'B', 'C'].map((letter) => `E00000000202611051200${letter.repeat(11)}`));

const line: fc.Arbitrary<KeyedLine> = fc.record({
  ...{ day: day(5, 12), amountCents: amount, payerName: name, reference: id, isRepeated: fc.boolean() },
  description: fc.constantFrom('PIX RECEBIDO', 'TAR PIX', 'REPASSE', 'ANA LIMA ***.982.247-**'),
  ...{ chargeReference: fc.constant(''), account: fc.constantFrom('1', '2'), key: fc.uuid() },
  bankId: fc.constantFrom(undefined, 'CHARGE0000001'),
  ...{ isDoubled: fc.constant(false), doubt: fc.constant(null) },
});
const entries = fc.uniqueArray(
  fc.record({
    ...{ id: fc.uuid(), day: day(1, 16), cents: amount, bank_id: id, fee_cents: fc.constant(0) },
    method: fc.constantFrom<BankEntry['method'][]>('pix', 'card', 'transfer'),
    kind: fc.constantFrom<BankEntry['kind'][]>('deposit', 'refund'),
    reservation_id: fc.constantFrom(null, 'r1', 'r2'),
    ...{ code: fc.constant(null), payer: name, names: name.map((one) => [one]) },
    references: fc.subarray(['CHARGE0000001', 'E00000000202611051200AAAAAAAAAAA']),
    tax_ids: fc.subarray(['52998224725']),
  }),
  { selector: (entry) => entry.id, maxLength: 14 },
);
const sum = (amounts: number[]) => amounts.reduce((cents, one) => cents + one, 0);

it('of any lines and entries explains each once, and all of the difference to the cent', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 14 }), entries, (lines, ledger) => {
      const found = reconcile(lines, ledger, period);
      const inPeriod = ledger.filter((entry) => entry.day >= period.from && entry.day <= period.to);
      const difference = sum(lines.map(({ amountCents }) => amountCents)) - sum(inPeriod.map(({ cents }) => cents));
      expect(sum(found.map(({ differenceCents }) => differenceCents))).toBe(difference);
      expect(
        found
          .flatMap((one) => one.line ?? [])
          .map(({ key }) => key)
          .toSorted(),
      ).toEqual(lines.map(({ key }) => key).toSorted());
      const explained = found.flatMap((one) => one.entries.map((entry) => entry.id));
      expect(new Set(explained).size).toBe(explained.length);
      expect(explained).toEqual(expect.arrayContaining(inPeriod.map((entry) => entry.id)));
      // What fits changes nothing.
      for (const one of found)
        if (['matched', 'ambiguous'].includes(one.kind)) expect([one.kind, one.differenceCents]).toEqual([one.kind, 0]);
    }),
    { numRuns: 2_000 },
  );
});

it('does not depend on the order in which the ledger is read', () => {
  const shuffled = entries.chain((ledger) =>
    fc.tuple(fc.constant(ledger), fc.shuffledSubarray(ledger, { minLength: ledger.length })),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 10 }), shuffled, (lines, [ledger, other]) => {
      expect(reconcile(lines, other, period)).toEqual(reconcile(lines, ledger, period));
    }),
    { numRuns: 500 },
  );
});

it('compares 5,000 lines with 10,000 entries of equal amounts in a moment', () => {
  const [one] = fc.sample(line, { numRuns: 1, seed: 1 });
  const [[entry] = []] = fc.sample(
    entries.filter(({ length }) => length > 0),
    { numRuns: 1, seed: 1 },
  );
  const dayOf = (index: number) => `2026-11-${String((index % 28) + 1).padStart(2, '0')}`;
  const lines = Array.from({ length: 5_000 }, (_, index) => ({
    ...one,
    ...{ day: dayOf(index), amountCents: 8_670, key: String(index), isRepeated: false, reference: null },
    ...{ payerName: '', description: 'PIX', bankId: undefined },
  })) as KeyedLine[];
  const ledger = Array.from({ length: 10_000 }, (_, index) => ({
    ...entry,
    ...{ id: String(index), day: dayOf(index), cents: 8_670, references: [], bank_id: null },
  })) as BankEntry[];
  const start = performance.now();
  expect(reconcile(lines, ledger, { from: '2026-11-01', to: '2026-11-28' })).toHaveLength(10_000);
  expect(performance.now() - start).toBeLessThan(5_000);
});
