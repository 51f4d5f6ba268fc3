import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reservationToPay } from '../../../../test/banks/connected-bank.ts';
import { connectCards } from '../../../../test/banks/demo-cards.ts';
import { call, createPerson } from '../../../../test/factories.ts';
import { findFaults } from '../../../platform/database/find-faults.ts';
import { sweepHolds } from '../../reservations/index.ts';
import { pollProvider } from './poll-provider.ts';
import { recordReportedNow } from './record-reported.ts';

const DEPOSIT = 5_670;
const TOTAL = 18_900;
const HOUR_MS = 3_600_000;

let cards: Awaited<ReturnType<typeof connectCards>>;
let reservation: Awaited<ReturnType<typeof reservationToPay>>;
let token: string;
beforeAll(async () => {
  cards = await connectCards();
  ({ token } = await createPerson(cards.app, 'OPERATOR'));
});
afterAll(() => cards.close());
beforeEach(async () => {
  reservation = await reservationToPay(cards.app);
});

type Charge = { address: string };
/** Pays a part of a charge with one of several cards; the provider has not been asked since. */
async function payPart(charge: Charge, amountCents: number): Promise<number> {
  const id = await cards.answer(charge, 'approved', 'lost');
  const payment = cards.demo.account.payments.get(id);
  if (!payment) throw new Error('no such payment');
  payment.amountCents = amountCents;
  return id;
}
const poll = () => pollProvider(cards.parts);
const waiting = async (): Promise<{ endToEndId: string; amountCents: number; description: string }[]> =>
  (await call(cards.app, 'GET', '/api/payments/unmatched?size=100', { token })).body.data;
const ofThese = async (ids: number[]) =>
  (await waiting()).filter(({ endToEndId }) => ids.includes(Number(endToEndId))).map(({ amountCents }) => amountCents);
async function endHold(hoursAgo: number): Promise<string> {
  const deadline = new Date(Date.now() - hoursAgo * HOUR_MS);
  const { db } = cards.app;
  await db.updateTable('reservations').set({ hold_expires_at: deadline }).where('id', '=', reservation.id).execute();
  await sweepHolds({ ...cards.parts, askBank: poll });
  return (await reservation.shown()).state;
}

describe('a charge that its payer pays with several cards', () => {
  it('is paid once all of them have come, each counted once with its fee, and nothing waits for staff', async () => {
    const charge = await reservation.openCharge('deposit', 'card');
    const first = await payPart(charge, 2_000);
    await poll();
    expect(await reservation.amounts()).toEqual([]);
    const [shown] = (await waiting()).filter(({ endToEndId }) => endToEndId === String(first));
    expect(shown?.description).toMatch(/^É parte dos R\$\s56,70 cobrados no cartão/);
    const second = await payPart(charge, 3_670);
    await poll();
    await poll();
    expect((await reservation.entries()).toSorted((a, b) => a.amount_cents - b.amount_cents)).toMatchObject([
      { kind: 'deposit', amount_cents: 2_000, method: 'card', reference: String(first), fee_cents: 100 },
      { kind: 'deposit', amount_cents: 3_670, method: 'card', reference: String(second), fee_cents: 183 },
    ]);
    expect(await reservation.shown()).toMatchObject({ state: 'booked', receivedCents: DEPOSIT, charge: null });
    expect(await ofThese([first, second])).toEqual([]);
    expect(await findFaults(cards.app.db)).toEqual([]);
  });

  it('is paid once where all are reported at the same time, and several times', async () => {
    const charge = await reservation.openCharge('full', 'card');
    const ids = [await payPart(charge, 10_000), await payPart(charge, 5_000), await payPart(charge, 3_900)];
    const found = await Promise.all(ids.map((id) => cards.provider.find(String(id))));
    const reports = [...found, ...found].flatMap((one) => (one ? [recordReportedNow(cards.parts, one)] : []));
    await Promise.all(reports);
    expect((await reservation.amounts()).toSorted()).toEqual([10_000, 3_900, 5_000]);
    expect(await reservation.shown()).toMatchObject({ state: 'booked', receivedCents: TOTAL, refund: null });
    expect(await findFaults(cards.app.db)).toEqual([]);
  });

  it('changes the price as one card does where cards cost more or less', async () => {
    for (const card_permille of [37, -50]) {
      await cards.app.db.updateTable('operator').set({ card_permille }).execute();
      reservation = await reservationToPay(cards.app);
      const charge = await reservation.openCharge('full', 'card');
      const price = TOTAL + Math.round((TOTAL * card_permille) / 1_000);
      expect(charge).toMatchObject({ amountCents: price });
      for (const part of [7_777, 3_333, price - 11_110]) await payPart(charge, part);
      await poll();
      expect(await reservation.shown()).toMatchObject({
        ...{ state: 'booked', totalCents: price, receivedCents: price, dueCents: 0, refund: null },
      });
      expect(await findFaults(cards.app.db)).toEqual([]);
    }
    await cards.app.db.updateTable('operator').set({ card_permille: 0 }).execute();
  });

  it('is not paid by a part that went back meanwhile', async () => {
    const charge = await reservation.openCharge('deposit', 'card');
    const first = await payPart(charge, 2_000);
    await poll();
    await cards.change(first, 'refund', 'lost');
    await poll();
    const second = await payPart(charge, 3_670);
    await poll();
    expect(await reservation.amounts()).toEqual([]);
    expect(await ofThese([second])).toEqual([3_670]);
  });

  it('gives back a part of an earlier try that is too much by then', async () => {
    const charge = await reservation.openCharge('full', 'card');
    for (const part of [9_000, 9_000, 9_900]) await payPart(charge, part);
    await poll();
    expect(await reservation.shown()).toMatchObject({
      ...{ state: 'booked', receivedCents: 27_900 },
      refund: { amountCents: 9_000, state: 'due', reason: 'overpaid', throughProvider: true },
    });
    expect(await findFaults(cards.app.db)).toEqual([]);
  });

  it('brings its expired reservation back', async () => {
    const charge = await reservation.openCharge('deposit', 'card');
    await payPart(charge, 3_000);
    await poll();
    expect(await endHold(1)).toBe('expired');
    await payPart(charge, 2_670);
    await poll();
    expect(await reservation.shown()).toMatchObject({ state: 'booked', receivedCents: DEPOSIT, refund: null });
    expect(await findFaults(cards.app.db)).toEqual([]);
  });

  it('leaves more than it asks for to staff', async () => {
    const id = await payPart(await reservation.openCharge('deposit', 'card'), DEPOSIT + 1);
    await poll();
    expect([await reservation.amounts(), await ofThese([id])]).toEqual([[], [DEPOSIT + 1]]);
  });
});

