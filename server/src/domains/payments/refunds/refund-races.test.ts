import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectBank, reservationToPay } from '../../../../test/banks/connected-bank.ts';
import { onlyProvider } from '../../../../test/banks/only-provider.ts';
import { call, createPerson } from '../../../../test/factories.ts';
import type { PaymentProvider } from '../../../ports/payments/port.ts';
import { pollProvider } from '../provider/poll-provider.ts';
import { findRefund } from './refunds.queries.ts';
import { updateSentRefunds } from './send-refund.ts';

const DEPOSIT = 5_670;

let connected: Awaited<ReturnType<typeof connectBank>>;
let token: string;
beforeAll(async () => {
  connected = await connectBank();
  ({ token } = await createPerson(connected.app, 'OPERATOR'));
});
afterAll(() => connected.close());
beforeEach(() => connected.bank.forget());

/** The refund of a cancelled reservation, whose deposit came by Pix. */
async function toReturn() {
  const reservation = await reservationToPay(connected.app);
  await connected.pay((await reservation.openCharge()).txid, { aviso: 'lost' });
  await pollProvider(connected.parts);
  await call(connected.app, 'POST', `/api/reservations/${reservation.id}/cancellation`, {
    token,
    body: { reason: 'Desistiu' },
  });
  const { id } = await connected.app.db
    .selectFrom('refunds')
    .select('id')
    .where('reservation_id', '=', reservation.id)
    .executeTakeFirstOrThrow();
  return { reservation, id };
}

const refundById = async (id: string) => {
  const refund = await findRefund(connected.app.db, id);
  if (!refund) throw new Error('the refund is gone');
  return refund;
};
const press = async (id: string, way: object) => {
  const body = { ...way, amountCents: (await refundById(id)).amount_cents };
  return call(connected.app, 'POST', `/api/payments/refunds/${id}/payment`, { token, body });
};
const updateWith = (differently: Partial<PaymentProvider>) =>
  updateSentRefunds({ ...connected.parts, ...onlyProvider({ ...connected.provider, ...differently }) });

describe('a refund', () => {
  it('that was sent again after a refusal does not end by what the bank said of the first one', async () => {
    const { id } = await toReturn();
    const { refund } = connected.provider;
    connected.provider.refund = async () => ({ state: 'sent' });
    expect((await press(id, { via: 'provider' })).body.state).toBe('sent');
    const opened = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const late = updateWith({
      async refundState() {
        asked.resolve();
        await opened.promise;
        return 'refused';
      },
    });
    await asked.promise;
    await updateWith({ refundState: async () => 'refused' });
    expect((await refundById(id)).state).toBe('due');
    expect((await press(id, { via: 'provider' })).body.state).toBe('sent');
    const { provider_reference: reference } = await refundById(id);
    opened.resolve();
    await late;
    connected.provider.refund = refund;
    expect(await refundById(id)).toMatchObject({ state: 'sent', provider_reference: reference });
  });

  it('paid by hand by some and through the bank by others at once goes out once', async () => {
    for (let turn = 0; turn < 3; turn += 1) {
      const { id, reservation } = await toReturn();
      const ways = [{ via: 'provider' }, { via: 'hand', method: 'pix' }, { via: 'hand', method: 'cash' }];
      await Promise.all([...ways, ...ways].map((way) => press(id, way)));
      connected.bank.system.accounts.skewMs = 60_000;
      await Promise.all([updateWith({}), updateWith({}), press(id, { via: 'hand', method: 'pix' })]);
      connected.bank.system.accounts.skewMs = 0;
      const amounts = (await reservation.entries()).map(({ direction, amount_cents }) => [direction, amount_cents]);
      expect(amounts).toEqual([
        ['in', DEPOSIT],
        ['out', DEPOSIT],
      ]);
    }
  });
});
