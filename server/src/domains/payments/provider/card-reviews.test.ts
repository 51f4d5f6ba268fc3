import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reservationToPay } from '../../../../test/banks/connected-bank.ts';
import { connectCards } from '../../../../test/banks/demo-cards.ts';
import { call, createPerson } from '../../../../test/factories.ts';
import { openMailbox } from '../../../../test/mailbox.ts';
import { placesTaken } from '../../../../test/parties.ts';
import { findFaults } from '../../../platform/database/find-faults.ts';
import { sweepHolds } from '../../reservations/index.ts';
import { pollProvider } from './poll-provider.ts';

const DEPOSIT = 5_670;
const TOTAL = 18_900;
const HOUR_MS = 3_600_000;
const soon = { timeout: 60_000, interval: 50 };

let cards: Awaited<ReturnType<typeof connectCards>>;
let reservation: Awaited<ReturnType<typeof reservationToPay>>;
let token: string;
beforeAll(async () => {
  cards = await connectCards();
  await cards.app.db.updateTable('operator').set({ pix_key: 'pix@passeio.example' }).execute();
  ({ token } = await createPerson(cards.app, 'OPERATOR'));
});
afterAll(() => cards.close());
beforeEach(async () => {
  reservation = await reservationToPay(cards.app);
});

const poll = () => pollProvider(cards.parts);
async function endHold(hoursAgo: number): Promise<string> {
  const deadline = new Date(Date.now() - hoursAgo * HOUR_MS);
  const { db } = cards.app;
  await db.updateTable('reservations').set({ hold_expires_at: deadline }).where('id', '=', reservation.id).execute();
  await sweepHolds({ ...cards.parts, askBank: poll });
  return (await reservation.shown()).state;
}
/** Pays by a card about which its bank does not decide yet, in parts if given. */
async function leaveInReview(purpose = 'deposit', parts?: number[]): Promise<number[]> {
  const charge = await reservation.openCharge(purpose, 'card');
  const ids: number[] = [];
  for (const cents of parts ?? [charge.amountCents]) {
    const id = await cards.answer(charge, 'pending', 'lost');
    const payment = cards.demo.account.payments.get(id);
    if (payment) payment.amountCents = cents;
    ids.push(id);
  }
  await poll();
  return ids;
}
const statusOf = async () => (await reservation.shown()).status;

