import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestAppWithJobs, type TestAppWithJobs } from '../../../../test/app.ts';
import { reservationToPay } from '../../../../test/banks/connected-bank.ts';
import { call, createPerson } from '../../../../test/factories.ts';
import { pixFor } from '../../../../test/pix.ts';
import { workQueues } from '../../../../test/work-queues.ts';
import { findFaults } from '../../../platform/database/find-faults.ts';
import type { Payment, PaymentProvider } from '../../../ports/payments/port.ts';
import { pollProvider } from './poll-provider.ts';
import { recordReportedNow } from './record-reported.ts';

const DEPOSIT = 5_670;
const SECRET = 'a-secret-of-the-cards-0123456789abcdef';
const soon = { timeout: 30_000, interval: 50 };

const cards = cardProvider();
let app: TestAppWithJobs;
let token: string;
beforeAll(async () => {
  app = await buildTestAppWithJobs({ deps: () => ({ cards }) });
  ({ token } = await createPerson(app, 'OPERATOR'));
  await workQueues(['card-notices'], { ...parts(), cards } as never);
});
afterAll(() => app.close());

const parts = () => {
  const { db, changes, logger, ownKey } = app.app.deps;
  return { db, changes, logger, ownKey, jobs: app.jobs, payments: cards, publicUrl: 'https://passeio.example' };
};
const notify = (...payments: string[]) =>
  fetch(`${app.url}/webhooks/card`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-signature': SECRET },
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

/** A provider of card payments, whose payer is sent to a page of it; `pay` is what the payer does there. */
function cardProvider() {
  const payments = new Map<string, Payment>();
  const refunds: { of: string; reference: string; amountCents: number }[] = [];
  const withRefunds = (payment: Payment): Payment => ({
    ...payment,
    refunds: refunds
      .filter(({ of }) => of === payment.reference)
      .map(({ reference, amountCents }) => ({ reference, returnId: '', amountCents, state: 'paid' })),
  });
  const provider: PaymentProvider = {
    ...{ name: 'cards', issuer: 'cards', kind: 'card', isReported: true },
    newReference: (code) => `${code}${crypto.randomUUID().replaceAll('-', '')}`.slice(0, 32),
    start: async ({ reference }) => ({ address: `https://cards.example/pay/${reference}` }),
    changeExpiry: async () => undefined,
    withdraw: async () => undefined,
    async find(reference) {
      const payment = payments.get(reference);
      return payment && withRefunds(payment);
    },
    async refund(refund) {
      refunds.push(refund);
      return { state: 'paid' };
    },
    refundState: async ({ reference }) => refunds.find((one) => one.reference === reference) && 'paid',
    notices: {
      read: () => [],
      readSigned: ({ headers, body }) =>
        headers['x-signature'] === SECRET
          ? (body as { payments: string[] }).payments.map((reference) => ({ reference, chargeReference: '' }))
          : undefined,
      register: async () => undefined,
      async *list() {
        yield* [...payments.values()].map(withRefunds);
      },
    },
    close: async () => undefined,
  };
  return {
    ...provider,
    refunds,
    pay(address: string, amountCents: number): string {
      const reference = String(1_300_000_000 + payments.size);
      const chargeReference = address.split('/').at(-1) ?? '';
      const paid = { method: 'card' as const, amountCents, payerName: 'Maria da Silva', occurredAt: new Date() };
      payments.set(reference, { issuer: 'cards', reference, chargeReference, ...paid });
      return reference;
    },
  };
}
