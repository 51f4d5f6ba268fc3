import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectBank, reservationToPay } from '../../../../test/banks/connected-bank.ts';
import { call, createPerson } from '../../../../test/factories.ts';
import { newEndToEndId } from '../../../../test/pix.ts';
import { pollPix } from '../pix/poll-pix.ts';
import { settlePixNow } from '../pix/settle-pix.ts';
import { settleSentRefunds } from './send-refund.ts';

const DEPOSIT = 5_670;

let connected: Awaited<ReturnType<typeof connectBank>>;
let token: string;
beforeAll(async () => {
  connected = await connectBank();
  ({ token } = await createPerson(connected.app, 'OPERATOR'));
});
afterAll(() => connected.close());

const post = (path: string, body: object) => call(connected.app, 'POST', path, { token, body });
const refundOf = (reservationId: string) =>
  connected.app.db
    .selectFrom('refunds')
    .selectAll()
    .where('reservation_id', '=', reservationId)
    .orderBy('created_at')
    .executeTakeFirstOrThrow();

it('a Pix that staff assigned goes back through the bank too', async () => {
  const reservation = await reservationToPay(connected.app);
  const pix = {
    endToEndId: newEndToEndId(),
    txid: '',
    amountCents: DEPOSIT,
    payerName: 'ZECA',
    occurredAt: new Date(),
  };
  expect(await settlePixNow(connected.parts, pix)).toBe('unmatched');
  const { id: paymentId } = (await call(connected.app, 'GET', '/api/payments/unmatched', { token })).body.data[0];
  const { code } = await reservation.shown();
  expect((await post(`/api/payments/unmatched/${paymentId}/assignment`, { code })).status).toBe(200);
  await post(`/api/reservations/${reservation.id}/cancellation`, { reason: 'Desistiu' });

  const listed = (await call(connected.app, 'GET', '/api/payments/refunds?state=open', { token })).body.data;
  const { id } = await refundOf(reservation.id);
  expect(listed.find((one: { id: string }) => one.id === id)).toMatchObject({ throughProvider: true });
});

it('a refund that the bank has made is not taken back', async () => {
  const reservation = await reservationToPay(connected.app);
  await connected.pay((await reservation.openCharge()).txid, { aviso: 'lost' });
  await pollPix(connected.parts);
  await post(`/api/reservations/${reservation.id}/cancellation`, { reason: 'Desistiu' });
  const { id } = await refundOf(reservation.id);
  expect((await post(`/api/payments/refunds/${id}/payment`, { via: 'provider' })).status).toBe(200);
  connected.bank.system.accounts.skewMs = 60_000;
  await settleSentRefunds(connected.parts);
  const entries = (await call(connected.app, 'GET', `/api/reservations/${reservation.id}/payments`, { token })).body
    .data;
  const refunded = entries.find(({ kind }: { kind: string }) => kind === 'refund');
  const reversal = await post(`/api/reservations/${reservation.id}/payments/${refunded?.id}/reversal`, {
    reason: 'Engano',
  });
  expect(reversal).toMatchObject({ status: 409, body: { code: 'ENTRY_OF_BANK' } });
  expect((await refundOf(reservation.id)).state).toBe('paid');
});
