import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, createPerson, createTrip } from '../../../test/factories.ts';
import { newEndToEndId } from '../../../test/pix.ts';
import { createReservation } from '../../../test/reservations.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { changeReservation } from '../reservations/index.ts';

const DAY_MS = 86_400_000;
const ZONE = 'Asia/Tokyo';

let app: TestApp;
let admin: { id: string; token: string };
let tripId: string;
beforeAll(async () => {
  app = await buildTestApp();
  admin = await createPerson(app, 'ADMIN');
  ({ id: tripId } = await createTrip(app));
  await app.db.updateTable('operator').set({ time_zone: ZONE }).execute();
});
afterAll(() => app.close());

const read = async (path = 'overview') => (await call(app, 'GET', `/api/${path}`, admin)).body;
const record = (id: string, body: object) => call(app, 'POST', `/api/reservations/${id}/payments`, { ...admin, body });
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);
const dayOf = (instant: Date) => instant.toLocaleDateString('sv-SE', { timeZone: ZONE });

it("shows the week's money on the days of the operator's calendar, without what was recorded by mistake", async () => {
  const id = await createReservation(app, admin, tripId);
  const paid = { kind: 'deposit', method: 'pix', amountCents: 3_000 };
  await record(id, { ...paid, occurredAt: daysAgo(2).toISOString() });
  await record(id, { ...paid, amountCents: 2_000 });
  await record(id, { ...paid, amountCents: 900, occurredAt: daysAgo(8).toISOString() });
  const { body } = await record(id, { ...paid, amountCents: 1_000, note: 'engano' });
  expect(body.receivedCents).toBe(6_900);
  const { data } = (await call(app, 'GET', `/api/reservations/${id}/payments`, admin)).body;
  const mistake = data.find(({ note }: { note: string }) => note === 'engano').id;
  const path = `/api/reservations/${id}/payments/${mistake}/reversal`;
  expect((await call(app, 'POST', path, { ...admin, body: { reason: 'Engano' } })).status).toBe(201);
  await record(id, { kind: 'refund', method: 'pix', amountCents: 500 });

  const { money } = await read();
  expect(money).toMatchObject({ receivedCents: 5_000, refundedCents: 500 });
  expect(money.days).toHaveLength(7);
  expect(money.days.at(-1)).toEqual({ date: dayOf(new Date()), receivedCents: 2_000, refundedCents: 500 });
  expect(money.days.at(-3)).toEqual({ date: dayOf(daysAgo(2)), receivedCents: 3_000, refundedCents: 0 });
});

it('counts what waits in the payments inbox, and which refunds are late', async () => {
  const nothing = {
    bankChecks: 0,
    receipts: 0,
    refunds: { refunds: 0, late: 0, cents: 0 },
    unmatched: { payments: 0, cents: 0 },
    withGuides: { payments: 0, cents: 0 },
    excessNotes: 0,
  };
  expect((await read('overview/today')).payments).toEqual(nothing);
  for (const receivedCents of [4_000, 1_000]) {
    const id = await createReservation(app, admin, tripId, { receivedCents });
    const body = { reason: 'Adoeceu' };
    await call(app, 'POST', `/api/reservations/${id}/cancellation`, { ...admin, body });
  }
  await inTransaction(app.db, async (trx) => {
    const late = trx.updateTable('refunds').set({ promised_for: '2026-01-02' }).where('amount_cents', '=', 1_000);
    const { reservation_id } = await late.returning('reservation_id').executeTakeFirstOrThrow();
    await changeReservation(trx, reservation_id, { refund_due_on: '2026-01-02' });
  });
  await app.db
    .insertInto('unmatched_payments')
    .values({
      id: randomUUIDv7(),
      provider: 'pix',
      reference: newEndToEndId(),
      method: 'pix',
      amount_cents: 700,
      description: 'A equipe já lançou um Pix.',
      occurred_at: new Date(),
    })
    .execute();
  await app.db
    .insertInto('unreadable_pix')
    .values({ id: randomUUIDv7(), reference: 'E1', charge_reference: 'T1' })
    .execute();
  app.app.deps.changes.announce('reservations');
  await expect
    .poll(async () => (await read('overview/today')).payments)
    .toEqual({
      receipts: 0,
      bankChecks: 0,
      refunds: { refunds: 2, late: 1, cents: 5_000 },
      unmatched: { payments: 2, cents: 700 },
      withGuides: { payments: 0, cents: 0 },
      excessNotes: 0,
    });
});
