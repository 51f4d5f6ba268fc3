import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, type Person } from '../../../../test/factories.ts';
import { createFamily, createFamilyTrip, entriesOf, type Family } from '../../../../test/parties.ts';
import { pixFor } from '../../../../test/pix.ts';
import { openCharge, pdf, reviewReceipt, sendReceipt } from '../../../../test/receipts.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { recordReported } from '../provider/record-reported.ts';

const PRICE = 18_900;
const DEPOSIT = 5_670;
const HOUR_MS = 3_600_000;
const pixId = (turn: string) => `E1823612020261122${turn.padStart(15, '0')}`;

let app: TestApp;
let staff: Person;
beforeAll(async () => {
  app = await buildTestApp({ connections: 20 });
  staff = await createPerson(app, 'OPERATOR');
});
afterAll(() => app.close());

interface Sent extends Family {
  receiptId: string;
}

/** A reservation of one adult whose receipt waits. */
async function withReceipt(family?: Family, content = pdf()): Promise<Sent> {
  const made = family ?? (await createFamily(app, { adult: 1 }));
  const { status, body } = await sendReceipt(app, made.id, made.payer, content);
  expect(status).toBe(201);
  return { ...made, receiptId: body.id };
}
const details = async ({ id, payer }: Family) =>
  (await call(app, 'GET', `/api/reservations/${id}`, { token: payer.token })).body;
const ledger = async (id: string) =>
  (await call(app, 'GET', `/api/reservations/${id}/payments`, { token: staff.token })).body.data;
const queue = async (query = '') =>
  (await call(app, 'GET', `/api/payments/receipts${query}`, { token: staff.token })).body;
