import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, type Person } from '../../../../test/factories.ts';
import { findFaults } from '../../../../test/invariants.ts';
import { ana, createFamily, type Family } from '../../../../test/parties.ts';
import { chargeOf, ledgerOf, pixFor, refundsOf } from '../../../../test/pix.ts';
import { pdf, sendReceipt } from '../../../../test/receipts.ts';
import { sweepHolds } from '../../reservations/index.ts';
import { recordReportedNow } from '../index.ts';

const DEPOSIT = 5_670;
const TOTAL = 18_900;

let app: TestApp;
let staff: Person;
let family: Family;
beforeAll(async () => {
  app = await buildTestApp();
  staff = await createPerson(app, 'OPERATOR');
  // PostgreSQL counts, whatever the code says that it writes.
  await sql`create table counted_updates (reservation_id uuid, columns text)`.execute(app.db);
  await sql`
    create function count_update() returns trigger language plpgsql as $$ begin
      insert into counted_updates select new.id, string_agg(after.key, ' ')
      from jsonb_each(to_jsonb(new)) after join jsonb_each(to_jsonb(old)) before using (key)
      where after.value is distinct from before.value;
      return null;
    end $$`.execute(app.db);
  await sql`create trigger counted after update on reservations for each row execute function count_update()`.execute(
    app.db,
  );
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.db.updateTable('operator').set({ pix_permille: 0 }).execute();
  family = await createFamily(app, { adult: 1 });
});

const post = (path: string, body: object, token = staff.token) => call(app, 'POST', `/api/${path}`, { token, body });

/** Which columns each UPDATE of the reservation's row changes while `act` runs. */
async function updatesOf(act: () => Promise<unknown>): Promise<string[]> {
  await sql`delete from counted_updates`.execute(app.db);
  await act();
  const { rows } = await sql<{ columns: string }>`
    select columns from counted_updates where reservation_id = ${family.id}`.execute(app.db);
  return rows.map(({ columns }) => columns);
}

const stateOf = async () =>
  (await app.db.selectFrom('reservations').select('state').where('id', '=', family.id).executeTakeFirstOrThrow()).state;

async function expectOneUpdate(act: () => Promise<unknown>): Promise<void> {
  expect(await updatesOf(act)).toHaveLength(1);
  expect(await findFaults(app.db, [family.trip.id])).toEqual([]);
}

async function report(charge: Parameters<typeof pixFor>[0], more: Parameters<typeof pixFor>[1] = {}): Promise<void> {
  const { db, jobs, changes } = app.app.deps;
  await recordReportedNow({ db, jobs, changes, publicUrl: 'https://passeio.example' }, pixFor(charge, more));
}

async function pay(amountCents: number, kind: 'deposit' | 'balance' | 'refund' = 'deposit'): Promise<void> {
  const { status, body } = await post(`reservations/${family.id}/payments`, { kind, method: 'cash', amountCents });
  expect(body).toMatchObject({ id: family.id });
  expect(status).toBe(201);
}

async function sentReceipt(): Promise<string> {
  const { status, body } = await sendReceipt(app, family.id, family.payer, pdf());
  expect(status).toBe(201);
  return body.id;
}

const receiptStates = async () =>
  (await app.db.selectFrom('receipts').select('state').where('reservation_id', '=', family.id).execute()).map(
    ({ state }) => state,
  );

