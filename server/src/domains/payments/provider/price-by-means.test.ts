import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reservationToPay } from '../../../../test/banks/connected-bank.ts';
import { connectCards } from '../../../../test/banks/demo-cards.ts';
import { call, createPerson } from '../../../../test/factories.ts';
import { findFaults } from '../../../../test/invariants.ts';
import { createFamily } from '../../../../test/parties.ts';
import { pixFor } from '../../../../test/pix.ts';
import { sweepHolds } from '../../reservations/index.ts';
import { pollProvider } from './poll-provider.ts';
import { recordReportedNow } from './record-reported.ts';

const TOTAL = 18_900;
const DEPOSIT = 5_670;

let cards: Awaited<ReturnType<typeof connectCards>>;
let reservation: Awaited<ReturnType<typeof reservationToPay>>;
let token: string;
beforeAll(async () => {
  cards = await connectCards();
  ({ token } = await createPerson(cards.app, 'OPERATOR'));
});
afterAll(() => cards.close());
beforeEach(async () => {
  await setPrices({ pix: -50, card: 40 });
  reservation = await reservationToPay(cards.app);
});

const setPrices = ({ pix, card }: { pix: number; card: number }) =>
  cards.app.db
    .updateTable('operator')
    .set({ pix_key: 'pix@passeio.example', pix_permille: pix, card_permille: card })
    .execute();
const report = (charge: { txid: string; amountCents: number }, more: Parameters<typeof pixFor>[1] = {}) =>
  recordReportedNow(cards.parts, pixFor(charge, more));
const payByCard = async (charge: { address: string }) => {
  const id = await cards.answer(charge, 'approved', 'lost');
  await pollProvider(cards.parts);
  return id;
};
const staffPays = (body: object) =>
  call(cards.app, 'POST', `/api/reservations/${reservation.id}/payments`, { token, body });
const reversalOf = (entryId: string) =>
  call(cards.app, 'POST', `/api/reservations/${reservation.id}/payments/${entryId}/reversal`, {
    token,
    body: { reason: 'Lançado por engano' },
  });
const money = async () => {
  const shown = await reservation.shown();
  const { state, totalCents, depositCents, receivedCents, dueCents, lines } = shown;
  return {
    ...{ state, totalCents, depositCents, receivedCents, dueCents },
    changes: lines
      .filter(({ kind }: { kind: string }) => kind === 'payment_adjustment')
      .map(({ label, totalCents }: { label: string; totalCents: number }) => [label, totalCents]),
  };
};

/** The hold of the reservation ends, after the provider was asked. */
async function endHold(): Promise<void> {
  const deadline = new Date(Date.now() - 60_000);
  const { db } = cards.app;
  await db.updateTable('reservations').set({ hold_expires_at: deadline }).where('id', '=', reservation.id).execute();
  await sweepHolds({ ...cards.parts, askBank: () => pollProvider(cards.parts) });
  expect((await reservation.shown()).state).toBe('expired');
}