const entry = (id: string) => app.db.selectFrom('receipts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('an accepted receipt', () => {
  it('records the money of its charge: booked, charge paid, entry linked, in the timeline', async () => {
    const family = await createFamily(app, { adult: 1 });
    const charge = await openCharge(app, family.id, { purpose: 'deposit', amountCents: DEPOSIT });
    const { receiptId, id } = await withReceipt(family);

    const response = await reviewReceipt(app, receiptId, staff, { amountCents: DEPOSIT, endToEndId: pixId('1') });

    expect(response).toMatchObject({
      status: 201,
      body: {
        id: receiptId,
        state: 'accepted',
        reservation: { receivedCents: DEPOSIT },
        received: [{ kind: 'deposit' }],
      },
    });
    expect(await details(family)).toMatchObject({ state: 'booked', charge: null, receipt: { state: 'accepted' } });
    const [recorded, ...more] = await ledger(id);
    expect(more).toEqual([]);
    expect(recorded).toMatchObject({ kind: 'deposit', method: 'pix', amountCents: DEPOSIT, endToEndId: pixId('1') });
    expect(await entry(receiptId)).toMatchObject({ transfer_id: recorded.id, reviewed_by: staff.id });
    const paid = await app.db.selectFrom('charges').select('state').where('id', '=', charge.id).executeTakeFirst();
    expect(paid).toEqual({ state: 'paid' });
    const actions = (await entriesOf(app, id)).map(({ action }) => action);
    expect(actions.filter((action) => action === 'reservation.receipt_accepted')).toHaveLength(1);
    expect(actions).toContain('reservation.payment_recorded');
  });

  it.each([
    ['less than the deposit', 1_000, 'deposit', 'held'],
    ['the deposit', DEPOSIT, 'deposit', 'booked'],
    ['everything', PRICE, 'full', 'booked'],
    ['more than everything', PRICE + 500, 'full', 'booked'],
  ])('without a charge counts as what is missing: %s', async (_, amountCents, kind, state) => {
    const sent = await withReceipt();
    await reviewReceipt(app, sent.receiptId, staff, { amountCents });
    expect(await ledger(sent.id)).toMatchObject([{ kind, amountCents }]);
    expect(await details(sent)).toMatchObject({ state, toReturnCents: Math.max(amountCents - PRICE, 0) });
  });

  it('of an expired reservation reinstates it while its places are free, else a refund is due', async () => {
    const trip = await createFamilyTrip(app, { capacity: 1 });
    const expire = (id: string) =>
      app.db.updateTable('reservations').set({ state: 'expired' }).where('id', '=', id).execute();
    const first = await withReceipt(await createFamily(app, { adult: 1 }, { trip }));
    await expire(first.id);
    await reviewReceipt(app, first.receiptId, staff, { amountCents: DEPOSIT });
    expect(await details(first)).toMatchObject({ state: 'booked' });

    await app.db.updateTable('trips').set({ capacity: 2 }).where('id', '=', trip.id).execute();
    const second = await withReceipt(await createFamily(app, { adult: 1 }, { trip }));
    await expire(second.id);
    await createFamily(app, { adult: 1 }, { trip });
    await reviewReceipt(app, second.receiptId, staff, { amountCents: DEPOSIT });
    expect(await details(second)).toMatchObject({ state: 'expired', refund: { amountCents: DEPOSIT } });
  });

  it('is reviewed once, although many review it at once', async () => {
    const { id, receiptId } = await withReceipt();
    const responses = await Promise.all(
      Array.from({ length: 6 }, (_, turn) =>
        reviewReceipt(app, receiptId, staff, turn % 2 ? { amountCents: DEPOSIT } : { reason: 'Não entrou' }),
      ),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
    for (const { status, body } of responses) if (status === 409) expect(body.code).toBe('RECEIPT_REVIEWED');
    expect((await ledger(id)).length).toBeLessThanOrEqual(1);
  });

  it('with the Pix of another reservation is refused beside it, and goes on waiting', async () => {
    const one = await withReceipt();
    await reviewReceipt(app, one.receiptId, staff, { amountCents: DEPOSIT, endToEndId: pixId('77') });
    const other = await withReceipt();
    const response = await reviewReceipt(app, other.receiptId, staff, {
      amountCents: DEPOSIT,
      endToEndId: pixId('77'),
    });
    expect(response).toMatchObject({ status: 409, body: { code: 'END_TO_END_ID_USED' } });
    expect(response.body.fields.endToEndId).toContain(one.reservation.code);
    expect(await entry(other.receiptId)).toMatchObject({ state: 'submitted', reviewed_at: null });
    expect(await details(other)).toMatchObject({ state: 'held', receivedCents: 0 });
  });

  it('is refused without a right amount', async () => {
    const { receiptId } = await withReceipt();
    for (const amountCents of [0, -1, 1.5, 10_000_001]) {
      expect((await reviewReceipt(app, receiptId, staff, { amountCents })).status).toBe(400);
    }
    expect((await reviewReceipt(app, crypto.randomUUID(), staff, { amountCents: 1 })).body.code).toBe(
      'RECEIPT_NOT_FOUND',
    );
  });

  it('needs nobody once the bank reports its charge', async () => {
    const family = await createFamily(app, { adult: 1 });
    const { txid } = await openCharge(app, family.id, { purpose: 'deposit', amountCents: DEPOSIT });
    const { receiptId } = await withReceipt(family);
    const pix = pixFor({ txid, amountCents: DEPOSIT });
    const parts = { jobs: app.app.deps.jobs, publicUrl: 'https://passeio.example' };
    await inTransaction(app.db, (trx) => recordReported(trx, parts, pix));
    expect(await details(family)).toMatchObject({ state: 'booked', receipt: { state: 'accepted' } });
    expect((await reviewReceipt(app, receiptId, staff, { amountCents: DEPOSIT })).body.code).toBe('RECEIPT_REVIEWED');
    expect(await ledger(family.id)).toHaveLength(1);
  });

  it('needs nobody once staff has typed its Pix', async () => {
    const family = await createFamily(app, { adult: 1 });
    await openCharge(app, family.id, { purpose: 'deposit', amountCents: DEPOSIT });
    const { receiptId } = await withReceipt(family);
    const body = { kind: 'deposit', method: 'pix', amountCents: DEPOSIT };
    await call(app, 'POST', `/api/reservations/${family.id}/payments`, { token: staff.token, body });
    expect((await reviewReceipt(app, receiptId, staff, { amountCents: DEPOSIT })).body.code).toBe('RECEIPT_REVIEWED');
    expect(await ledger(family.id)).toHaveLength(1);
  });
});

