import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type DemoBank, startDemoBank } from '../../../../../demo/bank/index.ts';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { PATIENT_LIMITS } from '../../../../test/banks/demo-bank.ts';
import { call, createPerson, createTrip, type Person } from '../../../../test/factories.ts';
import { entriesOf } from '../../../../test/parties.ts';
import { pixApi } from '../../../ports/payments/pix-api.ts';
import type { PaymentProvider } from '../../../ports/payments/port.ts';
import { providerTable } from '../../../ports/payments/providers.ts';
import { emailReader } from '../../email-facts/index.ts';
import { recordReportedNow } from '../index.ts';
import { findRefund } from './refunds.queries.ts';
import { updateSentRefunds } from './send-refund.ts';

const PRICE = 28_900;
const DEPOSIT = 8_670;

let dataDir: string;
let bank: DemoBank;
let payments: PaymentProvider;
let app: TestApp;
let token: string;
let tripId: string;
// biome-ignore lint/suspicious/noExplicitAny: e-mails of every kind
let emails: any[];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'passeio-bank-'));
  bank = await startDemoBank({ dataDir, pagePort: 0 });
});
afterAll(async () => {
  await bank.stop();
  await rm(dataDir, { recursive: true });
});
beforeEach(async () => {
  emails = [];
  payments = pixApi({ ...bank.access, limits: { ...PATIENT_LIMITS, breakMs: 50 } });
  app = await buildTestApp({
    deps: ({ jobs }) => ({
      providers: providerTable([payments]),
      jobs: { ...jobs, enqueue: async (_, data) => void emails.push(data) },
    }),
  });
  ({ token } = await createPerson(app, 'OPERATOR'));
  ({ id: tripId } = await createTrip(app, { capacity: 1_000, price_cents: PRICE }));
});
afterEach(async () => {
  bank.system.condition = 'open';
  bank.system.accounts.skewMs = 0;
  await app.close();
  await payments.close();
});

const parts = () => {
  const { db, changes, jobs, logger, providers } = app.app.deps;
  return { db, changes, jobs, logger, providers, publicUrl: 'https://passeio.example' };
};

/** The e-mails about paid refunds, with what they say. */
function sentOfRefund() {
  const read = emailReader(app.db, 'https://passeio.example', app.app.deps.emailCodeKey);
  const surroundings = {
    now: new Date(),
    timeZone: 'America/Sao_Paulo',
    brand: { phone: '', whatsapp: '', email: '' },
  };
  const sent = emails.filter(({ kind }) => kind === 'refundPaid');
  return Promise.all(sent.map(async (email) => ({ to: email.to, ...(await read(email, surroundings)) })));
}

async function reserve(payer?: Person): Promise<{ id: string; payer: Person; code: string }> {
  const person = payer ?? (await createPerson(app));
  const { status, body } = await call(app, 'POST', `/api/trips/enrrol/${tripId}`, { token: person.token });
  expect(status).toBe(201);
  return { id: body.id, payer: person, code: body.code };
}

/** Pays by Pix through the bank. */
async function payByPix({ id, payer }: { id: string; payer: Person }, purpose: string): Promise<void> {
  const path = `/api/reservations/${id}/charges`;
  const { body: charge } = await call(app, 'POST', path, { token: payer.token, body: { purpose } });
  await receive(charge.txid, charge.amountCents);
}
async function receive(txid: string, amountCents: number): Promise<void> {
  const { endToEndId } = bank.system.accounts.receive({ txid, amountCents, payerName: 'ANA' });
  const pix = await payments.find(endToEndId);
  expect(pix && (await recordReportedNow(parts(), pix))).toBe('recorded');
}

const cancel = (id: string) =>
  call(app, 'POST', `/api/reservations/${id}/cancellation`, { token, body: { reason: 'Desistiu' } });
const typed = (id: string, kind: string, amountCents: number) =>
  call(app, 'POST', `/api/reservations/${id}/payments`, { token, body: { kind, method: 'pix', amountCents } });
const list = (state = 'open') => call(app, 'GET', `/api/payments/refunds?state=${state}`, { token });
const change = (id: string, body: object) => call(app, 'PUT', `/api/payments/refunds/${id}`, { token, body });
const pay = async (id: string, way: object, headers: Record<string, string> = {}) => {
  const body = { amountCents: (await findRefund(app.db, id))?.amount_cents, ...way };
  return call(app, 'POST', `/api/payments/refunds/${id}/payment`, { token, body, headers });
};
const refundOf = (reservationId: string) =>
  app.db.selectFrom('refunds').select('id').where('reservation_id', '=', reservationId).executeTakeFirstOrThrow();