describe('the price of a means', () => {
  it('is in its charge, and the reservation shows what each changes', async () => {
    expect(await reservation.shown()).toMatchObject({
      means: ['pix', 'card'],
      meansPermille: { pix: -50, card: 40 },
    });
    expect(await reservation.openCharge()).toMatchObject({ amountCents: 5_387, adjustmentCents: -283 });
    expect(await reservation.openCharge('deposit', 'card')).toMatchObject({ amountCents: 5_897, adjustmentCents: 227 });
    expect(await reservation.openCharge('full')).toMatchObject({ amountCents: 17_955, adjustmentCents: -945 });
    expect((await money()).dueCents).toBe(TOTAL);
    const { body } = await call(cards.app, 'GET', '/api/settings');
    expect(body.meansPermille).toEqual({ pix: -50, card: 40 });
  });

  it('is another one in a new charge once the operator has changed it', async () => {
    const first = await reservation.openCharge();
    await setPrices({ pix: -100, card: 0 });
    const second = await reservation.openCharge();
    expect(second).toMatchObject({ amountCents: 5_103 });
    expect(second.id).not.toBe(first.id);
    // The payer has the code of before in their bank.
    await report(first);
    expect(await money()).toMatchObject({ state: 'booked', totalCents: TOTAL - 283, dueCents: TOTAL - DEPOSIT });
  });

  it('becomes a line with the payment, by which deposit and rest are as if nothing had a price', async () => {
    await report(await reservation.openCharge());
    expect(await money()).toEqual({
      ...{ state: 'booked', totalCents: TOTAL - 283, depositCents: 5_387, receivedCents: 5_387 },
      ...{ dueCents: TOTAL - DEPOSIT, changes: [['Desconto do Pix', -283]] },
    });
    await payByCard(await reservation.openCharge('balance', 'card'));
    expect(await money()).toMatchObject({
      ...{ totalCents: TOTAL - 283 + 529, depositCents: 5_387, dueCents: 0 },
      changes: [
        ['Desconto do Pix', -283],
        ['Acréscimo do cartão', 529],
      ],
    });
    expect((await reservation.shown()).refund).toBeNull();
    expect(await findFaults(cards.app.db, [reservation.trip.id])).toEqual([]);
  });

  it('counts once, however often the payment is reported, and not for another payment of the charge', async () => {
    const charge = await reservation.openCharge('full');
    const pix = pixFor(charge);
    await Promise.all(Array.from({ length: 6 }, () => recordReportedNow(cards.parts, pix)));
    expect(await money()).toMatchObject({ totalCents: 17_955, receivedCents: 17_955, dueCents: 0 });
    await report(charge);
    expect(await money()).toMatchObject({ totalCents: 17_955, receivedCents: 35_910, changes: [expect.anything()] });
    expect((await reservation.shown()).refund).toMatchObject({ state: 'due', amountCents: 17_955 });
    expect(await findFaults(cards.app.db, [reservation.trip.id])).toEqual([]);
  });

  it('changes nothing for a payment of another amount', async () => {
    const charge = await reservation.openCharge();
    await report(charge, { amountCents: 5_000 });
    expect(await money()).toMatchObject({ state: 'held', totalCents: TOTAL, receivedCents: 5_000, changes: [] });
  });

  it('is of what is due when the payment comes: the rest goes back as it was paid', async () => {
    const charge = await reservation.openCharge('full');
    await staffPays({ kind: 'deposit', method: 'cash', amountCents: 8_900 });
    await report(charge);
    // R$ 100,00 were due, for which R$ 95,00 are paid.
    expect(await money()).toMatchObject({ totalCents: TOTAL - 500, receivedCents: 8_900 + 17_955 });
    expect((await reservation.shown()).refund).toMatchObject({ amountCents: 17_955 - 9_500 });
    expect(await findFaults(cards.app.db, [reservation.trip.id])).toEqual([]);
  });

  it('counts for money that staff types with exactly the amount of the code', async () => {
    await setPrices({ pix: 100, card: 0 });
    const charge = await reservation.openCharge('full');
    expect(await staffPays({ kind: 'deposit', method: 'pix', amountCents: charge.amountCents + 1 })).toMatchObject({
      body: { code: 'PAYMENT_ABOVE_DUE' },
    });
    expect((await staffPays({ kind: 'deposit', method: 'pix', amountCents: charge.amountCents })).status).toBe(201);
    expect(await money()).toMatchObject({ totalCents: 20_790, dueCents: 0, changes: [['Acréscimo do Pix', 1_890]] });
  });

  it('is that of the deposit when the payment comes after the hold has ended', async () => {
    const charge = await reservation.openCharge();
    await endHold();
    await report(charge);
    expect(await money()).toMatchObject({ state: 'booked', totalCents: TOTAL - 283, depositCents: 5_387 });
    expect(await findFaults(cards.app.db, [reservation.trip.id])).toEqual([]);
  });

  it('is no part of a reservation whose places are gone: all goes back', async () => {
    const charge = await reservation.openCharge();
    await endHold();
    await cards.app.db.updateTable('trips').set({ capacity: 1 }).where('id', '=', reservation.trip.id).execute();
    await createFamily(cards.app, { adult: 1 }, { trip: reservation.trip });
    await report(charge);
    expect(await money()).toMatchObject({ state: 'expired', totalCents: TOTAL, changes: [] });
    expect((await reservation.shown()).refund).toMatchObject({ amountCents: 5_387 });
    expect(await findFaults(cards.app.db, [reservation.trip.id])).toEqual([]);
  });

  it('ends with a reversal of its payment, and counts again with the same payment', async () => {
    const pix = pixFor(await reservation.openCharge());
    await recordReportedNow(cards.parts, pix);
    const [entry] = await reservation.entries();
    expect((await reversalOf(entry?.id ?? '')).status).toBe(201);
    expect(await money()).toEqual({
      ...{ state: 'held', totalCents: TOTAL, depositCents: DEPOSIT, receivedCents: 0, dueCents: TOTAL, changes: [] },
    });
    const { data } = (await call(cards.app, 'GET', '/api/payments/unmatched', { token })).body;
    const waiting = data.find(({ endToEndId }: { endToEndId: string }) => endToEndId === pix.reference);
    const { code } = reservation.reservation;
    const path = `/api/payments/unmatched/${waiting.id}/assignment`;
    expect((await call(cards.app, 'POST', path, { token, body: { code } })).status).toBe(200);
    expect(await money()).toMatchObject({ state: 'booked', receivedCents: 5_387, dueCents: TOTAL - DEPOSIT });
    expect(await findFaults(cards.app.db, [reservation.trip.id])).toEqual([]);
  });

  it('ends with a chargeback, after which the whole amount is due', async () => {
    const id = await payByCard(await reservation.openCharge('full', 'card'));
    expect(await money()).toMatchObject({ totalCents: 19_656, dueCents: 0 });
    await cards.change(id, 'charged_back', 'lost');
    await pollProvider(cards.parts);
    await pollProvider(cards.parts);
    expect(await money()).toMatchObject({ state: 'booked', totalCents: TOTAL, receivedCents: 0, dueCents: TOTAL });
    expect(await findFaults(cards.app.db, [reservation.trip.id])).toEqual([]);
  });

  it('is refunded with the rest where the operator cancels', async () => {
    await payByCard(await reservation.openCharge('full', 'card'));
    const path = `/api/reservations/${reservation.id}/cancellation`;
    await call(cards.app, 'POST', path, { token, body: { reason: 'Desistiu' } });
    expect((await reservation.shown()).refund).toMatchObject({ amountCents: 19_656 });
    expect(await findFaults(cards.app.db, [reservation.trip.id])).toEqual([]);
  });
});

