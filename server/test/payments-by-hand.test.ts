import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPayments } from '../src/adapters.ts';
import { readConfig } from '../src/config.ts';
import { buildTestApp, type TestApp } from './app.ts';
import { call, createPerson } from './factories.ts';
import { createFamily } from './parties.ts';
import { chargeOf, ledgerOf } from './pix.ts';
import { pdf, reviewReceipt, sendReceipt } from './receipts.ts';

const DEPOSIT = 5_670;
const KEY = 'pix@rotadasaguas.example';

let app: TestApp;
beforeAll(async () => {
  // Not one PIX_* variable.
  const config = readConfig({ NODE_ENV: 'production', PUBLIC_URL: 'https://example.com', PAYMENTS: 'manual' });
  const { providers, webhookSecret } = await openPayments(config);
  expect([providers.all, webhookSecret]).toEqual([[], undefined]);
  app = await buildTestApp({ config: { payments: config.payments }, deps: () => ({ providers }) });
});
afterAll(() => app.close());

it('without a bank a hold is booked by the operator’s own code and a receipt, and money goes back by hand', async () => {
  const family = await createFamily(app, { adult: 1 });
  const { token } = await createPerson(app, 'OPERATOR');
  const post = (path: string, body: object) => call(app, 'POST', `/api/${path}`, { token, body });
  const shown = async () =>
    (await call(app, 'GET', `/api/reservations/${family.id}`, { token: family.payer.token })).body;
  expect((await shown()).state).toBe('held');

  const charge = await chargeOf(app, family, 'deposit');
  expect(charge).toMatchObject({ method: 'static_pix', amountCents: DEPOSIT, confirmsItself: false, state: 'open' });
  expect(charge.payload).toContain(KEY);
  expect(charge.payload).toContain('540556.70');
  const { status, body: receipt } = await sendReceipt(app, family.id, family.payer, pdf());
  expect(status).toBe(201);
  expect((await shown()).status.key).toBe('receipt_review');
  expect((await reviewReceipt(app, receipt.id, { token }, { amountCents: DEPOSIT })).status).toBe(201);
  expect(await shown()).toMatchObject({ state: 'booked', receivedCents: DEPOSIT, charge: null });

  await post(`reservations/${family.id}/cancellation`, { reason: 'Desistiu', by: 'operator' });
  const { refund } = await shown();
  const payment = `payments/refunds/${refund.id}/payment`;
  expect((await post(payment, { via: 'provider', amountCents: DEPOSIT })).body.code).toBe(
    'REFUND_NOT_THROUGH_PROVIDER',
  );
  expect((await post(payment, { via: 'hand', method: 'pix', amountCents: DEPOSIT })).body.state).toBe('paid');
  expect((await ledgerOf(app, family.id)).map(({ kind, amount_cents }) => [kind, amount_cents])).toEqual([
    ['deposit', DEPOSIT],
    ['refund', DEPOSIT],
  ]);
  const notice = { body: { pix: [{ endToEndId: 'E1' }] } };
  expect((await call(app, 'POST', `/webhooks/pix/${'x'.repeat(40)}/pix`, notice)).status).toBe(404);
});
