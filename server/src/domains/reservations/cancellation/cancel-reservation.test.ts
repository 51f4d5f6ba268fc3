import { randomUUIDv7 } from 'node:crypto';
import { moneyText } from '@passeio/contract/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { cancelling, receive, ruleOn } from '../../../../test/cancellations.ts';
import { call, createPerson, type Person } from '../../../../test/factories.ts';
import { departIn, entriesOf, placesTaken } from '../../../../test/parties.ts';
import { refundsOf } from '../../../../test/pix.ts';

const ADULT = 18_900;
const DAY_MS = 24 * 3_600_000;

let app: TestApp;
let staff: Person;
let steps: ReturnType<typeof cancelling>;
beforeAll(async () => {
  app = await buildTestApp();
  staff = await createPerson(app, 'OPERATOR');
  steps = cancelling(app, () => staff);
});
afterAll(() => app.close());

describe('the quote', () => {
  it('says what it costs, what goes back until when, and why; for payer and staff alone', async () => {
    const { id, payer } = await steps.family(20_000);
    const { body, status } = await steps.quote(id, payer);
    expect(status).toBe(200);
    const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' });
    expect(body).toEqual({
      contractedCents: 2 * ADULT,
      receivedCents: 20_000,
      penaltyCents: 7_560,
      refundCents: 12_440,
      rule: ruleOn(2 * ADULT),
      promisedFor: new Date(Date.parse(today) + 10 * DAY_MS).toISOString().slice(0, 10),
      parts: [{ way: 'pix', amountCents: 12_440 }],
      occupancy: null,
    });
    expect((await steps.quote(id, staff)).body).toEqual(body);
    expect((await steps.quote(id, await createPerson(app))).status).toBe(404);
    expect((await call(app, 'GET', `/api/reservations/${id}/cancellation`)).status).toBe(401);
    expect((await steps.details(id)).state).toBe('booked');
  });

  it('by the operator is for staff, and gives all back', async () => {
    const { id, payer } = await steps.family(20_000);
    expect(await steps.quote(id, payer, '?by=operator')).toMatchObject({ status: 403 });
    expect((await steps.quote(id, staff, '?by=operator')).body).toMatchObject({ penaltyCents: 0, refundCents: 20_000 });
  });

  it('follows what was accepted when contracting, with the right of withdrawal, unless that is switched off', async () => {
    const { id, payer, trip } = await steps.family(20_000);
    const none = { cancellation_tiers: JSON.stringify([]) };
    await app.db.updateTable('trips').set(none).where('id', '=', trip.id).execute();
    expect((await steps.quote(id, payer)).body.penaltyCents).toBe(7_560);
    await steps.contracted(id, 7);
    const inTime = (await steps.quote(id, payer)).body;
    expect(inTime).toMatchObject({ refundCents: 20_000 });
    expect(inTime.rule).toBe('Desistência em até 7 dias da contratação: sem multa.');

    const settings = (right: boolean) => app.db.updateTable('operator').set({ withdrawal_right: right }).execute();
    await settings(false);
    const without = await steps.family(20_000);
    await settings(true);
    await steps.contracted(without.id, 1);
    expect((await steps.quote(without.id, without.payer)).body.penaltyCents).toBe(7_560);
    // One made before the policy was kept follows the trip's rules of now.
    await app.db.updateTable('reservations').set({ policy: null }).where('id', '=', id).execute();
    await steps.contracted(id, 10);
    expect((await steps.quote(id, payer)).body.rule).toBe('Nenhuma multa de cancelamento foi combinada.');
  });

  it('is refused once there is nothing to cancel', async () => {
    const { id, payer, trip } = await steps.family(0);
    await departIn(app, trip.id, -1);
    expect(await steps.quote(id, payer)).toMatchObject({ status: 409, body: { code: 'RESERVATION_NOT_CANCELLABLE' } });
    expect(await steps.cancel(id, payer)).toMatchObject({ status: 409, body: { code: 'RESERVATION_NOT_CANCELLABLE' } });
    expect((await steps.quote(id, payer, `?participants=${randomUUIDv7()}`)).status).toBe(409);
    expect((await steps.quote(id, payer, '?participants=x')).status).toBe(400);
  });
});

