import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, createTrip } from '../../../../test/factories.ts';
import { ledgerOf, pixFor } from '../../../../test/pix.ts';
import { chosenOf, confirmLines, csv, reais, reserveAs, surname, upload } from '../../../../test/statements.ts';
import { findFaults } from '../../../platform/database/find-faults.ts';
import { unknownPayer } from '../../book/index.ts';
import { recordReportedNow } from '../index.ts';

const PRICE = 28_900;
const DEPOSIT = 8_670;

let app: TestApp;
let token: string;
let tripId: string;
beforeAll(async () => {
  app = await buildTestApp();
  ({ token } = await createPerson(app, 'OPERATOR'));
});
afterAll(() => app.close());
beforeEach(async () => {
  for (const { id } of (await list()).body.data) await dismiss(id);
  ({ id: tripId } = await createTrip(app, { capacity: 2, price_cents: PRICE }));
});

afterEach(async () => {
  // States are set without history.
  expect((await findFaults(app.db)).filter((fault) => !fault.startsWith('history'))).toEqual([]);
});

/** A Pix without a charge that we know. */
async function receive({ amountCents = DEPOSIT, payerName = 'ANA LIMA', minutesAgo = 0 } = {}): Promise<string> {
  const { db, jobs, changes } = app.app.deps;
  const parts = { db, jobs, changes, publicUrl: 'https://passeio.example' };
  const occurredAt = new Date(Date.now() - minutesAgo * 60_000);
  const pix = pixFor(undefined, { amountCents, payerName, occurredAt });
  expect(await recordReportedNow(parts, pix)).toBe('unmatched');
  return pix.reference;
}

const list = () => call(app, 'GET', '/api/payments/unmatched', { token });
const only = async () => (await list()).body.data[0].id;
const assign = (id: string, code: string, as = token) =>
  call(app, 'POST', `/api/payments/unmatched/${id}/assignment`, { token: as, body: { code } });
const dismiss = (id: string, as = token) =>
  call(app, 'POST', `/api/payments/unmatched/${id}/dismissal`, { token: as, body: { reason: 'Venda de camiseta' } });
const stateOf = async (id: string) => (await call(app, 'GET', `/api/reservations/${id}`, { token })).body;
const unknownCents = async () => {
  const transfers = await app.db.selectFrom('transfers').selectAll().execute();
  const centsOf = ({ from_account, to_account, amount_cents }: (typeof transfers)[number]) =>
    to_account === unknownPayer.id ? amount_cents : from_account === unknownPayer.id ? -amount_cents : 0;
  return transfers.reduce((cents, transfer) => cents + centsOf(transfer), 0);
};
const auditOf = (id: string) =>
  app.db.selectFrom('audit_entries').selectAll().where('subject_id', '=', id).orderBy('id').execute();