describe('the means of a trip', () => {
  const offer = (payment_means: 'pix' | 'card' | 'both') =>
    cards.app.db.updateTable('trips').set({ payment_means }).where('id', '=', reservation.trip.id).execute();

  it('are the only ones that its payers are shown and can use', async () => {
    await offer('card');
    expect((await reservation.shown()).means).toEqual(['card']);
    expect(await reservation.openCharge()).toMatchObject({ code: 'MEANS_NOT_OFFERED' });
    expect(await reservation.openCharge('deposit', 'card')).toMatchObject({ method: 'card' });
    await offer('pix');
    expect((await reservation.shown()).means).toEqual(['pix']);
    expect(await reservation.openCharge('deposit', 'card')).toMatchObject({ code: 'MEANS_NOT_OFFERED' });
  });
});

describe('any order of payments by any means', () => {
  const share = fc.record({
    permille: fc.integer({ min: -200, max: 200 }),
    part: fc.integer({ min: 1, max: 100 }),
    byCode: fc.boolean(),
    isTakenBack: fc.boolean(),
  });

  it('ends with nothing due, and all that was received is the total', async () => {
    const { db } = cards.app;
    await fc.assert(
      fc.asyncProperty(fc.array(share, { minLength: 1, maxLength: 4 }), async (shares) => {
        reservation = await reservationToPay(cards.app);
        const dueOn = (month: number) => `2031-0${month}-10`;
        const agreed = [1, 2, 3].map((month) => ({
          ...{ dueOn: dueOn(month), dueAt: `${dueOn(month)}T23:59:00Z`, cents: 4_410 },
        }));
        const own = db.updateTable('reservations').where('id', '=', reservation.id);
        await own.set({ instalments: JSON.stringify(agreed) }).execute();
        for (const { permille, part, byCode, isTakenBack } of [
          ...shares,
          { ...shares[0], part: 100, isTakenBack: false },
        ]) {
          await setPrices({ pix: permille ?? 0, card: 0 });
          const before = await money();
          if (before.dueCents === 0) continue;
          const least = before.state === 'held' ? before.depositCents - before.receivedCents : 100;
          const amountCents = Math.min(Math.max(Math.round((before.dueCents * part) / 100), least), before.dueCents);
          const body = { purpose: 'full', amountCents };
          const path = `/api/reservations/${reservation.id}/charges`;
          const charge = (await call(cards.app, 'POST', path, { token, body })).body;
          expect(charge.amountCents - charge.adjustmentCents).toBe(amountCents);
          if (byCode) await report(charge);
          else await staffPays({ kind: 'deposit', method: 'pix', amountCents: charge.amountCents });
          const after = await money();
          expect(after.dueCents).toBe(before.dueCents - amountCents);
          const { instalments, ...shown } = await reservation.shown();
          const sum = instalments.reduce((all: number, one: { amountCents: number }) => all + one.amountCents, 0);
          if (instalments.length > 0) expect(shown.depositCents + sum).toBe(shown.totalCents);
          if (!isTakenBack) continue;
          const entry = (await reservation.entries()).at(-1);
          expect((await reversalOf(entry?.id ?? '')).status).toBe(201);
          expect(await money()).toMatchObject({ totalCents: before.totalCents, dueCents: before.dueCents });
        }
        const { dueCents, totalCents, receivedCents, state } = await money();
        expect({ dueCents, receivedCents, state }).toEqual({ dueCents: 0, receivedCents: totalCents, state: 'booked' });
        expect(await findFaults(db, [reservation.trip.id])).toEqual([]);
      }),
      { numRuns: 6 },
    );
  });
});
