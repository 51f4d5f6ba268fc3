import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson } from '../../../../test/factories.ts';
import { endPause } from '../../../../test/holds.ts';
import {
  createFamily,
  createFamilyTrip,
  departIn,
  entriesOf,
  type Family,
  placesTaken,
} from '../../../../test/parties.ts';
import { chargeOf, ledgerOf, newEndToEndId, pixFor, refundsOf } from '../../../../test/pix.ts';
import { findFaults } from '../../../platform/database/find-faults.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Payment } from '../../../ports/payments/port.ts';
import { recordReported, recordReportedNow } from './record-reported.ts';

const TOTAL = 18_900;
const DEPOSIT = 5_670;

let app: TestApp;
let family: Family;
beforeAll(async () => {
  app = await buildTestApp({ connections: 16 });
});
afterAll(() => app.close());
beforeEach(async () => {
  family = await createFamily(app, { adult: 1 });
});
afterEach(async () => {
  const faults = await findFaults(app.db, [family.trip.id]);
  // Reservations expire by SQL here, which writes no history.
  expect(faults.filter((fault) => !fault.startsWith('history'))).toEqual([]);
});

const parts = { jobs: { enqueue: async () => undefined }, publicUrl: 'https://exemplo.test' };
const record = (pix: Payment, { db } = app) => inTransaction(db, (trx) => recordReported(trx, parts, pix));
const rowOf = ({ id }: Family, { db } = app) =>
  db.selectFrom('reservations').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const change = ({ id }: Family, set: object) =>
  app.db.updateTable('reservations').set(set).where('id', '=', id).execute();
const unmatched = (endToEndId: string, { db } = app) =>
  db.selectFrom('unmatched_payments').selectAll().where('reference', '=', endToEndId).execute();

