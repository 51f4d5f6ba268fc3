import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { type ScriptedBank, scriptedBank } from '../../../../test/banks/scripted-bank.ts';
import { call, createPerson, type Person } from '../../../../test/factories.ts';
import { createFamily, departIn, entriesOf, type Family } from '../../../../test/parties.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { ProviderRefused, ProviderUnavailable } from '../../../ports/payments/port.ts';
import { providerTable } from '../../../ports/payments/providers.ts';
import { fallBackToOwnKey } from './charges.ts';
import { synchronizeCharge } from './synchronize-charge.ts';

const TOTAL = 18_900;
const DEPOSIT = 5_670;

let app: TestApp;
let staff: Person;
let family: Family;
beforeAll(async () => {
  app = await buildTestApp();
  staff = await createPerson(app, 'OPERATOR');
});
afterAll(() => app.close());
beforeEach(async () => {
  await setKey(app, 'pix@rotadasaguas.example');
  family = await createFamily(app, { adult: 1 });
});

const setKey = ({ db }: TestApp, pix_key: string) => db.updateTable('operator').set({ pix_key }).execute();
const ask = (purpose: unknown, { token = family.payer.token, id = family.id, on = app } = {}) =>
  call(on, 'POST', `/api/reservations/${id}/charges`, { token, body: { purpose } });
const pay = (amountCents: number) =>
  call(app, 'POST', `/api/reservations/${family.id}/payments`, {
    token: staff.token,
    body: { kind: 'deposit', method: 'cash', amountCents },
  });
const chargesOf = (id: string, { db } = app) =>
  db.selectFrom('charges').selectAll().where('reservation_id', '=', id).orderBy('created_at').execute();
const shown = async (token = family.payer.token) =>
  (await call(app, 'GET', `/api/reservations/${family.id}`, { token })).body;