describe('a Pix that belongs to nobody we know', () => {
  it('waits for staff, the oldest first', async () => {
    await receive({ payerName: 'NOVA' });
    await receive({ payerName: 'ANTIGA', minutesAgo: 60 });
    const { body } = await list();
    expect(body.data.map(({ payerName }: { payerName: string }) => payerName)).toEqual(['ANTIGA', 'NOVA']);
    expect(body.page.total).toBe(2);
  });

  it('is recorded in the reservation whose code staff gives', async () => {
    const endToEndId = await receive();
    const { id, code } = await reserveAs(app, tripId, 'Ana Lima');
    const paymentId = await only();
    expect((await assign(paymentId, 'ZZZZZZ')).body.fields.code).toBe('Não há reserva com o código ZZZZZZ.');
    const { status, body } = await assign(paymentId, code.toLowerCase());
    expect([status, body.endToEndId]).toEqual([200, endToEndId]);
    expect(await ledgerOf(app, id)).toMatchObject([
      { kind: 'deposit', amount_cents: DEPOSIT, reference: endToEndId, payer_name: 'ANA LIMA' },
    ]);
    expect((await stateOf(id)).state).toBe('booked');
    expect((await list()).body.data).toEqual([]);
    expect((await assign(paymentId, code)).body.code).toBe('UNMATCHED_NOT_FOUND');
    expect((await auditOf(paymentId)).map(({ action }) => action)).toEqual(['payment.unmatched', 'payment.assigned']);
  });

  it('is with the unknown payer until staff says whose it is, with its day and fee', async () => {
    await receive({ minutesAgo: 90 });
    expect(await unknownCents()).toBe(DEPOSIT);
    const arrivals = app.db.selectFrom('transfers').selectAll().where('kind', '=', 'arrival');
    const arrival = await arrivals.where('id', '=', await only()).executeTakeFirstOrThrow();
    const { id, code } = await reserveAs(app, tripId, 'Ana Lima');
    await assign(await only(), code);
    expect(await ledgerOf(app, id)).toMatchObject([
      { from_account: unknownPayer.id, occurred_at: arrival.occurred_at, records_again: arrival.id },
    ]);
    expect(await unknownCents()).toBe(0);
    await receive();
    expect(await unknownCents()).toBe(DEPOSIT);
    await dismiss(await only());
    expect(await unknownCents()).toBe(0);
  });

  it('counts once where staff types it with another amount, and waits again when that is reversed', async () => {
    const endToEndId = await receive();
    const { id } = await reserveAs(app, tripId, 'Ana Lima');
    const typed = { kind: 'deposit', method: 'pix', amountCents: 5_000, endToEndId };
    const path = `/api/reservations/${id}/payments`;
    expect((await call(app, 'POST', path, { token, body: typed })).status).toBe(201);
    expect([await unknownCents(), (await list()).body.data]).toEqual([0, []]);
    const [entry] = await ledgerOf(app, id);
    const reason = { reason: 'Valor errado' };
    expect((await call(app, 'POST', `${path}/${entry?.id}/reversal`, { token, body: reason })).status).toBe(201);
    expect(await unknownCents()).toBe(DEPOSIT);
    expect((await list()).body.data).toMatchObject([{ endToEndId, amountCents: DEPOSIT }]);
  });

  it('that staff dismissed counts once staff types it, and waits again when that is reversed', async () => {
    const endToEndId = await receive();
    await dismiss(await only());
    const { id } = await reserveAs(app, tripId, 'Ana Lima');
    const typed = { kind: 'deposit', method: 'pix', amountCents: DEPOSIT, endToEndId };
    const path = `/api/reservations/${id}/payments`;
    for (let turn = 0; turn < 2; turn += 1) {
      expect((await call(app, 'POST', path, { token, body: typed })).status).toBe(201);
      expect(await unknownCents()).toBe(0);
      const entry = (await ledgerOf(app, id)).at(-1);
      const reason = { reason: 'Não era' };
      expect((await call(app, 'POST', `${path}/${entry?.id}/reversal`, { token, body: reason })).status).toBe(201);
      expect(await unknownCents()).toBe(DEPOSIT);
    }
  });

  it('for an expired reservation reinstates it, or is to be returned if its places are gone', async () => {
    const late = await reserveAs(app, tripId, 'Ana Lima');
    await app.db.updateTable('reservations').set({ state: 'expired' }).where('id', '=', late.id).execute();
    await receive();
    expect((await assign(await only(), late.code)).status).toBe(200);
    expect((await stateOf(late.id)).state).toBe('booked');

    const tooLate = await reserveAs(app, tripId, 'Bia Lima');
    await app.db.updateTable('reservations').set({ state: 'expired' }).where('id', '=', tooLate.id).execute();
    await reserveAs(app, tripId, 'Caio Lima');
    await receive();
    expect((await assign(await only(), tooLate.code)).status).toBe(200);
    const shown = await stateOf(tooLate.id);
    expect([shown.state, shown.refund.state, shown.refund.amountCents]).toEqual(['expired', 'due', DEPOSIT]);
  });

  it('needs a deliberate choice where its money is recorded already, by a statement or by hand', async () => {
    for (const recorded of ['statement', 'by hand']) {
      const name = `Ana ${surname()}`;
      const { id, code } = await reserveAs(app, tripId, name);
      // The bank does not say who paid.
      await receive({ payerName: '', minutesAgo: 1 });
      if (recorded === 'statement') {
        const file = csv([{ text: `Pix recebido ${name}`, amount: reais(DEPOSIT) }]);
        const { body } = await upload(app, token, file);
        expect((await confirmLines(app, token, body.id, chosenOf(body))).status).toBe(201);
      } else {
        const body = { kind: 'deposit', method: 'pix', amountCents: DEPOSIT };
        expect((await call(app, 'POST', `/api/reservations/${id}/payments`, { token, body })).status).toBe(201);
      }
      const paymentId = await only();
      const refused = await assign(paymentId, code);
      expect(refused).toMatchObject({
        status: 409,
        body: { code: 'DELIBERATE_CHOICE_NEEDED', fields: { isDeliberate: expect.stringContaining('86,70') } },
      });
      expect(await ledgerOf(app, id)).toHaveLength(1);
      const another = { token, body: { code, isDeliberate: true } };
      const path = `/api/payments/unmatched/${paymentId}/assignment`;
      expect((await call(app, 'POST', path, another)).status).toBe(200);
      expect(await ledgerOf(app, id)).toHaveLength(2);
    }
  });

  it('is dismissed with a reason', async () => {
    await receive();
    const { code } = await reserveAs(app, tripId, 'Ana Lima');
    const paymentId = await only();
    const path = `/api/payments/unmatched/${paymentId}/dismissal`;
    expect((await call(app, 'POST', path, { token, body: { reason: '' } })).status).toBe(400);
    expect((await dismiss(paymentId)).status).toBe(200);
    expect((await list()).body.data).toEqual([]);
    expect((await dismiss(paymentId)).body.code).toBe('UNMATCHED_NOT_FOUND');
    expect((await assign(paymentId, code)).body.code).toBe('UNMATCHED_NOT_FOUND');
    expect((await auditOf(paymentId)).at(-1)?.changes).toMatchObject({ reason: [null, 'Venda de camiseta'] });
  });

  it('decided by several at once is decided once', async () => {
    await receive();
    const one = await reserveAs(app, tripId, 'Ana Lima');
    const other = await reserveAs(app, tripId, 'Bia Lima');
    const paymentId = await only();
    const responses = await Promise.all([
      assign(paymentId, one.code),
      assign(paymentId, other.code),
      assign(paymentId, one.code),
      dismiss(paymentId),
      dismiss(paymentId),
    ]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404, 404]);
    const recorded = [...(await ledgerOf(app, one.id)), ...(await ledgerOf(app, other.id))];
    expect(recorded.length).toBeLessThanOrEqual(1);
  });

  it('is for staff only', async () => {
    await receive();
    const { payer, code } = await reserveAs(app, tripId, 'Ana Lima');
    const paymentId = await only();
    expect((await call(app, 'GET', '/api/payments/unmatched', { token: payer.token })).status).toBe(403);
    expect((await assign(paymentId, code, payer.token)).status).toBe(403);
    expect((await dismiss(paymentId, payer.token)).status).toBe(403);
  });
});