/** Records a Pix ten times at once, all of them waiting for the reservation. */
async function recordAtOnce(on: TestApp, of: Family, pix: Payment): Promise<string[]> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: locked, resolve: haveLock } = Promise.withResolvers<void>();
  const holding = inTransaction(on.db, async (trx) => {
    await sql`select from reservations where id = ${of.id} for update`.execute(trx);
    haveLock();
    await released;
  });
  await locked;
  const recording = Promise.all(Array.from({ length: 10 }, () => record(pix, on)));
  const waiting = sql<{ count: number }>`select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await waiting.execute(on.db)).rows[0]?.count).toBe(10);
  release();
  await holding;
  return recording;
}

describe('a Pix of a charge', () => {
  it('books the reservation, and says who paid and when', async () => {
    const charge = await chargeOf(app, family, 'deposit');
    const occurredAt = new Date('2026-11-01T12:00:00.000Z');
    const pix = pixFor(charge, { occurredAt });

    expect(await record(pix)).toBe('recorded');

    expect(await rowOf(family)).toMatchObject({ state: 'booked', received_cents: DEPOSIT });
    expect(await ledgerOf(app, family.id)).toMatchObject([
      {
        ...{ kind: 'deposit', direction: 'in', method: 'pix', amount_cents: DEPOSIT, payer_name: 'Helena Prado' },
        ...{ reference: pix.reference, occurred_at: occurredAt, recorded_via: 'provider', recorded_by: null },
        charge_id: charge.id,
      },
    ]);
    const paid = await app.db.selectFrom('charges').select('state').where('id', '=', charge.id).execute();
    expect(paid).toEqual([{ state: 'paid' }]);
    expect((await entriesOf(app, family.id)).at(-1)).toMatchObject({
      action: 'reservation.payment_received',
      actor_id: null,
      actor_name: 'Banco (Pix)',
      changes: { amountCents: [null, DEPOSIT], state: ['held', 'booked'] },
    });
  });

  it('counts once, notified again or by ten at once', async () => {
    const pix = pixFor(await chargeOf(app, family, 'deposit'));
    const outcomes = await recordAtOnce(app, family, pix);
    expect(outcomes.toSorted()).toEqual([...Array(9).fill('known'), 'recorded']);
    expect(await record(pix)).toBe('known');
    expect(await ledgerOf(app, family.id)).toHaveLength(1);
    expect((await rowOf(family)).received_cents).toBe(DEPOSIT);
  });

  it('would count again without the unique key: the race is real', async () => {
    const unguarded = await buildTestApp({ connections: 16 });
    const of = await createFamily(unguarded, { adult: 1 });
    const pix = pixFor(await chargeOf(unguarded, of, 'deposit'));
    await sql`drop index ledger_entries_reference_key`.execute(unguarded.db);
    expect(await recordAtOnce(unguarded, of, pix)).not.toContain('known');
    expect((await rowOf(of, unguarded)).received_cents).toBe(10 * DEPOSIT);
    await unguarded.close();
  });

  it('counts in part, and the rest stays due', async () => {
    const charge = await chargeOf(app, family, 'deposit');
    await record(pixFor(charge, { amountCents: 2_000 }));
    expect(await rowOf(family)).toMatchObject({ state: 'held', received_cents: 2_000 });
    expect(await chargeOf(app, family, 'deposit')).toMatchObject({ amountCents: DEPOSIT - 2_000 });
  });

  it('that is paid twice is kept, and what is too much is to be refunded', async () => {
    const charge = await chargeOf(app, family, 'full');
    await record(pixFor(charge));
    expect(await record(pixFor(charge))).toBe('recorded');
    expect(await rowOf(family)).toMatchObject({ state: 'booked', received_cents: 2 * TOTAL });
    expect(await refundsOf(app, family.id)).toMatchObject([{ amount_cents: TOTAL, reason: 'overpaid', state: 'due' }]);
  });

  it('counts although another charge took its place', async () => {
    const charge = await chargeOf(app, family, 'deposit');
    await chargeOf(app, family, 'full');
    await record(pixFor(charge));
    expect(await rowOf(family)).toMatchObject({ state: 'booked', received_cents: DEPOSIT });
  });
});

describe('a Pix that comes late', () => {
  const expire = () => change(family, { state: 'expired' });

  it('reinstates the reservation while its places are free', async () => {
    const charge = await chargeOf(app, family, 'deposit');
    await expire();
    const changes: string[] = [];
    const announcing = { ...parts, db: app.db, changes: { announce: (one: string) => void changes.push(one) } };
    expect(await recordReportedNow(announcing, pixFor(charge))).toBe('recorded');
    expect(await rowOf(family)).toMatchObject({ state: 'booked', refund_due_on: null });
    expect(await placesTaken(app, family.trip.id)).toBe(1);
    expect(await refundsOf(app, family.id)).toEqual([]);
    expect(changes).toEqual([`places:${family.trip.id}`]);
  });

  it('is to be refunded once they are taken', async () => {
    const trip = await createFamilyTrip(app, { capacity: 1 });
    family = await createFamily(app, { adult: 1 }, { trip });
    const charge = await chargeOf(app, family, 'deposit');
    await expire();
    await createFamily(app, { adult: 1 }, { trip });
    expect(await record(pixFor(charge))).toBe('recorded');
    expect(await rowOf(family)).toMatchObject({ state: 'expired', received_cents: DEPOSIT });
    expect(await refundsOf(app, family.id)).toMatchObject([{ amount_cents: DEPOSIT, reason: 'expired' }]);
  });

  it('is to be refunded where the payer has reserved again meanwhile', async () => {
    const charge = await chargeOf(app, family, 'deposit');
    await expire();
    await endPause(app, family.id);
    await createFamily(app, { adult: 1 }, { trip: family.trip, payer: family.payer });
    expect(await record(pixFor(charge))).toBe('recorded');
    expect((await rowOf(family)).state).toBe('expired');
    expect(await refundsOf(app, family.id)).toMatchObject([{ amount_cents: DEPOSIT, reason: 'expired' }]);
  });

  it('is to be refunded after the departure, and for a cancelled reservation', async () => {
    const charge = await chargeOf(app, family, 'deposit');
    await expire();
    await departIn(app, family.trip.id, -1);
    await record(pixFor(charge));
    expect((await rowOf(family)).state).toBe('expired');

    family = await createFamily(app, { adult: 1 });
    const other = await chargeOf(app, family, 'deposit');
    await call(app, 'POST', `/api/reservations/${family.id}/cancel`, { token: family.payer.token });
    await record(pixFor(other));
    const { body } = await call(app, 'GET', `/api/reservations/${family.id}`, { token: family.payer.token });
    expect(body).toMatchObject({
      state: 'cancelled',
      status: { key: 'refund_due' },
      toReturnCents: DEPOSIT,
      refund: { amountCents: DEPOSIT, reason: 'cancelled', state: 'due' },
    });
    expect(body.status.nextStep).toMatch(/^Reembolso de R\$\s56,70 previsto até \d\d\/\d\d\.$/);
  });
});

describe('a Pix of nobody that we know', () => {
  it.each([
    ['without a txid', ''],
    ['with a txid of somebody else', 'UMOUTROSISTEMA123'],
  ])('%s waits once, however often it is notified', async (_, txid) => {
    const pix = pixFor(undefined, { chargeReference: txid });
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => record(pix)));
    expect(outcomes.toSorted()).toEqual([...Array(9).fill('known'), 'unmatched']);
    expect(await unmatched(pix.reference)).toMatchObject([
      { charge_reference: txid, amount_cents: 10_000, state: 'waiting' },
    ]);
  });

  it('no longer waits once staff types it for a reservation', async () => {
    const staff = await createPerson(app, 'OPERATOR');
    const pix = pixFor(undefined, { amountCents: DEPOSIT });
    await record(pix);
    const { status } = await call(app, 'POST', `/api/reservations/${family.id}/payments`, {
      token: staff.token,
      body: { kind: 'deposit', method: 'pix', amountCents: DEPOSIT, endToEndId: pix.reference },
    });
    expect(status).toBe(201);
    expect(await unmatched(pix.reference)).toMatchObject([{ state: 'assigned', decided_by: staff.id }]);
    expect(await record(pix)).toBe('known');
  });
});

it('that staff typed already is known, whatever its txid', async () => {
  const staff = await createPerson(app, 'OPERATOR');
  const charge = await chargeOf(app, family, 'deposit');
  const endToEndId = newEndToEndId();
  await call(app, 'POST', `/api/reservations/${family.id}/payments`, {
    token: staff.token,
    body: { kind: 'deposit', method: 'pix', amountCents: DEPOSIT, endToEndId },
  });
  expect(await record(pixFor(charge, { reference: endToEndId }))).toBe('known');
  expect(await record(pixFor(undefined, { reference: endToEndId, amountCents: DEPOSIT }))).toBe('known');
  expect(await ledgerOf(app, family.id)).toHaveLength(1);
});

it('that staff typed with another amount waits for staff, once, and can be assigned when that is put right', async () => {
  const { token } = await createPerson(app, 'OPERATOR');
  const charge = await chargeOf(app, family, 'deposit');
  const pix = pixFor(charge);
  const { reference: endToEndId } = pix;
  const post = (path: string, body: object) => call(app, 'POST', `/api/${path}`, { token, body });
  const payments = `reservations/${family.id}/payments`;
  await post(payments, { kind: 'deposit', method: 'pix', amountCents: 5_000, endToEndId: endToEndId.toLowerCase() });
  expect(await record(pix)).toBe('unmatched');
  expect(await record(pix)).toBe('known');

  const { body } = await call(app, 'GET', '/api/payments/unmatched?size=100', { token });
  const [waiting] = body.data.filter((one: { endToEndId: string }) => one.endToEndId === endToEndId);
  expect(waiting).toMatchObject({ amountCents: DEPOSIT });
  expect(waiting.description).toMatch(
    /lançado na reserva [A-Z0-9]{6} com R\$\s50,00, mas o banco informa R\$\s56,70\./,
  );
  const assignment = `payments/unmatched/${waiting.id}/assignment`;
  const code = family.reservation.code;
  expect((await post(assignment, { code })).body.code).toBe('END_TO_END_ID_USED');
  const [entry] = await ledgerOf(app, family.id);
  await post(`${payments}/${entry?.id}/reversal`, { reason: 'Valor errado' });
  expect((await post(assignment, { code })).status).toBe(200);
  const { body: shown } = await call(app, 'GET', `/api/reservations/${family.id}`, { token });
  expect(shown.receivedCents).toBe(DEPOSIT);
});

it('that staff recorded by hand without its id waits for staff instead of counting twice', async () => {
  const staff = await createPerson(app, 'OPERATOR');
  const charge = await chargeOf(app, family, 'deposit');
  await call(app, 'POST', `/api/reservations/${family.id}/payments`, {
    token: staff.token,
    body: { kind: 'deposit', method: 'pix', amountCents: DEPOSIT },
  });
  const pix = pixFor(charge);
  expect(await record(pix)).toBe('unmatched');
  expect(await unmatched(pix.reference)).toMatchObject([
    { state: 'waiting', description: expect.stringContaining(`reserva ${(await rowOf(family)).code}`) },
  ]);
  expect(await ledgerOf(app, family.id)).toHaveLength(1);
});
