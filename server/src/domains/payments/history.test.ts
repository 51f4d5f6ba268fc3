import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, createPerson, type Person } from '../../../test/factories.ts';
import { createFamily, createFamilyTrip, type Family, type FamilyTrip } from '../../../test/parties.ts';
import { chargeOf, ledgerOf, newEndToEndId, pixFor } from '../../../test/pix.ts';
import { findFaults } from '../../platform/database/find-faults.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { changeReservation, lockReservation } from '../reservations/index.ts';
import { recordReported } from './provider/record-reported.ts';

const TOTAL = 18_900;
const DEPOSIT = 5_670;

let app: TestApp;
let staff: Person;
let trip: FamilyTrip;
beforeAll(async () => {
  app = await buildTestApp();
  staff = await createPerson(app, 'OPERATOR');
  trip = await createFamilyTrip(app, { capacity: 1_000 });
});
afterAll(() => app.close());

const parts = { jobs: { enqueue: async () => undefined }, publicUrl: 'https://exemplo.test' };
const post = ({ id }: Family, path: string, body: object = {}) =>
  call(app, 'POST', `/api/reservations/${id}/${path}`, { token: staff.token, body });

/** What staff, payers and banks do; `known`: end-to-end ids that the bank sends again. */
type Step = (family: Family, known: string[]) => Promise<unknown>;

const cents = fc.oneof(fc.constantFrom(DEPOSIT, TOTAL, TOTAL - DEPOSIT, 1), fc.integer({ min: 1, max: 2 * TOTAL }));

const typed = fc.tuple(fc.constantFrom('deposit', 'balance', 'refund'), cents, fc.boolean()).map(
  ([kind, amountCents, again]): Step =>
    (family, known) => {
      const endToEndId = (again && known[0]) || newEndToEndId();
      known.push(endToEndId);
      return post(family, 'payments', {
        kind,
        method: 'pix',
        amountCents,
        ...(kind === 'refund' ? {} : { endToEndId }),
      });
    },
);
const asked = fc.constantFrom('deposit', 'balance', 'full').map(
  (purpose): Step =>
    (family) =>
      post(family, 'charges', { purpose }),
);
const paid = fc.tuple(fc.constantFrom('deposit', 'full'), fc.option(cents), fc.nat(3)).map(
  ([purpose, other, again]): Step =>
    async (family, known) => {
      const charge = await chargeOf(app, family, purpose as 'deposit' | 'full');
      const endToEndId = known[again] ?? newEndToEndId();
      known.push(endToEndId);
      const pix = pixFor(charge.txid ? charge : undefined, {
        reference: endToEndId,
        ...(other ? { amountCents: other } : {}),
      });
      await Promise.all([1, 2].map(() => inTransaction(app.db, (trx) => recordReported(trx, parts, pix))));
    },
);
const reversed = fc.nat(9).map(
  (nth): Step =>
    async (family) => {
      const entry = (await ledgerOf(app, family.id)).at(nth);
      return entry && post(family, `payments/${entry.id}/reversal`, { reason: 'Engano' });
    },
);
const ended = fc.constantFrom('cancel', 'expire', 'reduce').map(
  (how): Step =>
    async (family) => {
      if (how === 'cancel') return post(family, 'cancellation', { reason: 'Desistiu' });
      if (how === 'reduce') return post(family, 'adjustments', { amountCents: -5_000, reason: 'Desconto' });
      return inTransaction(app.db, async (trx) => {
        const reservation = await lockReservation(trx, family.id);
        if (reservation?.state === 'held') await changeReservation(trx, family.id, { state: 'expired' });
      });
    },
);

// Steps of one of two reservations, which name the same Pix.
const steps = fc.array(fc.tuple(fc.nat(1), fc.oneof(typed, asked, paid, paid, reversed, ended)), {
  minLength: 1,
  maxLength: 16,
});

it('whatever is asked, paid, given back, reversed and cancelled, the ledger and the reservation agree', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (history) => {
      const known: string[] = [];
      const families: Family[] = [];
      for (let count = 0; count < 2; count += 1) families.push(await createFamily(app, { adult: 1 }, { trip }));
      for (const [who, step] of history) await step(families[who] as Family, known);

      for (const family of families) await compare(family);
      // Reservations expire here without history; each is alone with its payer.
      const faults = await findFaults(app.db, [trip.id]);
      expect(faults.filter((fault) => !fault.startsWith('history'))).toEqual([]);
    }),
    { numRuns: 40 },
  );
});

/** The reservation says what the sum of its entries says. */
async function compare(family: Family): Promise<void> {
  const entries = await ledgerOf(app, family.id);
  const sum = entries.reduce((all, one) => all + (one.direction === 'in' ? 1 : -1) * one.amount_cents, 0);
  const refunded = entries.reduce((all, { kind, amount_cents }) => {
    if (kind === 'refund') return all + amount_cents;
    return kind === 'reversal_in' ? all - amount_cents : all;
  }, 0);
  const { body } = await call(app, 'GET', `/api/reservations/${family.id}`, { token: family.payer.token });
  expect(body.receivedCents).toBe(sum);
  expect(body.refundedCents).toBe(refunded);
  expect(Math.min(body.dueCents, body.toReturnCents)).toBe(0);
  expect(body.refund?.state === 'due' ? body.refund.amountCents : 0).toBe(body.toReturnCents);
  if (body.charge) expect(body.charge.amountCents).toBeLessThanOrEqual(body.dueCents);
}