describe('the row of a reservation is updated once', () => {
  it('by a Pix that books a hold', async () => {
    const charge = await chargeOf(app, family, 'deposit');
    await expectOneUpdate(() => report(charge));
    expect(await stateOf()).toBe('booked');
  });

  it('by a Pix that books a hold and accepts the receipt that waits', async () => {
    const charge = await chargeOf(app, family, 'deposit');
    await sentReceipt();
    await expectOneUpdate(() => report(charge));
    expect([await stateOf(), ...(await receiptStates())]).toEqual(['booked', 'accepted']);
  });

  it('by a Pix at a price of its own that books a hold and accepts the receipt that waits', async () => {
    await app.db.updateTable('operator').set({ pix_permille: -50 }).execute();
    const charge = await chargeOf(app, family, 'full');
    await sentReceipt();
    await expectOneUpdate(() => report(charge));
    expect([await stateOf(), ...(await receiptStates())]).toEqual(['booked', 'accepted']);
  });

  it('by a Pix of too much, of which a refund becomes due', async () => {
    const charge = await chargeOf(app, family, 'full');
    await expectOneUpdate(() => report(charge, { amountCents: TOTAL + 1_000 }));
    expect(await refundsOf(app, family.id)).toMatchObject([{ state: 'due', amount_cents: 1_000 }]);
  });

  it('by staff who accepts a receipt', async () => {
    await chargeOf(app, family, 'deposit');
    const receipt = await sentReceipt();
    await expectOneUpdate(async () => {
      const { status } = await post(`payments/receipts/${receipt}/approval`, { amountCents: DEPOSIT });
      expect(status).toBe(201);
    });
    expect([await stateOf(), ...(await receiptStates())]).toEqual(['booked', 'accepted']);
    const [entry] = await ledgerOf(app, family.id);
    const receipts = app.db.selectFrom('receipts').select('transfer_id').where('id', '=', receipt);
    expect(await receipts.executeTakeFirst()).toEqual({ transfer_id: entry?.id });
  });

  it('by a refund that staff pays, of what was due', async () => {
    const charge = await chargeOf(app, family, 'full');
    await report(charge, { amountCents: TOTAL + 1_000 });
    await expectOneUpdate(() => pay(1_000, 'refund'));
    expect(await refundsOf(app, family.id)).toMatchObject([{ state: 'paid', amount_cents: 1_000 }]);
  });

  it('by a refund beyond what was due, which leaves a hold', async () => {
    await pay(DEPOSIT);
    await expectOneUpdate(() => pay(1_000, 'refund'));
    expect(await stateOf()).toBe('held');
  });

  it('by a payment that was put right, which leaves a hold', async () => {
    await pay(DEPOSIT);
    const [entry] = await ledgerOf(app, family.id);
    await expectOneUpdate(async () => {
      const path = `reservations/${family.id}/payments/${entry?.id}/reversal`;
      expect((await post(path, { reason: 'Lançado por engano' })).status).toBe(201);
    });
    expect(await stateOf()).toBe('held');
  });

  it('by a cancellation, of which a refund becomes due', async () => {
    await pay(TOTAL);
    await expectOneUpdate(async () => {
      const { status } = await post(`reservations/${family.id}/cancel`, { refundCents: TOTAL }, family.payer.token);
      expect(status).toBe(200);
    });
    expect(await refundsOf(app, family.id)).toMatchObject([{ state: 'due', amount_cents: TOTAL }]);
  });

  it('by a discount, of which a refund becomes due', async () => {
    await pay(TOTAL);
    await expectOneUpdate(async () => {
      const discount = { amountCents: -1_000, reason: 'Cortesia' };
      expect((await post(`reservations/${family.id}/adjustments`, discount)).status).toBe(201);
    });
    expect(await refundsOf(app, family.id)).toMatchObject([{ state: 'due', amount_cents: 1_000 }]);
  });

  it('by a Pix that books people who were added later', async () => {
    await pay(DEPOSIT);
    const fareId = family.trip.fares.adult;
    const added = await post(`reservations/${family.id}/participants`, { ...ana, fareId }, family.payer.token);
    expect(added.status).toBe(201);
    const charge = await chargeOf(app, family, 'deposit');
    await expectOneUpdate(() => report(charge));
    const held = app.db.selectFrom('participants').select('id').where('held_until', 'is not', null);
    expect(await held.where('reservation_id', '=', family.id).execute()).toEqual([]);
  });
});

it('a Pix that takes the places of an expired hold again updates its row twice at most', async () => {
  await app.db.updateTable('operator').set({ pix_permille: -50 }).execute();
  const charge = await chargeOf(app, family, 'full');
  const deadline = new Date(Date.now() - 60_000);
  await app.db.updateTable('reservations').set({ hold_expires_at: deadline }).where('id', '=', family.id).execute();
  const { db, jobs, changes, logger } = app.app.deps;
  await sweepHolds({ db, jobs, changes, logger, publicUrl: 'https://passeio.example', askBank: async () => undefined });
  expect(await stateOf()).toBe('expired');
  expect((await updatesOf(() => report(charge))).length).toBeLessThanOrEqual(2);
  expect(await stateOf()).toBe('booked');
  expect(await findFaults(app.db, [family.trip.id])).toEqual([]);
});
