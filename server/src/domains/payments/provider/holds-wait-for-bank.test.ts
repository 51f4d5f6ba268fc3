import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectBank, reservationToPay, WEBHOOK_SECRET } from '../../../../test/banks/connected-bank.ts';
import { call, createPerson, type Person } from '../../../../test/factories.ts';
import { passHeldDeadline } from '../../../../test/holds.ts';
import { createFamily, createFamilyTrip, placesTaken } from '../../../../test/parties.ts';
import { workNotices } from '../../../../test/work-queues.ts';
import { type PaymentProvider, ProviderUnavailable } from '../../../ports/payments/port.ts';
import { pollProvider } from './poll-provider.ts';

const DEPOSIT = 5_670;
const MINUTE_MS = 60_000;
const soon = { timeout: 30_000, interval: 50 };

let connected: Awaited<ReturnType<typeof connectBank>>;
let staff: Person;
beforeAll(async () => {
  connected = await connectBank();
  staff = await createPerson(connected.app, 'OPERATOR');
});
afterAll(() => connected.close());
beforeEach(() => connected.bank.forget());

type Reservation = Awaited<ReturnType<typeof reservationToPay>>;

const listing = (list: PaymentProvider['notices']['list']): Partial<PaymentProvider> => ({
  notices: { ...connected.provider.notices, list },
});
const away = (): Partial<PaymentProvider> => ({
  find: () => Promise.reject(new ProviderUnavailable('away')),
  ...listing(() => {
    throw new ProviderUnavailable('away');
  }),
});
/** Has a hold end a while ago; the bank was last asked just before. */
async function endHold({ id }: { id: string }, minutesAgo = 1): Promise<void> {
  const deadline = new Date(Date.now() - minutesAgo * MINUTE_MS);
  const { db } = connected.app;
  await db.updateTable('reservations').set({ hold_expires_at: deadline }).where('id', '=', id).execute();
  await db
    .updateTable('provider_polls')
    .set({ asked_at: new Date(deadline.getTime() - 1_000) })
    .execute();
}
const statesOf = (reservations: Reservation[]) =>
  Promise.all(reservations.map(async ({ shown }) => (await shown()).state));
const get = async (path: string) => (await call(connected.app, 'GET', `/api/${path}`, { token: staff.token })).body;
const questions = () => connected.bank.seen.filter(({ method, route }) => method === 'GET' && route.startsWith('/pix'));

/** A hold whose payer has a code of the bank. */
async function holdWithCode(): Promise<Reservation & { txid: string }> {
  const reservation = await reservationToPay(connected.app);
  const { txid, payload } = await reservation.openCharge();
  expect(payload).not.toBeNull();
  return { ...reservation, txid };
}