const onlyRefund = async () => (await list()).body.data[0];
const received = async (id: string) =>
  (
    await app.db.selectFrom('reservations').select(['received_cents', 'refunded_cents']).where('id', '=', id).execute()
  )[0];
const returns = () => [...bank.system.accounts.pix.values()].flatMap(({ refunds }) => refunds);

async function cancelledWithTypedDeposit() {
  const reservation = await reserve();
  expect((await typed(reservation.id, 'deposit', DEPOSIT)).status).toBe(201);
  expect((await cancel(reservation.id)).status).toBe(200);
  return { ...reservation, refund: await onlyRefund() };
}

async function cancelledWithPix(...purposes: string[]) {
  const reservation = await reserve();
  for (const purpose of purposes) await payByPix(reservation, purpose);
  expect((await cancel(reservation.id)).status).toBe(200);
  return { ...reservation, refund: await onlyRefund() };
}

describe('what must go back', () => {
  it('is listed with who, why, until when and in all, the earliest promise first', async () => {
    const one = await cancelledWithTypedDeposit();
    const other = await cancelledWithTypedDeposit();
    const { refund } = one;
    expect(refund).toMatchObject({ amountCents: DEPOSIT, reason: 'cancelled', state: 'due', throughProvider: false });
    const otherId = (await refundOf(other.id)).id;
    expect((await change(otherId, { promisedFor: '2020-01-31', pixKey: '529.982.247-25' })).body).toMatchObject({
      promisedFor: '2020-01-31',
      pixKey: '52998224725',
      isLate: true,
    });
    const { body } = await list();
    expect(body.data.map(({ reservation }: { reservation: { code: string } }) => reservation.code)).toEqual([
      other.code,
      one.code,
    ]);
    expect(body).toMatchObject({ sumCents: 2 * DEPOSIT, page: { total: 2 } });
    expect(body.data[1]).toMatchObject({ isLate: false, pixKey: '' });
    const audited = (await entriesOf(app, other.id)).findLast(({ action }) => action === 'reservation.refund_changed');
    expect(audited?.changes).toMatchObject({
      pixKey: ['', '•••4725'],
      promisedFor: [expect.any(String), '2020-01-31'],
    });
    const { body: mine } = await call(app, 'GET', `/api/reservations/${other.id}`, { token: other.payer.token });
    expect(mine.refund).toMatchObject({ state: 'due', promisedFor: '2020-01-31', amountCents: DEPOSIT });
    expect(mine.refund.pixKey).toBe('•••4725');
  });

  it('takes only a Pix key that exists', async () => {
    const { refund } = await cancelledWithTypedDeposit();
    const { status, body } = await change(refund.id, { promisedFor: '2030-01-31', pixKey: '123' });
    expect([status, Object.keys(body.fields)]).toEqual([400, ['pixKey']]);
    expect((await change(refund.id, { promisedFor: '2030-01-31', pixKey: ' ' })).body.pixKey).toBe('');
  });

  it('is for staff only', async () => {
    const { refund, payer } = await cancelledWithTypedDeposit();
    for (const [method, path] of [
      ['GET', '/api/payments/refunds'],
      ['PUT', `/api/payments/refunds/${refund.id}`],
      ['POST', `/api/payments/refunds/${refund.id}/payment`],
    ] as const) {
      const body = method === 'GET' ? undefined : {};
      expect((await call(app, method, path, { token: payer.token, body })).status).toBe(403);
      expect((await call(app, method, path, { body })).status).toBe(401);
    }
  });
});

describe('a refund whose amount changed after staff saw it', () => {
  it.each([{ via: 'hand', method: 'pix' }, { via: 'provider' }])(
    'is not paid $via, and is answered with the amount of now',
    async (way) => {
      const reservation = await reserve();
      await payByPix(reservation, 'deposit');
      const [{ reference: txid } = { reference: '' }] = await app.db
        .selectFrom('charges')
        .select('reference')
        .execute();
      await cancel(reservation.id);
      const seen = await onlyRefund();
      expect(seen).toMatchObject({ amountCents: DEPOSIT, throughProvider: true });
      await receive(txid, 5_000);
      const body = { ...way, amountCents: seen.amountCents };
      const refused = await pay(seen.id, body, { 'idempotency-key': 'seen' });
      const now = { code: 'REFUND_CHANGED', amountCents: DEPOSIT + 5_000 };
      expect(refused).toMatchObject({ status: 409, body: now });
      expect(await pay(seen.id, { ...way, amountCents: 0 })).toMatchObject({ status: 409, body: now });
      expect(await received(reservation.id)).toMatchObject({ refunded_cents: 0 });
      expect(await onlyRefund()).toMatchObject({ state: 'due', amountCents: DEPOSIT + 5_000 });
      expect((await pay(seen.id, { ...way, amountCents: DEPOSIT + 5_000 })).status).toBe(200);
    },
  );

  it('is refused where nobody said what they saw', async () => {
    const { refund } = await cancelledWithTypedDeposit();
    const refused = await pay(refund.id, { via: 'hand', method: 'pix', amountCents: undefined });
    expect(refused).toMatchObject({ status: 400, body: { fields: { amountCents: expect.any(String) } } });
  });
});