describe('cancelling a paid reservation', () => {
  it('keeps the penalty, releases the places, and makes the rest due', async () => {
    const { id, payer, trip } = await steps.family(20_000);
    const { body } = await steps.cancel(id, payer, { refundCents: 12_440 });
    expect(body).toMatchObject({
      ...{ state: 'cancelled', retainedCents: 7_560, toReturnCents: 12_440, dueCents: 0 },
      status: { key: 'refund_due', label: 'Cancelada' },
      refund: { amountCents: 12_440, state: 'due', reason: 'cancelled' },
    });
    expect(body.status.nextStep).toContain(`Reembolso de ${moneyText(12_440)} previsto até`);
    expect(await placesTaken(app, trip.id)).toBe(0);
    expect((await entriesOf(app, id)).at(-1)).toMatchObject({
      action: 'reservation.cancelled',
      actor_id: payer.id,
      changes: {
        state: ['booked', 'cancelled'],
        penaltyCents: [null, 7_560],
        refundCents: [null, 12_440],
        cancellationRule: [null, ruleOn(2 * ADULT)],
      },
    });

    const [refund] = await refundsOf(app, id);
    const paid = { via: 'hand', method: 'pix', amountCents: 12_440 };
    await call(app, 'POST', `/api/payments/refunds/${refund?.id}/payment`, { token: staff.token, body: paid });
    expect(await steps.details(id)).toMatchObject({
      status: { key: 'refunded', label: 'Reembolsado' },
      ...{ toReturnCents: 0, refundedCents: 12_440, receivedCents: 7_560, retainedCents: 7_560 },
    });
    // Money that comes later goes back whole.
    const late = { kind: 'balance', method: 'pix', amountCents: 5_000 };
    const refused = await call(app, 'POST', `/api/reservations/${id}/payments`, { token: staff.token, body: late });
    expect(refused.status).toBe(409);
    await receive(app.db, id, 5_000);
    expect(await steps.details(id)).toMatchObject({
      toReturnCents: 5_000,
      refund: { amountCents: 5_000, state: 'due' },
    });
  });

  it('with a penalty above what was paid gives nothing back and asks for nothing', async () => {
    const { id, payer, trip } = await steps.family(6_000);
    const { body } = await steps.cancel(id, payer, { refundCents: 0 });
    expect(body).toMatchObject({
      state: 'cancelled',
      retainedCents: 6_000,
      toReturnCents: 0,
      dueCents: 0,
      refund: null,
    });
    expect(body.status).toMatchObject({ key: 'cancelled' });
    expect(body.status.nextStep).toContain(`A multa foi de ${moneyText(6_000)}`);
    const money = await call(app, 'GET', `/api/trips/${trip.id}/money`, { token: staff.token });
    expect(money.body).toMatchObject({ expectedCents: 6_000, retainedCents: 6_000, toRefundCents: 0, missingCents: 0 });
  });

  it('answers the new quote, and cancels nothing, if it is not the one that was confirmed', async () => {
    const { id, payer } = await steps.family(20_000);
    const now = (await steps.quote(id, payer)).body;
    for (const body of [{ refundCents: 12_441 }, {}, undefined]) {
      const response = await steps.cancel(id, payer, body);
      expect(response).toMatchObject({ status: 409, body: { code: 'QUOTE_CHANGED', quote: now } });
    }
    // The same under a key, which repeats the refusal.
    const headers = { 'idempotency-key': randomUUIDv7() };
    const again = () =>
      call(app, 'POST', `/api/reservations/${id}/cancel`, { token: payer.token, headers, body: { refundCents: 1 } });
    expect(await again()).toMatchObject({ status: 409, body: { quote: now } });
    expect(await again()).toMatchObject({ status: 409, body: { quote: now } });
    expect(await steps.details(id)).toMatchObject({ state: 'booked', retainedCents: 0 });
    expect(await refundsOf(app, id)).toEqual([]);
  });

  it("is not somebody else's to do, nor staff's by this way", async () => {
    const { id } = await steps.family(20_000);
    for (const other of [await createPerson(app), staff]) {
      expect((await steps.cancel(id, other, { refundCents: 12_440 })).status).toBe(404);
    }
  });

  it('needs no number while nothing was received', async () => {
    const { id, payer } = await steps.family(0);
    expect(await steps.cancel(id, payer)).toMatchObject({
      status: 200,
      body: { state: 'cancelled', retainedCents: 0, toReturnCents: 0 },
    });
    expect((await steps.cancel(id, payer)).body.code).toBe('RESERVATION_NOT_CANCELLABLE');
  });
});

