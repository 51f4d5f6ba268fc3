import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestAppWithJobs, startAnotherProcess, type TestAppWithJobs } from '../../../../test/app.ts';
import { reservationToPay } from '../../../../test/banks/connected-bank.ts';
import { connectCards } from '../../../../test/banks/demo-cards.ts';
import { FAKE_CARDS_SECRET, fakeCards } from '../../../../test/banks/fake-cards.ts';
import { call, createPerson } from '../../../../test/factories.ts';
import { pixFor } from '../../../../test/pix.ts';
import { workQueues } from '../../../../test/work-queues.ts';
import { sweeps } from '../../../background-work.ts';
import { findFaults } from '../../../platform/database/find-faults.ts';
import { providerTable } from '../../../ports/payments/providers.ts';
import { sweepHolds } from '../../reservations/index.ts';
import { pollProvider } from './poll-provider.ts';
import { recordReportedNow } from './record-reported.ts';

const DEPOSIT = 5_670;
const soon = { timeout: 30_000, interval: 50 };

const cards = fakeCards();
let app: TestAppWithJobs;
let token: string;
beforeAll(async () => {
  app = await buildTestAppWithJobs({ deps: () => ({ providers: providerTable([cards]) }) });
  ({ token } = await createPerson(app, 'OPERATOR'));
  await workQueues(['card-notices'], parts());
});
afterAll(() => app.close());

const parts = () => {
  const { db, changes, logger, providers } = app.app.deps;
  return { db, changes, logger, providers, jobs: app.jobs, provider: cards, publicUrl: 'https://passeio.example' };
};
const notify = (...payments: string[]) => notifyAt(app.url, payments);
const notifyAt = (url: string, payments: string[]) =>
  fetch(`${url}/webhooks/cards`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-signature': FAKE_CARDS_SECRET },
    body: JSON.stringify({ type: 'payment', payments }),
  });
const post = (path: string, body: object) => call(app, 'POST', path, { token, body });

it('a provider that sends the payer to an address is paid there, counted once, and returns the money', async () => {
  const reservation = await reservationToPay(app);
  const charge = await reservation.openCharge('deposit', 'card');
  expect(charge).toMatchObject({ method: 'card', payload: null, confirmsItself: true });
  expect(charge.address).toBe(`https://cards.example/pay/${charge.txid}`);

  // A notice is a hint: of what nobody paid, nothing counts.
  expect((await notify('999999999')).status).toBe(200);
  const paid = cards.pay(charge.address, DEPOSIT);
  await notify(paid, paid);
  await notify(paid);
  await expect.poll(reservation.amounts, soon).toEqual([DEPOSIT]);
  await pollProvider(parts());
  expect(await reservation.entries()).toMatchObject([
    { amount_cents: DEPOSIT, method: 'card', provider: 'cards', reference: paid, recorded_via: 'provider' },
  ]);
  expect(await reservation.shown()).toMatchObject({ state: 'booked', charge: null, receivedCents: DEPOSIT });
  // The same number of a Pix is another payment.
  expect(await recordReportedNow(parts(), pixFor(undefined, { reference: paid }))).toBe('unmatched');

  await post(`/api/reservations/${reservation.id}/cancellation`, { reason: 'Desistiu' });
  const { data } = (await call(app, 'GET', '/api/payments/refunds?state=open', { token })).body;
  expect(data).toMatchObject([{ amountCents: DEPOSIT, throughProvider: true }]);
  const refund = `/api/payments/refunds/${data[0].id}/payment`;
  expect(await post(refund, { via: 'provider', amountCents: DEPOSIT })).toMatchObject({
    status: 200,
    body: { state: 'paid' },
  });
  expect((await post(refund, { via: 'provider', amountCents: DEPOSIT })).status).toBe(409);
  await pollProvider(parts());
  expect(cards.refunds).toMatchObject([{ of: paid, amountCents: DEPOSIT }]);
  expect(await reservation.entries()).toMatchObject([{ kind: 'deposit' }, { kind: 'refund', method: 'card' }]);
  expect(await findFaults(app.db)).toEqual([]);
});

it('what came without a notice is found, and what belongs to no charge waits for staff', async () => {
  const reservation = await reservationToPay(app);
  const { address } = await reservation.openCharge('deposit', 'card');
  cards.pay(address, DEPOSIT);
  const stray = cards.pay('https://cards.example/pay/UNKNOWN', 1_000);
  await pollProvider(parts());
  expect(await reservation.amounts()).toEqual([DEPOSIT]);
  const { data } = (await call(app, 'GET', '/api/payments/unmatched', { token })).body;
  expect(data.find(({ endToEndId }: { endToEndId: string }) => endToEndId === stray)).toMatchObject({
    amountCents: 1_000,
  });
});