describe('a refund paid by hand', () => {
  it('is in the ledger, reads "Reembolsado" to the payer, who is notified once, and cannot be paid again', async () => {
    const { id, payer, code, refund } = await cancelledWithTypedDeposit();
    await change(refund.id, { promisedFor: '2030-01-31', pixKey: 'ana@exemplo.com.br' });
    const body = { via: 'hand', method: 'pix', endToEndId: `E${'1'.repeat(31)}` };
    const paid = await pay(refund.id, body, { 'idempotency-key': 'one' });
    expect(paid.body).toMatchObject({ state: 'paid', amountCents: DEPOSIT, paidAt: expect.any(String) });
    expect((await pay(refund.id, body, { 'idempotency-key': 'one' })).body).toEqual(paid.body);
    expect((await pay(refund.id, body)).body.code).toBe('REFUND_NOT_DUE');
    expect(await received(id)).toEqual({ received_cents: 0, refunded_cents: DEPOSIT });
    expect((await list()).body).toMatchObject({ data: [], sumCents: 0 });
    expect((await list('paid')).body).toMatchObject({ data: [{ id: refund.id }], sumCents: DEPOSIT });
    const { body: mine } = await call(app, 'GET', `/api/reservations/${id}`, { token: payer.token });
    expect([mine.refund.state, mine.status.label]).toEqual(['paid', expect.stringMatching(/reembols/i)]);
    expect(await sentOfRefund()).toMatchObject([
      { to: payer.email, data: { code, amountCents: DEPOSIT, toPixKey: 'a•••@exemplo.com.br', isReturned: false } },
    ]);
  });

  it('of which a part is typed at the reservation leaves the rest due', async () => {
    const { id, payer, refund } = await cancelledWithTypedDeposit();
    expect((await typed(id, 'refund', 1_000)).status).toBe(201);
    expect(await onlyRefund()).toMatchObject({ id: refund.id, amountCents: DEPOSIT - 1_000, state: 'due' });
    expect((await list('paid')).body.data).toMatchObject([{ amountCents: 1_000, reason: 'cancelled' }]);
    expect((await typed(id, 'refund', DEPOSIT - 1_000)).status).toBe(201);
    expect((await list()).body.data).toEqual([]);
    const { body: mine } = await call(app, 'GET', `/api/reservations/${id}`, { token: payer.token });
    expect(mine.refund.state).toBe('paid');
    expect(emails.filter(({ kind }) => kind === 'refundPaid')).toHaveLength(2);
  });

  it('by several at once goes out once', async () => {
    const { id, refund } = await cancelledWithTypedDeposit();
    const tries = Array.from({ length: 8 }, () => pay(refund.id, { via: 'hand', method: 'cash' }));
    const responses = await Promise.all(tries);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)]);
    expect(await received(id)).toEqual({ received_cents: 0, refunded_cents: DEPOSIT });
  });
});

