import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type CommissionTerms, commissionKindKeys, commissionOf } from './commission.ts';
import {
  isChain,
  type StatementContent,
  sha256,
  statementCents,
  statementFile,
  statementText,
  verifyStatement,
} from './statement-file.ts';

// SEQUENCES_OF_COMMISSION=10000 tries more of them by hand.
const RUNS = Number(process.env.SEQUENCES_OF_COMMISSION ?? 200);

/** A reservation as plain sums: nothing is rounded before the end. */
class Sold {
  people: number[];
  extraCents = 0;
  penaltyCents = 0;
  receivedCents = 0;
  isActive = true;
  retainedCents = 0;

  constructor(people: number[]) {
    this.people = people;
  }

  get fareCents(): number {
    return this.people.reduce((sum, cents) => sum + cents, 0);
  }

  get totalCents(): number {
    return this.fareCents + this.extraCents + this.penaltyCents;
  }

  get keptCents(): number {
    return Math.min(this.receivedCents, this.isActive ? this.totalCents : this.retainedCents);
  }

  /** Divided by hand: the centavo comes with the half. */
  expected({ kind, value }: CommissionTerms): bigint {
    const kept = BigInt(this.keptCents);
    if (this.totalCents === 0 && kind !== 'percent_of_received') return 0n;
    const [of, by] = {
      percent_of_received: [kept * BigInt(value), 10_000n] as const,
      percent_of_fares: [BigInt(this.fareCents) * BigInt(value) * kept, 10_000n * BigInt(this.totalCents)] as const,
      amount_per_person: [BigInt(this.people.length * value) * kept, BigInt(this.totalCents)] as const,
    }[kind];
    return of / by + (2n * (of % by) >= by ? 1n : 0n);
  }
}

type Step = (sold: Sold) => void;
const amount = fc.integer({ min: 1, max: 90_001 });
// A card, a gift card and credit count as received when they pay.
const pay = amount.map(
  (cents): Step =>
    (sold) => {
      sold.receivedCents += cents;
    },
);
const refund = fc.constant<Step>((sold) => {
  sold.receivedCents = sold.keptCents;
});
const chargeBack = amount.map(
  (cents): Step =>
    (sold) => {
      sold.receivedCents = Math.max(sold.receivedCents - cents, 0);
    },
);
const cancelOne = fc.integer({ min: 0, max: 100 }).map(
  (percent): Step =>
    (sold) => {
      if (!sold.isActive || sold.people.length < 2) return;
      const [gone = 0] = sold.people.splice(0, 1);
      sold.penaltyCents += Math.round((gone * percent) / 100);
    },
);
const move = fc.integer({ min: -3_333, max: 9_999 }).map(
  (cents): Step =>
    (sold) => {
      if (sold.isActive) sold.people = sold.people.map((fare) => Math.max(fare + cents, 0));
    },
);
const addExtra = amount.map(
  (cents): Step =>
    (sold) => {
      sold.extraCents += sold.isActive ? cents : 0;
    },
);
const cancel = fc.integer({ min: 0, max: 100 }).map(
  (percent): Step =>
    (sold) => {
      if (!sold.isActive) return;
      sold.retainedCents = Math.min(Math.round((sold.totalCents * percent) / 100), sold.receivedCents);
      sold.isActive = false;
    },
);
const close = fc.constant('close' as const);
const steps = fc.array(fc.oneof(pay, pay, refund, chargeBack, cancelOne, move, addExtra, cancel, close, close), {
  minLength: 3,
  maxLength: 25,
});
const terms = fc.oneof(
  fc.record({ kind: fc.constantFrom(...commissionKindKeys), value: fc.integer({ min: 0, max: 10_000 }) }),
);
const party = fc.array(fc.integer({ min: 0, max: 50_003 }), { minLength: 1, maxLength: 6 });

it('whatever happens, entries are the rule of what was received, and statements are the entries, in a chain', async () => {
  await fc.assert(
    fc.asyncProperty(party, terms, steps, async (people, rule, taken) => {
      const sold = new Sold(people);
      const entries: number[] = [];
      const statements: StatementContent[] = [];
      const hashes: string[] = [];
      let open: number[] = [];
      const accrued = () => entries.reduce((sum, cents) => sum + cents, 0);
      for (const step of taken) {
        if (step !== 'close') {
          step(sold);
          const base = { ...sold, fareCents: sold.fareCents, people: sold.people.length, totalCents: sold.totalCents };
          const difference = commissionOf(rule, { ...base, receivedCents: sold.keptCents }) - accrued();
          if (difference !== 0) {
            entries.push(difference);
            open.push(difference);
          }
          expect(BigInt(accrued())).toBe(sold.expected(rule));
          continue;
        }
        if (open.length === 0) continue;
        const last = statements.at(-1);
        const commissionCents = open.reduce((sum, cents) => sum + cents, 0);
        const content: StatementContent = {
          sellerCode: 'ACDEFGH',
          month: `${2020 + statements.length}-01`,
          number: statements.length + 1,
          closedAt: '2026-12-01T12:00:00.000Z',
          previousHash: hashes.at(-1) ?? null,
          carriedCents: last ? Math.min(statementCents(last), 0) : 0,
          lines: [
            {
              ...{ code: 'A3K7QX', tripTitle: 'Serra', tripDay: '2020-01-01', rule: '10% das tarifas' },
              ...{ receivedCents: sold.keptCents, earlierCents: accrued() - commissionCents, commissionCents },
            },
          ],
        };
        open = [];
        statements.push(content);
        hashes.push(await sha256(statementText(content)));
      }
      // What was paid, what is carried over and what is open is all that was earned.
      const paid = statements.map(statementCents).reduce((sum, cents) => sum + Math.max(cents, 0), 0);
      const last = statements.at(-1);
      const carried = last ? Math.min(statementCents(last), 0) : 0;
      expect(paid + carried + open.reduce((sum, cents) => sum + cents, 0)).toBe(accrued());
      const read = await Promise.all(
        statements.map((one, index) => verifyStatement(statementFile(statementText(one), hashes[index] ?? ''))),
      );
      const intact = read.flatMap((one) => (one.result === 'intact' ? [one] : []));
      expect(intact.length).toBe(statements.length);
      expect(isChain(intact)).toBe(true);
    }),
    { numRuns: RUNS },
  );
}, 600_000);
