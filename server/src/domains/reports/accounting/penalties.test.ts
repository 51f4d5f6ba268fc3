import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { cancelling } from '../../../../test/cancellations.ts';
import { call, createPerson, type Person } from '../../../../test/factories.ts';
import { createFamily, createFamilyTrip, type Family } from '../../../../test/parties.ts';
import { findFaults } from '../../../platform/database/find-faults.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';

const ADULT = 18_900;
/** Penalties of one of two adults, and of both. */
const [OF_ONE, OF_ALL] = [3_780, 7_560];

let app: TestApp;
let admin: Person;
let family: Family;
let steps: ReturnType<typeof cancelling>;
beforeAll(async () => {
  app = await buildTestApp();
  admin = await createPerson(app, 'ADMIN');
  steps = cancelling(app, () => admin);
});
afterAll(() => app.close());
beforeEach(async () => {
  family = await steps.family(2 * ADULT);
});

const read = async (by: 'cash' | 'competence', { from, to }: { from: string; to: string }) => {
  const query = new URLSearchParams({ from, to, by, tripId: family.trip.id });
  return (await call(app, 'GET', `/api/accounting/entries?${query}`, admin)).body;
};
const ever = { from: '2024-01-01', to: '2028-12-31' };
/** Kinds and amounts of the penalties of the reservation, in their order. */
const penalties = async (period = ever) =>
  (await read('competence', period)).data
    .filter(({ kind }: { kind: string }) => kind.startsWith('penalty'))
    .map(({ kind, penaltyCents }: { kind: string; penaltyCents: number }) => [kind, penaltyCents]);
const kept = async () => (await read('cash', ever)).totals.penaltyCents;
const pay = (kind: string, amountCents: number) => {
  const body = { kind, method: 'cash', amountCents };
  return call(app, 'POST', `/api/reservations/${family.id}/payments`, { token: admin.token, body });
};
const leave = () =>
  steps.cancel(family.id, family.payer, { refundCents: ADULT - OF_ONE, participants: [family.adults[1]?.id] });
const cancel = () => steps.cancel(family.id, family.payer, { refundCents: 2 * ADULT - OF_ALL });

it('a penalty kept in November and given back in December changes only December', async () => {
  await cancel();
  await pay('refund', 2 * ADULT - OF_ALL);
  await inTransaction(app.db, async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    const ofReservation = sql`${family.id}::uuid in (from_account, to_account)`;
    await sql`update transfers set occurred_at = '2025-11-20T12:00:00Z' where ${ofReservation}`.execute(trx);
  });
  const november = { from: '2025-11-01', to: '2025-11-30' };
  const before = [await read('cash', november), await penalties(november)];
  expect(before).toMatchObject([{ totals: { penaltyCents: OF_ALL } }, [['penalty', OF_ALL]]]);
  // 1,000 more than was due.
  expect((await pay('refund', 1_000)).status).toBe(201);
  expect([await read('cash', november), await penalties(november)]).toEqual(before);
  const later = { from: '2025-12-01', to: '2028-12-31' };
  expect((await read('cash', later)).totals.penaltyCents).toBe(-1_000);
  expect(await penalties(later)).toEqual([
    ['penalty_end', -OF_ALL],
    ['penalty', OF_ALL - 1_000],
  ]);
  expect(await findFaults(app.db)).toEqual([]);
});

it('the penalty of who left is kept as far as it is paid, and a part of that of the whole reservation', async () => {
  await leave();
  expect(await penalties()).toEqual([['penalty', OF_ONE]]);
  const rest = (await steps.quote(family.id, family.payer)).body;
  await steps.cancel(family.id, family.payer, { refundCents: rest.refundCents });
  expect(await penalties()).toEqual([
    ['penalty', OF_ONE],
    ['penalty', rest.penaltyCents - OF_ONE],
  ]);
  expect(await findFaults(app.db)).toEqual([]);
});

it('the penalty of who left before paying is kept when the payment comes, and no longer when it is reversed', async () => {
  family = await steps.family(ADULT);
  const { data } = (await call(app, 'GET', `/api/reservations/${family.id}/payments`, admin)).body;
  const participants = [family.adults[1]?.id];
  const { refundCents } = (await steps.quote(family.id, family.payer, `?participants=${participants}`)).body;
  expect((await steps.cancel(family.id, family.payer, { refundCents, participants })).status).toBe(200);
  const keptOfPaid = await kept();
  const path = `/api/reservations/${family.id}/payments/${data[0].id}/reversal`;
  const { token } = admin;
  expect((await call(app, 'POST', path, { token, body: { reason: 'Era de outra reserva' } })).status).toBe(201);
  expect([keptOfPaid > 0, await kept()]).toEqual([true, 0]);
  await pay('deposit', 1_000);
  expect(await kept()).toBe(1_000);
  await pay('balance', 10_000);
  expect(await kept()).toBe(keptOfPaid);
  expect(await findFaults(app.db)).toEqual([]);
});

it('the whole fare of who left is kept, although the total stays the same', async () => {
  const cancellation_tiers = JSON.stringify([{ minHoursBefore: 0, penaltyPercent: 100 }]);
  family = await createFamily(app, { adult: 2 }, { trip: await createFamilyTrip(app, { cancellation_tiers }) });
  await steps.contracted(family.id, 10);
  await steps.pay(family.id, 2 * ADULT);
  const { body } = await steps.cancel(family.id, family.payer, {
    refundCents: 0,
    participants: [family.adults[1]?.id],
  });
  expect(body).toMatchObject({ places: 1, totalCents: 2 * ADULT });
  expect(await penalties()).toEqual([['penalty', ADULT]]);
});
