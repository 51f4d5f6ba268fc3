import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { connectBank, reservationToPay } from '../../../../test/banks/connected-bank.ts';
import { onlyProvider } from '../../../../test/banks/only-provider.ts';
import { call, createPerson } from '../../../../test/factories.ts';
import { pollProvider } from '../provider/poll-provider.ts';
import { updateSentRefunds } from './send-refund.ts';

const TOTAL = 18_900;
const DEPOSIT = 5_670;
const DISCOUNT = 2_000;
const [KEY, OLDER_KEY] = ['maria@viajantes.example', 'antiga@viajantes.example'];

let connected: Awaited<ReturnType<typeof connectBank>>;
let token: string;
beforeAll(async () => {
  connected = await connectBank();
  ({ token } = await createPerson(connected.app, 'OPERATOR'));
});
afterAll(() => connected.close());
beforeEach(() => connected.bank.forget());

const post = async (path: string, body: object) => {
  const answer = await call(connected.app, 'POST', `/api${path}`, { token, body });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
};

/**
 * A reservation whose discount the bank is giving back while the rest, most of it paid in cash, is due because it was
 * cancelled. `key`: where the discount was to go before it was sent.
 */
async function sentAndDue({ key = '' } = {}) {
  const reservation = await reservationToPay(connected.app);
  const { id, payer } = reservation;
  await connected.pay((await reservation.openCharge()).txid, { aviso: 'lost' });
  await pollProvider(connected.parts);
  const path = `/reservations/${id}`;
  await post(`${path}/payments`, { kind: 'balance', method: 'cash', amountCents: TOTAL - DEPOSIT });
  await post(`${path}/adjustments`, { amountCents: -DISCOUNT, reason: 'Desconto da casa' });
  const [sent] = await refundsOf(id);
  if (key) {
    const body = { promisedFor: sent?.promisedFor, pixKey: key };
    expect((await call(connected.app, 'PUT', `/api/payments/refunds/${sent?.id}`, { token, body })).status).toBe(200);
  }
  const { refund } = connected.provider;
  connected.provider.refund = async () => ({ state: 'sent' });
  await post(`/payments/refunds/${sent?.id}/payment`, { via: 'provider', amountCents: sent?.amountCents });
  connected.provider.refund = refund;
  await post(`${path}/cancellation`, { reason: 'Desistiu' });
  return {
    id,
    giveKey: (pixKey: string) =>
      call(connected.app, 'PUT', `/api/reservations/${id}/refund/pix-key`, { token: payer.token, body: { pixKey } }),
    refuse: () =>
      updateSentRefunds({
        ...connected.parts,
        ...onlyProvider({ ...connected.provider, refundState: async () => 'refused' }),
      }),
  };
}

const refundsOf = async (id: string) => {
  const { body } = await call(connected.app, 'GET', '/api/payments/refunds?size=100', { token });
  const own = body.data.filter((one: { reservation: { id: string } }) => one.reservation.id === id);
  return own.toSorted((one: { state: string }, other: { state: string }) => one.state.localeCompare(other.state));
};

it('the key that the payer gave for what is due stays when the bank refuses what was sent before', async () => {
  const { id, giveKey, refuse } = await sentAndDue({ key: OLDER_KEY });
  expect(await refundsOf(id)).toMatchObject([{ state: 'due', throughProvider: false }, { state: 'sent' }]);
  expect((await giveKey(KEY)).status).toBe(200);
  await refuse();
  const [refund, ...others] = await refundsOf(id);
  expect(others).toEqual([]);
  expect(refund).toMatchObject({
    ...{ state: 'due', amountCents: TOTAL, pixKey: KEY, throughProvider: false },
    keyChanged: { isPayer: true },
  });
});

it('the key of what the bank refuses stays where nobody gave another', async () => {
  const { id, refuse } = await sentAndDue({ key: OLDER_KEY });
  await refuse();
  expect(await refundsOf(id)).toMatchObject([
    { state: 'due', amountCents: TOTAL, pixKey: OLDER_KEY, keyChanged: { isPayer: false } },
  ]);
});
