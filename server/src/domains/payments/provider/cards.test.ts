import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp } from '../../../../test/app.ts';
import { reservationToPay } from '../../../../test/banks/connected-bank.ts';
import { connectCards } from '../../../../test/banks/demo-cards.ts';
import { call, createPerson } from '../../../../test/factories.ts';
import { findFaults } from '../../../platform/database/find-faults.ts';
import { pollProvider } from './poll-provider.ts';
import { recordReportedNow } from './record-reported.ts';

const DEPOSIT = 5_670;
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
  reservation = await reservationToPay(cards.app);
});

const byCard = () => reservation.openCharge('deposit', 'card');
const payment = (id: number) => {
  const found = cards.demo.account.payments.get(id);
  if (!found) throw new Error('no such payment');
  return found;
};
const unmatched = async (id: number) =>
  (await call(cards.app, 'GET', '/api/payments/unmatched', { token })).body.data.find(
    ({ endToEndId }: { endToEndId: string }) => endToEndId === String(id),
  );

describe('a payer who chooses a card', () => {
  it('is sent to the page of the provider, pays there, and the reservation is booked once', async () => {
    expect((await reservation.shown()).means).toContain('card');
    const charge = await byCard();
    expect(charge).toMatchObject({ method: 'card', payload: null, confirmsItself: true, amountCents: DEPOSIT });
    expect(charge.address).toContain('/checkout/v1/redirect?pref_id=');
    expect((await byCard()).id).toBe(charge.id);

    const id = await cards.answer(charge, 'approved', 'twice');
    await expect.poll(reservation.amounts, soon).toEqual([DEPOSIT]);
    // Once more, and found by the poll.
    expect(await cards.notify(id)).toBe(200);
    await pollProvider(cards.parts);
    expect(await reservation.entries()).toMatchObject([
      { amount_cents: DEPOSIT, method: 'card', provider: 'mercado_pago', reference: String(id), fee_cents: 282 },
    ]);
    const ledger = await call(cards.app, 'GET', `/api/reservations/${reservation.id}/payments`, { token });
    const [entry] = ledger.body.data;
    expect(entry).toMatchObject({ amountCents: DEPOSIT, feeCents: 282 });
    expect(entry.settlesOn > entry.occurredAt.slice(0, 10)).toBe(true);
    expect(await reservation.shown()).toMatchObject({ state: 'booked', charge: null });
    const exported = await fetch(`${cards.app.url}/api/trips/${reservation.trip.id}/money/export?format=csv`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await exported.text()).toContain('Cartão;56,70;;;;2,82;53,88;');
    expect(await findFaults(cards.app.db)).toEqual([]);
  });

  it('changes their mind: a code takes the place of the address, which ends at the provider', async () => {
    await cards.app.db.updateTable('operator').set({ pix_key: 'pix@passeio.example' }).execute();
    const first = await byCard();
    const second = await reservation.openCharge();
    expect(second).toMatchObject({ method: 'static_pix', address: null });
    expect(second.payload).not.toBeNull();
    const { synchronizeCharges } = await import('./synchronize-charge.ts');
    await synchronizeCharges(cards.parts, undefined, { leaseS: 0 });
    const id = new URL(first.address).searchParams.get('pref_id') ?? '';
    expect(cards.demo.account.preferences.get(id)?.expiresAt).toBeLessThanOrEqual(Date.now());
  });

  it('is refused with the reason where the operator takes none', async () => {
    const app = await buildTestApp();
    try {
      const { openCharge, shown } = await reservationToPay(app);
      expect((await shown()).means).not.toContain('card');
      expect(await openCharge('deposit', 'card')).toMatchObject({ code: 'CARD_UNAVAILABLE' });
    } finally {
      await app.close();
    }
  });
});

describe('a notice of a card', () => {
  it('that is forged, old or about something else has no effect', async () => {
    const id = await cards.answer(await byCard(), 'approved', 'lost');
    expect(await cards.notify(id, { secret: 'another-secret' })).toBe(401);
    expect(await cards.notify(id, { at: Date.now() - 3_600_000 })).toBe(401);
    const unsigned = await fetch(`${cards.app.url}/webhooks/card?data.id=${id}&type=payment`, { method: 'POST' });
    expect(unsigned.status).toBe(401);
    expect(await cards.notify("1'; drop")).toBe(200);
    // A signed notice of a payment that nobody made.
    expect(await cards.notify(123)).toBe(200);
    await expect.poll(() => cards.app.log.some((line) => line.reference === '123'), soon).toBe(true);
    expect(await reservation.entries()).toEqual([]);

    expect(await cards.notify(id)).toBe(200);
    await expect.poll(reservation.amounts, soon).toEqual([DEPOSIT]);
  });

  it('that is lost is made up for by the poll, also of a payment that was pending for days', async () => {
    const id = await cards.answer(await byCard(), 'pending');
    payment(id).createdAt -= 3 * 86_400_000;
    await pollProvider(cards.parts);
    expect(await reservation.entries()).toEqual([]);
    await cards.change(id, 'approved', 'lost');
    await pollProvider(cards.parts);
    expect(await reservation.amounts()).toEqual([DEPOSIT]);
  });

  it('of a refusal counts nothing, and the same payer pays after it', async () => {
    const charge = await byCard();
    await cards.answer(charge, 'rejected');
    await pollProvider(cards.parts);
    expect(await reservation.entries()).toEqual([]);
    expect(await reservation.shown()).toMatchObject({ state: 'held' });
    await cards.answer(charge, 'approved');
    await expect.poll(reservation.amounts, soon).toEqual([DEPOSIT]);
  });

  it('in parallel with others of the same payment counts it once', async () => {
    const id = await cards.answer(await byCard(), 'approved', 'lost');
    const found = await cards.provider.find(String(id));
    if (!found) throw new Error('not paid');
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => recordReportedNow(cards.parts, found)));
    expect(outcomes.filter((outcome) => outcome === 'recorded')).toHaveLength(1);
    expect(await reservation.amounts()).toEqual([DEPOSIT]);
  });
});

