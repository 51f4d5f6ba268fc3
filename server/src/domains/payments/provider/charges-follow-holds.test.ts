import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { connectBank, reservationToPay } from '../../../../test/banks/connected-bank.ts';
import { onlyProvider } from '../../../../test/banks/only-provider.ts';
import { call, createPerson, type Person } from '../../../../test/factories.ts';
import { saveTrip } from '../../../../test/trip-changes.ts';
import { type PaymentProvider, ProviderRefused, ProviderUnavailable } from '../../../ports/payments/port.ts';
import { synchronizeCharge, synchronizeCharges } from './synchronize-charge.ts';

const HOUR_MS = 3_600_000;

let connected: Awaited<ReturnType<typeof connectBank>>;
let staff: Person;
let reservation: Awaited<ReturnType<typeof reservationToPay>>;
beforeAll(async () => {
  connected = await connectBank();
  staff = await createPerson(connected.app, 'OPERATOR');
});
afterAll(() => connected.close());
beforeEach(async () => {
  connected.bank.forget();
  await setKey('');
  reservation = await reservationToPay(connected.app);
});

const setKey = (pix_key: string) => connected.app.db.updateTable('operator').set({ pix_key }).execute();
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
async function moveDeadlineTo(holdExpiresAt: string): Promise<void> {
  const { status } = await call(connected.app, 'PUT', `/api/reservations/${reservation.id}/hold`, {
    token: staff.token,
    body: { holdExpiresAt },
  });
  expect(status).toBe(200);
}
const synchronize = (differently: Partial<PaymentProvider> = {}) =>
  synchronizeCharges({ ...connected.parts, ...onlyProvider({ ...connected.provider, ...differently }) }, undefined, {
    leaseS: 0,
    lateS: 0,
  });
const atBank = (txid: string) => connected.bank.system.accounts.charges.get(txid);
/** When the bank ends a charge, to the second. */
const endAtBank = (txid: string) => {
  const { createdAt = 0, expiresInS = 0 } = atBank(txid) ?? {};
  return (createdAt + expiresInS * 1_000) / 1_000;
};
const seconds = (instant: string) => Date.parse(instant) / 1_000;
const providerState = async (txid: string) => {
  const charge = connected.app.db.selectFrom('charges').select('provider_state').where('reference', '=', txid);
  return (await charge.executeTakeFirstOrThrow()).provider_state;
};

it('a hold that staff ends earlier takes the code along, also at the bank, and the code stays', async () => {
  const { txid, payload, expiresAt } = await reservation.openCharge();
  expect(endAtBank(txid)).toBeCloseTo(seconds(expiresAt), -1);
  const deadline = inHours(2);
  await moveDeadlineTo(deadline);
  expect((await reservation.shown()).charge).toMatchObject({ txid, payload, state: 'open', expiresAt: deadline });
  await synchronize();
  expect(endAtBank(txid)).toBeCloseTo(seconds(deadline), -1);
  expect(await providerState(txid)).toBe('active');
  connected.bank.seen = [];
  await synchronize();
  expect(connected.bank.seen).toEqual([]);

  // Later again: who asks after its end gets another.
  await moveDeadlineTo(inHours(5));
  await synchronize();
  expect(connected.bank.seen).toEqual([]);
  expect((await reservation.openCharge()).expiresAt).toBe(deadline);
});

it('a trip that departs earlier takes the codes of its holds along', async () => {
  const { txid } = await reservation.openCharge();
  const date = new Date(Date.now() + 5 * HOUR_MS).toISOString();
  const notice = { tell: false as const };
  expect((await saveTrip(connected.app, staff, reservation.trip.id, { date, notice })).status).toBe(200);
  const { holdExpiresAt, charge } = await reservation.shown();
  expect(Date.parse(holdExpiresAt)).toBeLessThan(Date.parse(date));
  expect(charge).toMatchObject({ txid, expiresAt: holdExpiresAt });
  await synchronize();
  expect(endAtBank(txid)).toBeCloseTo(seconds(holdExpiresAt), -1);
});

it('a code asked for again after that is the same one, and ends in time at the bank at once', async () => {
  const { id, txid } = await reservation.openCharge();
  const deadline = inHours(1);
  await moveDeadlineTo(deadline);
  expect(await reservation.openCharge()).toMatchObject({ id, expiresAt: deadline });
  expect(endAtBank(txid)).toBeCloseTo(seconds(deadline), -1);
});

it('an unavailable bank is notified when it is back; its code does not give way to the own key', async () => {
  await setKey('pix@rotadasaguas.example');
  const { id, txid } = await reservation.openCharge();
  const deadline = inHours(2);
  await moveDeadlineTo(deadline);
  await synchronize({ changeExpiry: () => Promise.reject(new ProviderUnavailable('away')) });
  expect((await reservation.shown()).charge).toMatchObject({ id, state: 'open', method: 'provider_pix' });
  await synchronize();
  expect(endAtBank(txid)).toBeCloseTo(seconds(deadline), -1);
});

it('a bank that will not end a code earlier withdraws it, and the payer gets another', async () => {
  const { id, txid } = await reservation.openCharge();
  const deadline = inHours(2);
  await moveDeadlineTo(deadline);
  const refusing = { changeExpiry: () => Promise.reject(new ProviderRefused('no')) };
  await synchronize(refusing);
  await synchronize(refusing);
  expect(atBank(txid)?.status).toBe('REMOVIDA_PELO_USUARIO_RECEBEDOR');
  expect((await reservation.shown()).charge).toBeNull();
  const another = await reservation.openCharge();
  expect(another).toMatchObject({ state: 'open', expiresAt: deadline });
  expect(another.id).not.toBe(id);
});

it('a hold that is shortened while the bank creates the code takes it along too', async () => {
  connected.bank.system.condition = 'failing';
  const { id, txid } = await reservation.openCharge();
  connected.bank.system.condition = 'open';
  await expect.poll(() => connected.provider.find('E0').catch(() => 'away'), { timeout: 8_000 }).toBeUndefined();
  const deadline = inHours(2);
  const provider: PaymentProvider = {
    ...connected.provider,
    async start(charge) {
      const created = await connected.provider.start(charge);
      await moveDeadlineTo(deadline);
      return created;
    },
  };
  await synchronizeCharge({ ...connected.parts, ...onlyProvider(provider) }, id);
  expect(endAtBank(txid)).toBeGreaterThan(seconds(deadline) + 60);
  await synchronize();
  expect(endAtBank(txid)).toBeCloseTo(seconds(deadline), -1);
  expect(await providerState(txid)).toBe('active');
});