it('a receipt goes on waiting, and the hold with it, where the bank reports only a part of its money', async () => {
  const family = await createFamily(app, { adult: 1 });
  const { txid } = await openCharge(app, family.id, { purpose: 'deposit', amountCents: DEPOSIT });
  const { receiptId } = await withReceipt(family);
  const pix = pixFor({ txid, amountCents: 1 });
  const parts = { jobs: app.app.deps.jobs, publicUrl: 'https://passeio.example' };
  await inTransaction(app.db, (trx) => recordReported(trx, parts, pix));
  expect(await details(family)).toMatchObject({ state: 'held', receivedCents: 1, receipt: { state: 'submitted' } });
  // Staff says that it shows the other part.
  expect((await reviewReceipt(app, receiptId, staff, { amountCents: DEPOSIT - 1 })).status).toBe(409);
  expect((await reviewReceipt(app, receiptId, staff, { amountCents: DEPOSIT - 1, isOther: true })).status).toBe(201);
  expect((await details(family)).state).toBe('booked');
});

describe('a rejected receipt', () => {
  const setDeadline = (id: string, holdExpiresAt: Date) =>
    app.db.updateTable('reservations').set({ hold_expires_at: holdExpiresAt }).where('id', '=', id).execute();

  it('says why on the reservation, which gets two hours more and takes another receipt', async () => {
    const sent = await withReceipt();
    await setDeadline(sent.id, new Date(Date.now() - HOUR_MS));
    const before = Date.now();
    const response = await reviewReceipt(app, sent.receiptId, staff, {
      reason: '  O valor ainda não entrou na conta. ',
    });
    expect(response).toMatchObject({
      status: 201,
      body: { state: 'rejected', reason: 'O valor ainda não entrou na conta.' },
    });
    const body = await details(sent);
    expect(body).toMatchObject({
      state: 'held',
      receipt: { state: 'rejected', reason: 'O valor ainda não entrou na conta.' },
    });
    const deadline = new Date(body.holdExpiresAt).getTime();
    expect(deadline).toBeGreaterThanOrEqual(before + 2 * HOUR_MS);
    expect(deadline).toBeLessThan(Date.now() + 2 * HOUR_MS + 1);
    expect((await entriesOf(app, sent.id)).at(-1)).toMatchObject({ action: 'reservation.receipt_rejected' });
    expect((await sendReceipt(app, sent.id, sent.payer, pdf())).status).toBe(201);
  });

  it('stays on the ledger beside later ones, the newest first', async () => {
    const sent = await withReceipt();
    await reviewReceipt(app, sent.receiptId, staff, { reason: 'Imagem ilegível' });
    const later = await withReceipt(sent, pdf('another'));
    const { body } = await call(app, 'GET', `/api/reservations/${sent.id}/payments`, { token: staff.token });
    expect(body.receipts).toMatchObject([
      { id: later.receiptId, state: 'submitted', hasFile: true },
      { id: sent.receiptId, state: 'rejected', reason: 'Imagem ilegível' },
    ]);
  });

  it('shortens no longer deadline, and gives none after the departure', async () => {
    const longer = await withReceipt();
    const deadline = new Date(Date.now() + 20 * HOUR_MS);
    await setDeadline(longer.id, deadline);
    await reviewReceipt(app, longer.receiptId, staff, { reason: 'Ilegível' });
    expect((await details(longer)).holdExpiresAt).toBe(deadline.toISOString());

    const late = await withReceipt();
    const departs_at = new Date(Date.now() + HOUR_MS);
    await app.db.updateTable('trips').set({ departs_at }).where('id', '=', late.trip.id).execute();
    await setDeadline(late.id, new Date(Date.now() - HOUR_MS));
    await reviewReceipt(app, late.receiptId, staff, { reason: 'Ilegível' });
    expect((await details(late)).holdExpiresAt).toBe(departs_at.toISOString());
  });

  it('needs a reason', async () => {
    const { receiptId } = await withReceipt();
    expect(await reviewReceipt(app, receiptId, staff, { reason: ' ' })).toMatchObject({ status: 400 });
    expect(await entry(receiptId)).toMatchObject({ state: 'submitted' });
  });
});