describe('a payment that does not fit', () => {
  it('of another amount than was asked for waits for staff', async () => {
    const id = await cards.answer(await byCard(), 'approved', 'lost');
    payment(id).amountCents = 1;
    await pollProvider(cards.parts);
    expect(await reservation.entries()).toEqual([]);
    expect(await unmatched(id)).toMatchObject({ amountCents: 1 });
  });

  it('with a reference of nobody waits for staff', async () => {
    const id = await cards.answer(await byCard(), 'approved', 'lost');
    payment(id).reference = 'UNKNOWN';
    await cards.notify(id);
    await expect.poll(() => unmatched(id), soon).toMatchObject({ amountCents: DEPOSIT });
    expect(await reservation.entries()).toEqual([]);
  });
});

describe('a payment that the holder of the card disputes', () => {
  it('is taken back once, leaves the reservation booked, and is a task for staff', async () => {
    const blind = await createPerson(cards.app, 'OPERATOR', { permissions: ['edit_trips'] });
    const id = await cards.answer(await byCard(), 'approved', 'lost');
    await pollProvider(cards.parts);
    await cards.change(id, 'charged_back', 'twice');
    await expect.poll(reservation.amounts, soon).toEqual([DEPOSIT, DEPOSIT]);
    await Promise.all([pollProvider(cards.parts), cards.notify(id)]);
    await pollProvider(cards.parts);
    expect(await reservation.entries()).toMatchObject([
      { kind: 'deposit', direction: 'in' },
      { kind: 'chargeback', direction: 'out', method: 'card', reference: `C${id}` },
    ]);
    expect(await reservation.shown()).toMatchObject({
      ...{ state: 'booked', receivedCents: 0, chargedBackCents: DEPOSIT },
    });
    const told = await cards.app.db
      .selectFrom('reservation_emails')
      .innerJoin('users', 'users.email', 'reservation_emails.recipient')
      .select(['reservation_emails.kind', 'users.id', 'users.role'])
      .where('reservation_id', '=', reservation.id)
      .where('reservation_emails.kind', 'like', 'chargeback%')
      .execute();
    const ofStaff = told.filter(({ kind }) => kind === 'chargebackForStaff').map(({ id }) => id);
    expect(ofStaff).not.toContain(blind.id);
    expect(new Set(ofStaff).size).toBe(ofStaff.length);
    expect(ofStaff.length).toBeGreaterThan(0);
    expect(told.filter(({ kind }) => kind === 'chargeback')).toMatchObject([{ id: reservation.payer.id }]);
    expect(await findFaults(cards.app.db)).toEqual([]);

    const waiting = async () =>
      (await call(cards.app, 'GET', '/api/payments/unmatched', { token })).body.chargebacks.filter(
        (one: { reservation: { id: string } }) => one.reservation.id === reservation.id,
      );
    expect(await waiting()).toMatchObject([{ amountCents: DEPOSIT, reservation: { id: reservation.id } }]);
    const [task] = await waiting();
    const check = (body?: object) =>
      call(cards.app, 'POST', `/api/payments/chargebacks/${task.id}/check`, { token, body });
    expect((await check({ note: 'x'.repeat(201) })).status).toBe(400);
    expect((await check({ note: 'Paga em dinheiro' })).status).toBe(200);
    expect((await check()).status).toBe(404);
    expect(await waiting()).toEqual([]);
  });
});

describe('money of a card that goes back', () => {
  async function cancelPaid(): Promise<{ id: number; refund: string; amountCents: number }> {
    const id = await cards.answer(await byCard(), 'approved', 'lost');
    await pollProvider(cards.parts);
    await call(cards.app, 'POST', `/api/reservations/${reservation.id}/cancellation`, {
      token,
      body: { reason: 'Desistiu' },
    });
    const { data } = (await call(cards.app, 'GET', '/api/payments/refunds?state=open', { token })).body;
    const due = data.find((one: { reservation: { id: string } }) => one.reservation.id === reservation.id);
    expect(due).toMatchObject({ throughProvider: true });
    return { id, refund: `/api/payments/refunds/${due.id}/payment`, amountCents: due.amountCents };
  }

  it('goes by the provider once, however often it is listed', async () => {
    const { id, refund, amountCents } = await cancelPaid();
    const body = { via: 'provider', amountCents };
    expect(await call(cards.app, 'POST', refund, { token, body })).toMatchObject({
      status: 200,
      body: { state: 'paid' },
    });
    expect((await call(cards.app, 'POST', refund, { token, body })).status).toBe(409);
    await cards.notify(id);
    await pollProvider(cards.parts);
    expect(payment(id).refunds).toMatchObject([{ amountCents }]);
    expect(await reservation.entries()).toMatchObject([{ kind: 'deposit' }, { kind: 'refund', method: 'card' }]);
    expect(await findFaults(cards.app.db)).toEqual([]);
  });

  it('in the account of the provider is recorded once', async () => {
    const { id, amountCents } = await cancelPaid();
    await cards.change(id, 'refund', 'twice');
    await expect.poll(reservation.amounts, soon).toEqual([DEPOSIT, amountCents]);
    await pollProvider(cards.parts);
    expect(await reservation.amounts()).toEqual([DEPOSIT, amountCents]);
  });
});