it('beside Mercado Pago it takes the new charges, and each returns what it was paid', async () => {
  const other = fakeCards();
  const both = await connectCards({ beside: [other] });
  const staff = await createPerson(both.app, 'OPERATOR');
  const ask = (method: string, path: string, body?: object) =>
    call(both.app, method, path, { token: staff.token, body });
  const [paidBefore, paidLater, paidElsewhere] = [
    await reservationToPay(both.app),
    await reservationToPay(both.app),
    await reservationToPay(both.app),
  ];
  const before = await paidBefore.openCharge('deposit', 'card');
  const mercadoPago = await both.answer(before, 'approved');
  await expect.poll(paidBefore.amounts, soon).toEqual([DEPOSIT]);
  const unpaid = await paidLater.openCharge('deposit', 'card');

  // The operator chooses the other one, and starts the server again.
  const providers = providerTable([other, both.provider]);
  const restarted = await startAnotherProcess(both.app, { providers });
  const sweep = async (name: string) => {
    const found = sweeps({ ...both.parts, providers }).find((one) => one.name === name);
    if (!found) throw new Error(`there is no sweep ${name}`);
    await found.run(new AbortController().signal);
  };
  try {
    const charge = async () => {
      const body = { purpose: 'deposit', means: 'card' };
      const path = `/api/reservations/${paidElsewhere.id}/charges`;
      return (await call(restarted, 'POST', path, { token: paidElsewhere.payer.token, body })).body;
    };
    const { address } = await charge();
    expect(address).toMatch(/^https:\/\/cards\.example\/pay\//);
    const paid = other.pay(address, DEPOSIT);
    expect((await notifyAt(restarted.url, [paid])).status).toBe(200);
    await expect.poll(paidElsewhere.amounts, soon).toEqual([DEPOSIT]);
    // Nobody notices this one; an address of Mercado Pago is paid there, and polled.
    await both.answer(unpaid, 'approved', 'lost');
    await sweep('mercado_pago-payment-poll');
    await sweep('card-payment-poll');
    expect([await paidLater.amounts(), await paidElsewhere.amounts()]).toEqual([[DEPOSIT], [DEPOSIT]]);

    for (const { id } of [paidBefore, paidElsewhere]) {
      await ask('POST', `/api/reservations/${id}/cancellation`, { reason: 'Desistiu' });
      const { refund } = (await ask('GET', `/api/reservations/${id}`)).body;
      const path = `/api/payments/refunds/${refund.id}/payment`;
      const sent = { token: staff.token, body: { via: 'provider', amountCents: DEPOSIT } };
      expect((await call(restarted, 'POST', path, sent)).body).toMatchObject({ state: 'paid' });
    }
    expect(other.refunds).toMatchObject([{ of: paid, amountCents: DEPOSIT }]);
    expect(both.demo.account.payments.get(mercadoPago)?.refunds).toMatchObject([{ amountCents: DEPOSIT }]);
    expect((await paidBefore.entries()).map(({ provider }) => provider)).toEqual(['mercado_pago', null]);
    expect(await findFaults(both.app.db)).toEqual([]);
  } finally {
    await restarted.close();
    await both.close();
  }
});

it('a provider that the installation has no more keeps no hold waiting, and what it was paid goes back by hand', async () => {
  const other = fakeCards();
  const both = await connectCards({ beside: [other] });
  const staff = await createPerson(both.app, 'OPERATOR');
  const [paid, held] = [await reservationToPay(both.app), await reservationToPay(both.app)];
  await both.answer(await paid.openCharge('deposit', 'card'), 'approved');
  await expect.poll(paid.amounts, soon).toEqual([DEPOSIT]);
  await held.openCharge('deposit', 'card');
  const restarted = await startAnotherProcess(both.app, { providers: providerTable([other]) });
  try {
    const deadline = new Date(Date.now() - 60_000);
    await both.app.db
      .updateTable('reservations')
      .set({ hold_expires_at: deadline })
      .where('id', '=', held.id)
      .execute();
    await sweepHolds({ ...both.parts, askBank: () => pollProvider({ ...both.parts, provider: other }) });
    expect(await held.shown()).toMatchObject({ state: 'expired' });

    const path = `/api/reservations/${paid.id}`;
    await call(restarted, 'POST', `${path}/cancellation`, { token: staff.token, body: { reason: 'Desistiu' } });
    const { refund } = (await call(restarted, 'GET', path, { token: staff.token })).body;
    expect(refund).toMatchObject({ throughProvider: false, parts: [{ way: 'pix', amountCents: DEPOSIT }] });
  } finally {
    await restarted.close();
    await both.close();
  }
});