describe('a refund through the provider', () => {
  it('goes back to where the money came from, with one press, and is recorded once the bank has paid it', async () => {
    const { id, payer, refund } = await cancelledWithPix('deposit');
    expect(refund).toMatchObject({ throughProvider: true, amountCents: DEPOSIT });
    const key = { 'idempotency-key': 'press' };
    expect((await pay(refund.id, { via: 'provider' }, key)).body).toMatchObject({ state: 'sent' });
    expect((await pay(refund.id, { via: 'provider' }, key)).body).toMatchObject({ state: 'sent' });
    expect((await pay(refund.id, { via: 'provider' })).body.code).toBe('REFUND_NOT_DUE');
    expect((await typed(id, 'refund', 1)).body.code).toBe('REFUND_ABOVE_RECEIVED');
    expect(emails.filter(({ kind }) => kind === 'refundPaid')).toEqual([]);
    const before = returns().length;
    bank.system.accounts.skewMs = 60_000;
    await Promise.all([updateSentRefunds(parts()), updateSentRefunds(parts()), updateSentRefunds(parts())]);
    expect(returns()).toHaveLength(before);
    expect(await received(id)).toEqual({ received_cents: 0, refunded_cents: DEPOSIT });
    expect((await list('paid')).body.data).toMatchObject([{ id: refund.id, state: 'paid' }]);
    expect(await sentOfRefund()).toMatchObject([{ to: payer.email, data: { isReturned: true, toPixKey: '' } }]);
  });

  it('that came by two Pix goes back by both', async () => {
    const { id, refund } = await cancelledWithPix('deposit', 'balance');
    expect(refund).toMatchObject({ throughProvider: true, amountCents: PRICE });
    const before = returns().length;
    expect((await pay(refund.id, { via: 'provider' })).status).toBe(200);
    bank.system.accounts.skewMs = 60_000;
    await updateSentRefunds(parts());
    const [one, other] = returns().slice(before);
    expect([one?.amountCents, other?.amountCents].toSorted()).toEqual([PRICE - DEPOSIT, DEPOSIT].toSorted());
    expect(returns()).toHaveLength(before + 2);
    expect(await received(id)).toEqual({ received_cents: 0, refunded_cents: PRICE });
    expect((await list()).body.data).toEqual([]);
  });

  it('is not offered for money that staff typed', async () => {
    const { refund } = await cancelledWithTypedDeposit();
    expect((await pay(refund.id, { via: 'provider' })).body.code).toBe('REFUND_NOT_THROUGH_PROVIDER');
    expect((await onlyRefund()).state).toBe('due');
  });

  it('does nothing while the bank is unavailable; if it goes away in between, the refund goes out once it is back', async () => {
    const { id, refund } = await cancelledWithPix('deposit');
    const { find } = payments;
    const untilBack = () =>
      expect.poll(() => find('E00000000202601010000aaaaaaaaaaa').catch(() => 'away')).toBeUndefined();
    bank.system.condition = 'closed';
    const away = await pay(refund.id, { via: 'provider' });
    expect([away.status, away.body.code]).toEqual([503, 'PROVIDER_UNAVAILABLE']);
    expect((await onlyRefund()).state).toBe('due');

    bank.system.condition = 'open';
    await untilBack();
    payments.find = async (reference) => {
      const pix = await find(reference);
      bank.system.condition = 'closed';
      return pix;
    };
    const before = returns().length;
    expect((await pay(refund.id, { via: 'provider' })).body).toMatchObject({ state: 'sent' });
    expect(returns()).toHaveLength(before);
    payments.find = find;
    bank.system.condition = 'open';
    await untilBack();
    await updateSentRefunds(parts());
    bank.system.accounts.skewMs = 60_000;
    await updateSentRefunds(parts());
    expect(returns()).toHaveLength(before + 1);
    expect(await received(id)).toEqual({ received_cents: 0, refunded_cents: DEPOSIT });
  });

  it('that the bank refuses is due again together with what became due meanwhile', async () => {
    const { id, payer, refund } = await cancelledWithPix('deposit');
    const [paid] = await app.db.selectFrom('charges').select('reference').where('reservation_id', '=', id).execute();
    const send = payments.refund;
    const { accounts } = bank.system;
    payments.refund = async (asked) => {
      // The payer's bank sends the Pix a second time while ours thinks about it.
      const { endToEndId } = accounts.receive({ txid: paid?.reference ?? '', amountCents: DEPOSIT, payerName: 'ANA' });
      const pix = await payments.find(endToEndId);
      if (pix) await recordReportedNow(parts(), pix);
      expect((await list()).body.data).toHaveLength(2);
      // Somebody has returned the first one in the bank's own application.
      const first = accounts.pix.get(asked.of);
      if (first) accounts.refund(first, 'byPhone', first.amountCents);
      return send(asked);
    };
    expect((await pay(refund.id, { via: 'provider' })).body.code).toBe('REFUND_REFUSED');
    expect((await list()).body).toMatchObject({
      data: [{ id: refund.id, amountCents: 2 * DEPOSIT }],
      sumCents: 2 * DEPOSIT,
    });
    const { body: mine } = await call(app, 'GET', `/api/reservations/${id}`, { token: payer.token });
    expect(mine.refund).toMatchObject({ state: 'due', amountCents: 2 * DEPOSIT });
  });

  it('pressed by several at once goes out once', async () => {
    const { id, refund } = await cancelledWithPix('deposit');
    const before = returns().length;
    const responses = await Promise.all(Array.from({ length: 6 }, () => pay(refund.id, { via: 'provider' })));
    expect(responses.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
    expect(returns()).toHaveLength(before + 1);
    bank.system.accounts.skewMs = 60_000;
    await updateSentRefunds(parts());
    expect(await received(id)).toEqual({ received_cents: 0, refunded_cents: DEPOSIT });
  });
});