describe('a hold whose money lies with staff', () => {
  it('waits where it is what is due, for 48 hours and not past the departure', async () => {
    await payPart(await reservation.openCharge('full', 'card'), DEPOSIT);
    await poll();
    expect(await endHold(1)).toBe('held');
    expect(await reservation.shown()).toMatchObject({ status: { key: 'bank_check' } });
    expect(await endHold(47)).toBe('held');
    expect(await endHold(49)).toBe('expired');

    reservation = await reservationToPay(cards.app);
    await payPart(await reservation.openCharge('full', 'card'), DEPOSIT);
    await poll();
    const departs_at = new Date(Date.now() - HOUR_MS);
    await cards.app.db
      .updateTable('trips')
      .set({ departs_at, returns_at: new Date(Date.now() + HOUR_MS) })
      .where('id', '=', reservation.trip.id)
      .execute();
    expect(await endHold(2)).toBe('expired');
  });

  it('ends where it is less than is due, or staff has decided about it', async () => {
    await payPart(await reservation.openCharge('full', 'card'), DEPOSIT - 1);
    await poll();
    expect(await endHold(1)).toBe('expired');

    reservation = await reservationToPay(cards.app);
    const id = await payPart(await reservation.openCharge('full', 'card'), DEPOSIT);
    await poll();
    expect(await endHold(1)).toBe('held');
    const { body } = await call(cards.app, 'GET', '/api/payments/unmatched?size=100', { token });
    const { id: paymentId } = body.data.find((one: { endToEndId: string }) => one.endToEndId === String(id));
    const path = `/api/payments/unmatched/${paymentId}/dismissal`;
    await call(cards.app, 'POST', path, { token, body: { reason: 'Devolvido no provedor' } });
    expect(await endHold(1)).toBe('expired');
  });

  it('waits where a card that costs less has paid all that it asks for in parts but the last', async () => {
    await cards.app.db.updateTable('operator').set({ card_permille: -100 }).execute();
    const charge = await reservation.openCharge('full', 'card');
    // It settles the deposit of the price without the discount.
    await payPart(charge, Math.ceil(DEPOSIT * 0.9));
    await poll();
    expect(await endHold(1)).toBe('held');
    await cards.app.db.updateTable('operator').set({ card_permille: 0 }).execute();
  });
});
