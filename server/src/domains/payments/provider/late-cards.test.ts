import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signedNotice } from '../../../../../demo/cards/notices.ts';
import { startAnotherProcess } from '../../../../test/app.ts';
import { reservationToPay } from '../../../../test/banks/connected-bank.ts';
import { connectCards } from '../../../../test/banks/demo-cards.ts';
import { call, createPerson } from '../../../../test/factories.ts';
import { createFamily, createFamilyTrip, placesTaken } from '../../../../test/parties.ts';
import { workQueues } from '../../../../test/work-queues.ts';
import { findFaults } from '../../../platform/database/find-faults.ts';
import { startJobs } from '../../../platform/jobs/jobs.ts';
import { sweepHolds } from '../../reservations/index.ts';
import { pollProvider } from './poll-provider.ts';

const DEPOSIT = 5_670;
const TOTAL = 18_900;
const soon = { timeout: 60_000, interval: 50 };

let cards: Awaited<ReturnType<typeof connectCards>>;
let reservation: Awaited<ReturnType<typeof reservationToPay>>;
let token: string;
beforeAll(async () => {
  cards = await connectCards();
  ({ token } = await createPerson(cards.app, 'OPERATOR'));
});
afterAll(() => cards.close());
beforeEach(async () => {
  reservation = await reservationToPay(cards.app, await createFamilyTrip(cards.app, { capacity: 1 }));
});

/** The hold of the reservation ends, after the provider was asked, and was waited for as long as it may. */
async function endHold(): Promise<void> {
  const deadline = new Date(Date.now() - 49 * 3_600_000);
  const { db } = cards.app;
  await db.updateTable('reservations').set({ hold_expires_at: deadline }).where('id', '=', reservation.id).execute();
  await sweepHolds({ ...cards.parts, askBank: () => pollProvider(cards.parts) });
  expect((await reservation.shown()).state).toBe('expired');
}

describe('a card that is approved after its hold has ended', () => {
  it('brings the reservation back where its places are free', async () => {
    const id = await cards.answer(await reservation.openCharge('deposit', 'card'), 'pending');
    await endHold();
    await cards.change(id, 'approved', 'twice');
    await expect.poll(async () => (await reservation.shown()).state, soon).toBe('booked');
    expect(await reservation.amounts()).toEqual([DEPOSIT]);
    expect(await placesTaken(cards.app, reservation.trip.id)).toBe(1);
  });

  it('is to be given back through the provider where somebody else has them', async () => {
    const id = await cards.answer(await reservation.openCharge('deposit', 'card'), 'pending');
    await endHold();
    await createFamily(cards.app, { adult: 1 }, { trip: reservation.trip });
    await cards.change(id, 'approved', 'lost');
    await pollProvider(cards.parts);
    expect(await reservation.shown()).toMatchObject({
      state: 'expired',
      refund: { amountCents: DEPOSIT, state: 'due', reason: 'expired', throughProvider: true },
    });
    expect(await placesTaken(cards.app, reservation.trip.id)).toBe(1);
    expect(await findFaults(cards.app.db)).toEqual([]);
  });
});

it('a card and a Pix that pay the same are both counted, and what is too much is to be refunded', async () => {
  const id = await cards.answer(await reservation.openCharge('full', 'card'), 'pending');
  const body = { kind: 'balance', method: 'pix', amountCents: TOTAL };
  await call(cards.app, 'POST', `/api/reservations/${reservation.id}/payments`, { token, body });
  await cards.change(id, 'approved', 'twice');
  await expect.poll(reservation.amounts, soon).toEqual([TOTAL, TOTAL]);
  expect(await reservation.shown()).toMatchObject({
    state: 'booked',
    refund: { amountCents: TOTAL, state: 'due', reason: 'overpaid' },
  });
  expect(await findFaults(cards.app.db)).toEqual([]);
});

it('notices of one payment that come to two processes, which both ask for it, count it once', async () => {
  const { app, parts, demo } = cards;
  const jobs = await startJobs(app.pool, app.app.deps.logger);
  const other = await startAnotherProcess(app, { jobs });
  try {
    await workQueues(['card-notices'], { ...parts, ...other.app.deps, jobs });
    const id = await cards.answer(await reservation.openCharge('deposit', 'card'), 'approved', 'lost');
    const notify = async (base: string) => {
      const { url, ...notice } = signedNotice(`${base}/webhooks/card`, id, demo.access.webhookSecret);
      return (await fetch(url, { method: 'POST', ...notice })).status;
    };
    const notices = Array.from({ length: 4 }, () => [notify(app.url), notify(other.url)]).flat();
    const polls = [pollProvider(parts), pollProvider({ ...parts, changes: other.app.deps.changes, jobs })];
    expect(new Set(await Promise.all(notices))).toEqual(new Set([200]));
    await Promise.all(polls);
    await expect.poll(async () => (await reservation.shown()).state, soon).toBe('booked');
    expect(await reservation.amounts()).toEqual([DEPOSIT]);
    expect(await findFaults(app.db)).toEqual([]);
  } finally {
    await other.close();
    await jobs.stop();
  }
});

it('a payment that goes back in several parts, there and by us, goes back as the ledger says', async () => {
  const id = await cards.answer(await reservation.openCharge('full', 'card'), 'approved', 'lost');
  await pollProvider(cards.parts);
  const payment = cards.demo.account.payments.get(id);
  if (!payment) throw new Error('not paid');
  // A person does it in the account of the provider.
  cards.demo.account.refund(payment, null, 1_000);
  await pollProvider(cards.parts);
  cards.demo.account.refund(payment, null, 2_000);
  await Promise.all([pollProvider(cards.parts), cards.notify(id)]);
  await expect.poll(reservation.amounts, soon).toEqual([TOTAL, 1_000, 2_000]);
  expect(await reservation.shown()).toMatchObject({ state: 'booked', receivedCents: TOTAL - 3_000 });

  await call(cards.app, 'POST', `/api/reservations/${reservation.id}/cancellation`, {
    token,
    body: { reason: 'Desistiu' },
  });
  const { data } = (await call(cards.app, 'GET', '/api/payments/refunds?state=open&size=100', { token })).body;
  const due = data.find((one: { reservation: { id: string } }) => one.reservation.id === reservation.id);
  expect(due).toMatchObject({ amountCents: TOTAL - 3_000, throughProvider: true });
  const sent = await call(cards.app, 'POST', `/api/payments/refunds/${due.id}/payment`, {
    token,
    body: { via: 'provider', amountCents: due.amountCents },
  });
  expect(sent).toMatchObject({ status: 200, body: { state: 'paid' } });
  await pollProvider(cards.parts);
  expect(payment.refunds.map(({ amountCents }) => amountCents)).toEqual([1_000, 2_000, TOTAL - 3_000]);
  expect(payment.status).toBe('refunded');
  expect(await reservation.amounts()).toEqual([TOTAL, 1_000, 2_000, TOTAL - 3_000]);
  expect(await findFaults(cards.app.db)).toEqual([]);
});