describe('staff', () => {
  const byStaff = (id: string, body: object) =>
    call(app, 'POST', `/api/reservations/${id}/cancellation`, { token: staff.token, body });

  it('cancels for the operator without a penalty, for the client by the rules, for the number it saw', async () => {
    const operators = await steps.family(20_000);
    expect((await byStaff(operators.id, { reason: 'Ônibus quebrou' })).body).toMatchObject({
      ...{ state: 'cancelled', retainedCents: 0, toReturnCents: 20_000 },
    });
    const clients = await steps.family(20_000);
    const body = { reason: 'Ligou', by: 'client', refundCents: 20_000 };
    expect(await byStaff(clients.id, body)).toMatchObject({
      status: 409,
      body: { code: 'QUOTE_CHANGED', quote: { refundCents: 12_440 } },
    });
    expect((await byStaff(clients.id, { ...body, refundCents: 12_440 })).body).toMatchObject({ retainedCents: 7_560 });
    expect((await byStaff(clients.id, body)).body.code).toBe('RESERVATION_OVER');
  });
});

describe('people with a discount, who leave one after the other', () => {
  it('get as much back as together, and each pays exactly what was quoted', async () => {
    const discounted = async () => {
      const made = await steps.family(0);
      const body = { amountCents: -ADULT, reason: '2 por 1' };
      const path = `/api/reservations/${made.id}/adjustments`;
      expect((await call(app, 'POST', path, { token: staff.token, body })).status).toBe(201);
      await steps.pay(made.id, ADULT);
      return made;
    };
    const { id, payer, adults } = await discounted();
    const first = `?participants=${adults[1]?.id}`;
    const { body: one } = await steps.quote(id, payer, first);
    expect(one).toMatchObject({ contractedCents: ADULT / 2, receivedCents: ADULT / 2 });
    const leaving = { refundCents: one.refundCents, participants: [adults[1]?.id] };
    expect((await steps.cancel(id, payer, leaving)).status).toBe(200);
    expect((await steps.details(id)).totalCents).toBe(ADULT / 2 + one.penaltyCents);
    // The quote has what is due already, which nobody has sent yet.
    const { body: other } = await steps.quote(id, payer);
    expect((await steps.cancel(id, payer, { refundCents: other.refundCents })).status).toBe(200);

    const both = await discounted();
    const { body: together } = await steps.quote(both.id, both.payer);
    expect(Math.abs(other.refundCents - together.refundCents)).toBeLessThanOrEqual(1);
  });

  it('whose discount is larger than a fare leave at the price of the quote', async () => {
    const { id, payer, adults } = await steps.family(0);
    const body = { amountCents: -ADULT * 1.5, reason: 'Grupo da escola' };
    await call(app, 'POST', `/api/reservations/${id}/adjustments`, { token: staff.token, body });
    const { status, body: quote } = await steps.quote(id, payer, `?participants=${adults[0]?.id}`);
    expect(status).toBe(200);
    const leaving = { refundCents: quote.refundCents, participants: [adults[0]?.id] };
    expect((await steps.cancel(id, payer, leaving)).status).toBe(200);
  });
});