describe('the queue of receipts', () => {
  beforeEach(() =>
    app.db
      .updateTable('receipts')
      .set({ state: 'accepted', reviewed_at: new Date() })
      .where('state', '=', 'submitted')
      .execute(),
  );

  it('has departures of the next three days first, then the oldest, with what is expected', async () => {
    const trip = await createFamilyTrip(app, { departs_at: new Date(Date.now() + 48 * HOUR_MS) });
    const gone = await createFamilyTrip(app);
    const oldest = await createFamily(app, { adult: 1 }, { trip: gone });
    const { txid } = await openCharge(app, oldest.id, { purpose: 'deposit', amountCents: DEPOSIT });
    const first = await withReceipt(oldest);
    await app.db
      .updateTable('trips')
      .set({ departs_at: new Date(Date.now() - HOUR_MS) })
      .where('id', '=', gone.id)
      .execute();
    const second = await withReceipt();
    const soon = await withReceipt(await createFamily(app, { adult: 2 }, { trip }));

    const { data, page } = await queue();

    expect(page).toEqual({ number: 1, size: 20, total: 3 });
    expect(data.map(({ id }: { id: string }) => id)).toEqual([soon.receiptId, first.receiptId, second.receiptId]);
    expect(data[0]).toMatchObject({ expectedCents: 2 * PRICE, txid: null, trip: { id: trip.id }, sameFile: [] });
    expect(data[1]).toMatchObject({
      expectedCents: DEPOSIT,
      txid,
      reservation: { id: first.id, code: first.reservation.code, dueCents: PRICE },
    });
    expect((await queue('?size=1&page=2')).data).toMatchObject([{ id: first.receiptId }]);
    expect((await queue('?state=rejected')).data.every(({ state }: { state: string }) => state === 'rejected')).toBe(
      true,
    );
    expect((await call(app, 'GET', '/api/payments/receipts?state=x', { token: staff.token })).status).toBe(400);
    const counted = await call(app, 'GET', '/api/payments/to-do', { token: staff.token });
    expect(counted.body).toMatchObject({ receipts: 3, refunds: expect.any(Number), unmatched: 0 });
  });

  it('points out a file that was sent for another reservation, or accepted for this one', async () => {
    const file = pdf();
    const one = await withReceipt(undefined, file);
    await reviewReceipt(app, one.receiptId, staff, { reason: 'Ilegível' });
    // Sent again after a rejection: nothing to point out.
    const again = await withReceipt(one, file);
    expect((await queue()).data).toMatchObject([{ id: again.receiptId, sameFile: [] }]);
    await reviewReceipt(app, again.receiptId, staff, { amountCents: DEPOSIT });
    const balance = await withReceipt(one, file);
    const other = await withReceipt(undefined, file);
    const used = { reservationId: one.id, tripId: one.trip.id, code: one.reservation.code };
    expect((await queue()).data).toMatchObject([
      {
        id: balance.receiptId,
        sameFile: [used, { reservationId: other.id }],
        received: [{ kind: 'deposit', amountCents: DEPOSIT }],
      },
      { id: other.receiptId, sameFile: [used] },
    ]);
  });

  it('asks the database as often for many as for one', async () => {
    await withReceipt();
    const connect = vi.spyOn(app.pool, 'connect');
    await queue();
    const forOne = connect.mock.calls.length;
    expect(forOne).toBeGreaterThan(3);
    for (let count = 0; count < 4; count += 1) await withReceipt();
    connect.mockClear();
    expect((await queue()).data).toHaveLength(5);
    expect(connect.mock.calls.length).toBe(forOne);
    connect.mockRestore();
  });
});