describe('a card about which its bank has not decided', () => {
  it('is known without an address, and no second payment is taken meanwhile', async () => {
    await leaveInReview();
    const shown = await reservation.shown();
    expect(shown).toMatchObject({ state: 'held', cardInReview: true, status: { key: 'card_review' } });
    expect(shown.status.nextStep).toMatch(/^O banco do cartão está analisando/);
    for (const means of [undefined, 'card'] as const) {
      expect(await reservation.openCharge('deposit', means)).toMatchObject({ code: 'CARD_IN_REVIEW' });
    }
    const staff = await call(cards.app, 'GET', `/api/reservations/${reservation.id}`, { token });
    expect(staff.body).toMatchObject({ cardInReview: true, status: { key: 'card_review' } });
    expect(await findFaults(cards.app.db)).toEqual([]);
  });

  it('is known by the notice of the provider too', async () => {
    const id = await cards.answer(await reservation.openCharge('deposit', 'card'), 'pending', 'once');
    await expect.poll(async () => (await statusOf()).key, soon).toBe('card_review');
    await cards.change(id, 'rejected', 'once');
    await expect.poll(async () => (await statusOf()).key, soon).toBe('deposit_due');
  });

  it('keeps the hold past its deadline until it is approved, which books it', async () => {
    const [id = 0] = await leaveInReview();
    expect(await endHold(1)).toBe('held');
    expect(await reservation.shown()).toMatchObject({ status: { key: 'card_review' } });
    expect((await statusOf()).until).not.toBeNull();
    expect(await placesTaken(cards.app, reservation.trip.id)).toBe(1);
    await cards.change(id, 'approved', 'lost');
    await poll();
    expect(await reservation.shown()).toMatchObject({ state: 'booked', cardInReview: false, receivedCents: DEPOSIT });
    expect(await findFaults(cards.app.db)).toEqual([]);
  });

  it('keeps it until it is refused, which ends it, and the payer may pay again before the deadline', async () => {
    const [id = 0] = await leaveInReview();
    await cards.change(id, 'rejected', 'lost');
    await poll();
    expect(await reservation.shown()).toMatchObject({ cardInReview: false, status: { key: 'deposit_due' } });
    expect(await reservation.openCharge('deposit')).toMatchObject({ amountCents: DEPOSIT });

    const [other = 0] = await leaveInReview();
    expect(await endHold(1)).toBe('held');
    await cards.change(other, 'rejected', 'lost');
    await poll();
    expect(await endHold(1)).toBe('expired');
  });

  it('that is refused is notified to the payer once by e-mail; one that is refused at once is not', async () => {
    const told = async () =>
      (
        await cards.app.db
          .selectFrom('reservation_emails')
          .select('kind')
          .where('reservation_id', '=', reservation.id)
          .where('kind', '=', 'cardRefused')
          .execute()
      ).length;
    await cards.answer(await reservation.openCharge('deposit', 'card'), 'rejected', 'lost');
    await poll();
    expect(await told()).toBe(0);
    const [id = 0] = await leaveInReview();
    await cards.change(id, 'rejected', 'lost');
    await poll();
    await poll();
    expect(await told()).toBe(1);
    const mailbox = await openMailbox(cards.app);
    const mails = await mailbox.deliver();
    await mailbox.close();
    const refused = mails.find(({ text }) => text.includes('Pagar de outro jeito'));
    expect(refused?.text).toContain('As suas vagas estão guardadas até');
  });

  it('keeps it for 48 hours, whatever is left undecided, and not past the departure', async () => {
    await leaveInReview();
    expect(await endHold(47)).toBe('held');
    expect(await endHold(49)).toBe('expired');

    reservation = await reservationToPay(cards.app);
    await leaveInReview();
    await cards.app.db
      .updateTable('card_reviews')
      .set({ seen_at: new Date(Date.now() - 49 * HOUR_MS) })
      .execute();
    await cards.app.db
      .updateTable('reservations')
      .set({ card_review_at: new Date(Date.now() - 49 * HOUR_MS) })
      .where('id', '=', reservation.id)
      .execute();
    expect(await reservation.shown()).toMatchObject({ cardInReview: false, status: { key: 'deposit_due' } });
    expect(await reservation.openCharge('deposit')).toMatchObject({ amountCents: DEPOSIT });
    expect(await endHold(1)).toBe('expired');

    reservation = await reservationToPay(cards.app);
    await leaveInReview();
    await cards.app.db
      .updateTable('trips')
      .set({ departs_at: new Date(Date.now() - HOUR_MS), returns_at: new Date(Date.now() + HOUR_MS) })
      .where('id', '=', reservation.trip.id)
      .execute();
    expect(await endHold(2)).toBe('expired');
  });

  it('of two cards keeps the hold with the one that was approved', async () => {
    const [first = 0] = await leaveInReview('deposit', [2_000, 3_670]);
    await cards.change(first, 'approved', 'lost');
    await poll();
    expect(await endHold(1)).toBe('held');
    for (const id of cards.demo.account.payments.keys()) await cards.change(id, 'approved', 'lost');
    await poll();
    expect(await reservation.shown()).toMatchObject({ state: 'booked', receivedCents: DEPOSIT });
    expect((await reservation.amounts()).toSorted()).toEqual([2_000, 3_670]);
  });

  it('keeps no hold by less than is due', async () => {
    await leaveInReview('deposit', [DEPOSIT - 1]);
    expect(await endHold(1)).toBe('expired');
  });

  it('of the balance is said beside the confirmed reservation', async () => {
    const body = { kind: 'deposit', method: 'cash', amountCents: DEPOSIT };
    await call(cards.app, 'POST', `/api/reservations/${reservation.id}/payments`, { token, body });
    const [id = 0] = await leaveInReview('balance');
    const { status, cardInReview } = await reservation.shown();
    expect([status.key, cardInReview]).toEqual(['card_review', true]);
    expect(status.nextStep).toContain('está confirmada');
    await cards.change(id, 'approved', 'lost');
    await poll();
    expect(await reservation.shown()).toMatchObject({ receivedCents: TOTAL, status: { key: 'paid' } });
  });

  it('is not under review again by an older report, or once it counts', async () => {
    const [id = 0] = await leaveInReview();
    const payment = cards.demo.account.payments.get(id);
    if (!payment) throw new Error('no such payment');
    const { updatedAt } = payment;
    await cards.change(id, 'rejected', 'lost');
    await poll();
    Object.assign(payment, { status: 'pending', updatedAt: updatedAt - 1 });
    await cards.notify(id);
    await poll();
    expect(await reservation.shown()).toMatchObject({ cardInReview: false });

    const [paid = 0] = await leaveInReview();
    await cards.change(paid, 'approved', 'lost');
    await poll();
    Object.assign(cards.demo.account.payments.get(paid) ?? {}, { status: 'in_process', updatedAt: Date.now() });
    await poll();
    expect(await reservation.shown()).toMatchObject({ state: 'booked', cardInReview: false });
  });

  it('whose payer is about to lose nothing gets no warning that the hold ends', async () => {
    await leaveInReview();
    const { db } = cards.app;
    const times = { created_at: new Date(Date.now() - 24 * HOUR_MS), hold_expires_at: new Date(Date.now() + HOUR_MS) };
    await db.updateTable('reservations').set(times).where('id', '=', reservation.id).execute();
    await sweepHolds({ ...cards.parts, askBank: poll });
    const row = db.selectFrom('reservations').select('hold_warned_at').where('id', '=', reservation.id);
    expect(await row.executeTakeFirstOrThrow()).toEqual({ hold_warned_at: null });
  });
});