describe('a code to the own key of the operator', () => {
  it('asks for the deposit, the rest or all of it, and the reservation shows the last one', async () => {
    const { status, body } = await ask('deposit');
    expect(status).toBe(201);
    expect(body).toMatchObject({ purpose: 'deposit', amountCents: DEPOSIT, method: 'static_pix', state: 'open' });
    expect(body).toMatchObject({ expiresAt: null, confirmsItself: false });
    expect(body.txid).toMatch(new RegExp(`^${family.reservation.code}[A-Z0-9]{12}$`));
    expect(body.payload).toContain('0124pix@rotadasaguas.example');
    expect(body.payload).toContain(body.txid);
    expect((await shown()).charge).toEqual(body);

    const full = (await ask('full')).body;
    expect(full).toMatchObject({ purpose: 'full', amountCents: TOTAL });
    expect((await shown()).charge).toEqual(full);
    expect((await chargesOf(family.id)).map(({ state }) => state)).toEqual(['replaced', 'open']);
  });

  it('is the same for a double click, a second tab and a repeated request', async () => {
    const responses = await Promise.all(Array.from({ length: 8 }, () => ask('deposit')));
    expect(new Set(responses.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    expect((await ask('deposit', { token: staff.token })).body).toEqual(responses[0]?.body);
    expect(await chargesOf(family.id)).toHaveLength(1);
    const entries = (await entriesOf(app, family.id)).filter(({ action }) => action === 'reservation.charge_created');
    expect(entries).toMatchObject([{ changes: { purpose: [null, 'deposit'], amountCents: [null, DEPOSIT] } }]);
  });

  it('asks only for what is missing once a part came, and for nothing when all did', async () => {
    const before = (await ask('deposit')).body;
    await pay(2_000);
    expect((await ask('deposit')).body).toMatchObject({ amountCents: DEPOSIT - 2_000 });
    await pay(DEPOSIT - 2_000);
    expect((await shown()).charge).toBeNull();
    expect(await ask('deposit')).toMatchObject({ status: 409, body: { code: 'NOTHING_DUE' } });
    const rest = (await ask('balance')).body;
    expect(rest).toMatchObject({ purpose: 'balance', amountCents: TOTAL - DEPOSIT });
    expect(rest.txid).not.toBe(before.txid);
    expect((await pay(TOTAL - DEPOSIT)).body).toMatchObject({ payable: false, charge: null });
    expect(await ask('full')).toMatchObject({ status: 409, body: { code: 'NOTHING_DUE' } });
  });

  it('is made anew once the operator has another key', async () => {
    const before = (await ask('deposit')).body;
    await setKey(app, '11222333000181');
    const after = (await ask('deposit')).body;
    expect(after.id).not.toBe(before.id);
    expect(after.payload).toContain('11222333000181');
  });

  it('is there for the payer and staff alone', async () => {
    const stranger = await createPerson(app);
    expect(await ask('deposit', { token: stranger.token })).toMatchObject({
      status: 404,
      body: { code: 'RESERVATION_NOT_FOUND' },
    });
    expect((await ask('deposit', { id: crypto.randomUUID() })).status).toBe(404);
    expect((await call(app, 'POST', `/api/reservations/${family.id}/charges`, {})).status).toBe(401);
    expect(await ask('extra')).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
  });

  it('ends with the reservation, and none is made after the departure', async () => {
    await ask('deposit');
    await call(app, 'POST', `/api/reservations/${family.id}/cancel`, { token: family.payer.token });
    expect((await chargesOf(family.id)).map(({ state }) => state)).toEqual(['cancelled']);
    expect(await ask('deposit')).toMatchObject({ status: 409, body: { code: 'RESERVATION_OVER' } });

    family = await createFamily(app, { adult: 1 });
    expect((await shown()).payable).toBe(true);
    await departIn(app, family.trip.id, -1);
    expect((await shown()).payable).toBe(false);
    expect((await ask('deposit')).body.code).toBe('RESERVATION_OVER');
  });

  it('is not promised where none can be made', async () => {
    expect((await shown()).status.nextStep).toMatch(/^Pague o sinal de R\$\s56,70 por Pix/);
    await setKey(app, '');
    const { payable, status } = await shown();
    expect(payable).toBe(false);
    expect(status.nextStep).toMatch(/^Entre em contato para pagar o sinal de R\$\s56,70/);
    expect(await ask('deposit')).toMatchObject({ status: 409, body: { code: 'PIX_UNAVAILABLE' } });
  });
});

describe('a code that the bank creates', () => {
  let bank: ScriptedBank;
  let connected: TestApp;
  beforeAll(async () => {
    bank = scriptedBank();
    connected = await buildTestApp({ deps: () => ({ providers: providerTable([bank]) }) });
  });
  afterAll(() => connected.close());
  beforeEach(async () => {
    Object.assign(bank, scriptedBank());
    await setKey(connected, '');
    family = await createFamily(connected, { adult: 1 });
  });
  const askBank = (purpose = 'deposit') => ask(purpose, { on: connected });
  const parts = () => ({ ...connected.app.deps, provider: bank });

  it('lives as long as the places are held, and is created once', async () => {
    const [{ body }, again] = [await askBank(), await askBank()];
    expect(body).toMatchObject({ method: 'provider_pix', confirmsItself: true, payload: `codigo-${body.txid}` });
    expect(body.txid).toMatch(/^[A-Z0-9]{32}$/);
    expect(body.expiresAt).toBe(family.reservation.holdExpiresAt);
    expect(again.body).toEqual(body);
    expect(bank.started).toMatchObject([
      { reference: body.txid, amountCents: DEPOSIT, description: `Sinal da reserva ${family.reservation.code}` },
    ]);
  });

  it('is withdrawn once another takes its place', async () => {
    const { body } = await askBank();
    await askBank('full');
    await synchronizeCharge(parts(), body.id);
    await synchronizeCharge(parts(), body.id);
    expect(bank.withdrawn).toEqual([body.txid]);
    expect((await chargesOf(family.id, connected)).map((one) => [one.state, one.provider_state])).toEqual([
      ['replaced', 'withdrawn'],
      ['open', 'active'],
    ]);
  });

  it('is still being created where the bank is unavailable, and comes when it is back', async () => {
    bank.respond = () => Promise.reject(new ProviderUnavailable('away'));
    const { status, body } = await askBank();
    expect(status).toBe(201);
    expect(body).toMatchObject({ payload: null, state: 'open' });
    bank.respond = async () => ({ code: 'de-volta' });
    await synchronizeCharge(parts(), body.id);
    expect((await askBank()).body).toMatchObject({ id: body.id, payload: 'de-volta' });
  });

  it('is not waited for longer than three seconds', async () => {
    bank.respond = () => new Promise(() => undefined);
    const since = Date.now();
    expect((await askBank()).body.payload).toBeNull();
    // The bank never answers.
    expect(Date.now() - since).toBeLessThan(20_000);
  });

  it('gives way to the own key where the bank stays away or refuses, if there is a key', async () => {
    bank.respond = () => Promise.reject(new ProviderUnavailable('away'));
    const { id } = (await askBank()).body;
    const { providers } = connected.app.deps;
    const fallBack = () => inTransaction(connected.db, (trx) => fallBackToOwnKey(trx, providers, id));
    expect(await fallBack()).toBe(false);
    await setKey(connected, 'pix@rotadasaguas.example');
    expect(await fallBack()).toBe(true);
    expect(await fallBack()).toBe(false);
    bank.respond = async () => ({ code: 'de-volta' });
    const { body } = await askBank();
    expect(body).toMatchObject({ method: 'static_pix', amountCents: DEPOSIT, confirmsItself: false });
    expect(body.id).not.toBe(id);

    family = await createFamily(connected, { adult: 1 });
    bank.respond = () => Promise.reject(new ProviderRefused('no such key'));
    expect((await askBank()).body).toMatchObject({ method: 'static_pix', state: 'open' });
  });
});