describe('a hold whose payer has a code of the bank', () => {
  it('paid in time while the bank is unavailable keeps its places past its deadline and is booked when the bank is back', async () => {
    const trip = await createFamilyTrip(connected.app, { capacity: 1 });
    const family = await createFamily(connected.app, { adult: 1 }, { trip });
    const path = `/api/reservations/${family.id}`;
    const { token } = family.payer;
    const { body: charge } = await call(connected.app, 'POST', `${path}/charges`, {
      token,
      body: { purpose: 'deposit' },
    });
    await connected.pay(charge.txid, { aviso: 'lost' });
    await endHold(family);
    await connected.sweep(away());

    expect((await call(connected.app, 'GET', path, { token })).body).toMatchObject({
      state: 'held',
      payable: false,
      status: { key: 'bank_check', nextStep: expect.stringContaining('Estamos conferindo com o banco'), until: null },
    });
    expect(await placesTaken(connected.app, trip.id)).toBe(1);
    const other = await createPerson(connected.app);
    const { status } = await call(connected.app, 'POST', `/api/trips/enrrol/${trip.id}`, { token: other.token });
    expect(status).toBe(409);

    await connected.sweep();
    expect((await call(connected.app, 'GET', path, { token })).body).toMatchObject({ state: 'booked', refund: null });
  });

  it('that is not paid ends once the bank was asked after its deadline, not because it was asked before', async () => {
    const reservation = await holdWithCode();
    await pollProvider(connected.parts);
    await endHold(reservation);
    await connected.sweep(away());
    expect(await statesOf([reservation])).toEqual(['held']);
    await connected.sweep();
    expect(await statesOf([reservation])).toEqual(['expired']);
  });

  it('keeps its places for some seconds after the deadline, in which the bank may list a Pix', async () => {
    const reservation = await holdWithCode();
    await endHold(reservation, 0);
    connected.bank.seen = [];
    await connected.sweep();
    expect(await statesOf([reservation])).toEqual(['held']);
    expect(questions()).toEqual([]);
  });

  it('gets no other code past its deadline', async () => {
    const reservation = await holdWithCode();
    await endHold(reservation);
    const { token } = reservation.payer;
    const body = { purpose: 'full' };
    expect(
      await call(connected.app, 'POST', `/api/reservations/${reservation.id}/charges`, { token, body }),
    ).toMatchObject({ status: 409, body: { code: 'HOLD_ENDED' } });
  });

  it('ends with thirty others after one question to the bank', async () => {
    const reservations = [];
    for (let count = 0; count < 31; count += 1) reservations.push(await holdWithCode());
    for (const reservation of reservations) await endHold(reservation);
    connected.bank.seen = [];
    await connected.sweep();
    expect(new Set(await statesOf(reservations))).toEqual(new Set(['expired']));
    expect(questions()).toHaveLength(1);
  });

  it('waits while a notice of its Pix waits, although the bank does not list the Pix yet', async () => {
    const [noticed, other] = [await holdWithCode(), await holdWithCode()];
    await connected.pay(noticed.txid, { aviso: 'lost' });
    const [pix] = connected.bank.system.accounts.pix.values();
    const response = await fetch(`${connected.app.url}/webhooks/pix/${WEBHOOK_SECRET}/pix`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ pix: [{ endToEndId: pix?.endToEndId, txid: noticed.txid }] }),
    });
    expect(response.status).toBe(200);
    await endHold(noticed);
    await endHold(other);
    await connected.sweep(listing(async function* () {}));
    expect(await statesOf([noticed, other])).toEqual(['held', 'expired']);

    await workNotices(connected.parts);
    await expect.poll(() => statesOf([noticed]), soon).toEqual(['booked']);
    expect(await noticed.amounts()).toEqual([DEPOSIT]);
  });

  it('ends after a notice that the bank knows nothing of', async () => {
    const reservation = await holdWithCode();
    const pix = [{ endToEndId: 'E99999999202611201200aaaaaaaaaaa', txid: reservation.txid }];
    await fetch(`${connected.app.url}/webhooks/pix/${WEBHOOK_SECRET}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ pix }),
    });
    await workNotices(connected.parts);
    await endHold(reservation);
    await expect
      .poll(async () => {
        await connected.sweep();
        return statesOf([reservation]);
      }, soon)
      .toEqual(['expired']);
  });

  it('is left to staff once the bank was waited for as long as the setting says, and stays held until then', async () => {
    const reservation = await holdWithCode();
    await endHold(reservation, 59);
    await connected.sweep(away());
    const before = { overview: await get('overview/today'), toDo: await get('payments/to-do') };
    expect(before).toMatchObject({ overview: { payments: { bankChecks: 0 } }, toDo: { bankChecks: 0 } });

    await endHold(reservation, 61);
    await connected.sweep(away());
    expect(await statesOf([reservation])).toEqual(['held']);
    // Staff's numbers are kept for a minute, or until something changes.
    connected.app.app.deps.changes.announce('reservations');
    await expect.poll(() => get('overview/today'), soon).toMatchObject({ payments: { bankChecks: 1 } });
    expect(await get('payments/to-do')).toMatchObject({ bankChecks: 1 });
    expect((await get('overview/reservations?list=bankChecks')).data).toMatchObject([
      { id: reservation.id, state: 'held', amountCents: DEPOSIT, status: { key: 'bank_check' } },
    ]);
    const confirmation = `/api/reservations/${reservation.id}/confirmation`;
    expect((await call(connected.app, 'POST', confirmation, { token: staff.token })).status).toBe(200);
    expect(await get('payments/to-do')).toMatchObject({ bankChecks: 0 });
  });
});

it('people added to a booked reservation stay until the bank was asked about the deposit for them', async () => {
  const reservation = await holdWithCode();
  await connected.pay(reservation.txid);
  await expect.poll(() => statesOf([reservation]), soon).toEqual(['booked']);
  const { token } = reservation.payer;
  const add = () =>
    call(connected.app, 'POST', `/api/reservations/${reservation.id}/participants`, {
      token,
      body: { fareId: reservation.trip.fares.adult },
    });
  expect((await add()).status).toBe(201);
  const { txid } = await reservation.openCharge();
  await connected.pay(txid, { aviso: 'lost' });
  await passHeldDeadline(connected.app, reservation.id);
  await sql`update provider_polls set asked_at = now() - interval '1 day'`.execute(connected.app.db);
  const places = async () => (await reservation.shown()).places;
  await connected.sweep(away());
  expect(await places()).toBe(2);

  await connected.sweep();
  expect(await reservation.shown()).toMatchObject({ places: 2, status: { key: 'balance_due' } });

  expect((await add()).status).toBe(201);
  await reservation.openCharge();
  await passHeldDeadline(connected.app, reservation.id);
  await connected.sweep();
  expect(await places()).toBe(2);
});

it('a hold without a code of the bank ends at its deadline, also while the bank is unavailable', async () => {
  const reservation = await reservationToPay(connected.app);
  await endHold(reservation);
  await connected.sweep(away());
  expect(await statesOf([reservation])).toEqual(['expired']);
});

it('a Pix that cannot be recorded holds up neither the poll nor other holds, and is tried again', async () => {
  const [paid, other] = [await holdWithCode(), await holdWithCode()];
  await connected.pay(paid.txid, { aviso: 'lost' });
  await endHold(paid);
  await endHold(other);
  const { db } = connected.app;
  await sql`alter table transfers add constraint nothing_new check (amount_cents < 0) not valid`.execute(db);
  await connected.sweep();
  expect(await statesOf([paid, other])).toEqual(['held', 'expired']);
  await sql`alter table transfers drop constraint nothing_new`.execute(db);
  await workNotices(connected.parts);
  await expect.poll(() => statesOf([paid]), soon).toEqual(['booked']);
});
