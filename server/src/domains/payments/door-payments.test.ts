import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { scriptedBank } from '../../../test/banks/scripted-bank.ts';
import { call, createPerson, crewOfGuides, type Person } from '../../../test/factories.ts';
import { createFamily, departIn, entriesOf, type Family } from '../../../test/parties.ts';
import { providerTable } from '../../ports/payments/providers.ts';

const TOTAL = 37_800;

let app: TestApp;
let bia: Person;
let family: Family;
beforeAll(async () => {
  app = await buildTestApp();
  bia = await createPerson(app, 'OPERATOR');
  await app.db.updateTable('operator').set({ pix_key: 'pix@rotadasaguas.example' }).execute();
});
afterAll(() => app.close());
beforeEach(async () => {
  family = await createFamily(app, { adult: 2 });
  await departIn(app, family.trip.id, 1);
});

function cash(amountCents: number, more: object = {}) {
  const tappedAt = new Date().toISOString();
  return { id: randomUUID(), code: family.reservation.code, amountCents, tappedAt, clockOffsetMs: 0, ...more };
}

const ofStaff = (body: object, trip = family.trip.id, token = bia.token) =>
  call(app, 'POST', `/api/trips/${trip}/door-payments`, { token, body });
const ledger = async () =>
  (await call(app, 'GET', `/api/reservations/${family.id}/payments`, { token: bia.token })).body.data;
const waiting = async () =>
  (await call(app, 'GET', '/api/payments/door-payments', { token: bia.token })).body.data.filter(
    ({ reservation }: { reservation: { id: string } }) => reservation.id === family.id,
  );
const toDo = async () => (await call(app, 'GET', '/api/payments/to-do', { token: bia.token })).body.doorPayments;
const decide = (id: string, decision: 'confirmation' | 'refusal', body?: object) =>
  call(app, 'POST', `/api/payments/door-payments/${id}/${decision}`, { token: bia.token, body });

async function openSession(name = 'Júlia', trip = family.trip.id): Promise<string> {
  const made = await call(app, 'POST', `/api/trips/${trip}/guide-links`, { token: bia.token, body: { name } });
  const body = { token: made.body.url.split('#')[1], pin: made.body.pin };
  return (await call(app, 'POST', '/api/guide/session', { body })).body.session;
}

const ofGuide = (session: string, body: object) =>
  call(app, 'POST', '/api/guide/door-payments', { body: { session, ...body } });

describe('cash that staff takes at the door', () => {
  it('is in the ledger at once, books the reservation, and counts once however often it is sent', async () => {
    const payment = cash(20_000);
    const answers = await Promise.all([ofStaff(payment), ofStaff(payment), ofStaff(payment)]);
    expect(answers.map(({ status, body }) => [status, body.dueCents])).toEqual(Array(3).fill([200, 17_800]));
    expect((await ofStaff(payment)).body).toEqual({ dueCents: 17_800, guideCents: 0, guides: '' });
    expect(await ledger()).toMatchObject([
      { method: 'cash', amountCents: 20_000, note: 'Recebido no embarque', recordedVia: 'person' },
    ]);
    const { body } = await call(app, 'GET', `/api/reservations/${family.id}`, { token: family.payer.token });
    expect(body).toMatchObject({ state: 'booked', dueCents: 17_800 });
    expect(await waiting()).toEqual([]);
  });

  it('is refused for a reservation of another trip, and for another amount by the same id', async () => {
    const payment = cash(10_000);
    await ofStaff(payment);
    expect(await ofStaff({ ...payment, amountCents: 10_001 })).toMatchObject({
      status: 409,
      body: { code: 'DOOR_PAYMENT_ID_USED' },
    });
    const other = await createFamily(app, { adult: 1 });
    expect(await ofStaff(cash(10_000), other.trip.id)).toMatchObject({
      status: 404,
      body: { code: 'RESERVATION_NOT_FOUND' },
    });
    for (const wrong of [{ amountCents: 0 }, { amountCents: 1.5 }, { code: 'x' }, { id: 'x' }, { method: 'pix' }]) {
      expect((await ofStaff(cash(10_000, wrong))).status).toBe(400);
    }
    expect(await ledger()).toHaveLength(1);
  });

  it('that a phone held back counts from when it was taken, but not before boarding opened', async () => {
    const taken = new Date(Date.now() - 600_000);
    await ofStaff(cash(10_000, { tappedAt: new Date(taken.getTime() - 5_000).toISOString(), clockOffsetMs: 5_000 }));
    await ofStaff(cash(10_000, { tappedAt: '2001-01-01T00:00:00.000Z' }));
    const times = (await ledger()).map(({ occurredAt }: { occurredAt: string }) => Date.parse(occurredAt));
    expect(times).toContain(taken.getTime());
    expect(Math.min(...times)).toBeGreaterThan(Date.now() - 18 * 3_600_000);
  });
});

describe('cash that a guide takes at the door', () => {
  it('with an account waits for staff in their own departures, as that of staff who may not confirm money', async () => {
    const guide = await createPerson(app, 'GUIDE');
    expect((await ofStaff(cash(1_000), family.trip.id, guide.token)).status).toBe(404);
    const path = `/api/trips/${family.trip.id}`;
    await call(app, 'PUT', `${path}/crew`, { token: bia.token, body: crewOfGuides([guide.id]) });
    const taken = await ofStaff(cash(15_000), family.trip.id, guide.token);
    expect(taken).toMatchObject({ status: 200, body: { dueCents: TOTAL, guideCents: 15_000 } });
    const [{ id }] = await waiting();
    expect((await decide(id, 'confirmation')).body).toMatchObject({ guide: taken.body.guides, state: 'confirmed' });
    const code = { code: family.reservation.code };
    const charge = await call(app, 'POST', `${path}/door-charges`, { token: guide.token, body: code });
    expect(charge).toMatchObject({ status: 200, body: { amountCents: TOTAL - 15_000 } });

    const seller = await createPerson(app, 'OPERATOR', { permissions: ['see_money'] });
    expect((await ofStaff(cash(2_000), family.trip.id, seller.token)).status).toBe(200);
    const [own] = await waiting();
    const confirmation = `/api/payments/door-payments/${own.id}/confirmation`;
    expect((await call(app, 'POST', confirmation, { token: seller.token })).status).toBe(403);
    expect(await ledger()).toHaveLength(1);
  });

  it('waits for staff, is seen on every phone, and is money once staff confirms it', async () => {
    const before = await toDo();
    const session = await openSession('Júlia Prado');
    const payment = cash(15_000);
    for (const _ of [1, 2]) {
      expect(await ofGuide(session, payment)).toMatchObject({
        status: 200,
        body: { dueCents: TOTAL, guideCents: 15_000, guides: 'Júlia Prado' },
      });
    }
    const { body } = await call(app, 'POST', '/api/guide/boarding', { body: { session } });
    expect(body.people).toMatchObject(Array(2).fill({ dueCents: TOTAL, guideCents: 15_000, guides: 'Júlia Prado' }));
    expect(await ledger()).toEqual([]);
    expect(await toDo()).toBe(before + 1);
    const [one, ...others] = await waiting();
    expect(others).toEqual([]);
    expect(one).toMatchObject({ id: payment.id, amountCents: 15_000, guide: 'Júlia Prado', state: 'waiting' });
    expect((await ofGuide(await openSession('Davi'), payment)).body.code).toBe('DOOR_PAYMENT_ID_USED');

    const confirmed = await decide(payment.id, 'confirmation');
    expect(confirmed).toMatchObject({ status: 200, body: { state: 'confirmed', reservation: { dueCents: 22_800 } } });
    expect(await ledger()).toMatchObject([
      { method: 'cash', amountCents: 15_000, note: 'Recebido por Júlia Prado no embarque' },
    ]);
    expect(await decide(payment.id, 'confirmation')).toMatchObject({ body: { code: 'DOOR_PAYMENT_DECIDED' } });
    expect(await decide(payment.id, 'refusal', { reason: 'Engano' })).toMatchObject({ status: 409 });
    expect(await waiting()).toEqual([]);
    expect(await toDo()).toBe(before);
    expect((await ofGuide(session, payment)).body).toEqual({ dueCents: 22_800, guideCents: 0, guides: '' });
    expect((await entriesOf(app, family.id)).slice(-3).map(({ action, actor_name }) => [action, actor_name])).toEqual(
      expect.arrayContaining([
        ['reservation.cash_taken', expect.stringMatching(/^Guia: Júlia Prado \(link de /)],
        ['reservation.payment_recorded', expect.any(String)],
      ]),
    );
  });

  it('does not count once staff refuses it, and its payer reads why', async () => {
    const payment = cash(15_000);
    await ofGuide(await openSession(), payment);
    expect((await decide(payment.id, 'refusal', { reason: ' ' })).status).toBe(400);
    const reason = 'O dinheiro não chegou à agência.';
    expect((await decide(payment.id, 'refusal', { reason })).body.state).toBe('refused');
    expect(await ledger()).toEqual([]);
    expect((await ofStaff(cash(TOTAL))).body).toEqual({ dueCents: 0, guideCents: 0, guides: '' });
    const path = `/api/reservations/${family.id}/timeline`;
    const { body } = await call(app, 'GET', path, { token: family.payer.token });
    expect(JSON.stringify(body).replaceAll('\u00a0', ' ')).toContain(
      'Não confirmamos o pagamento de R$ 150,00 em dinheiro no embarque',
    );
    expect(JSON.stringify(body)).toContain(reason);
  });

  it('is to be refunded where it was paid otherwise before staff confirmed it', async () => {
    const payment = cash(TOTAL);
    await ofGuide(await openSession(), payment);
    await call(app, 'POST', `/api/reservations/${family.id}/payments`, {
      token: bia.token,
      body: { kind: 'balance', method: 'card', amountCents: 30_000 },
    });
    expect(await waiting()).toMatchObject([{ reservation: { dueCents: 7_800 } }]);
    expect(await decide(payment.id, 'confirmation')).toMatchObject({ status: 200, body: { state: 'confirmed' } });
    const { body } = await call(app, 'GET', `/api/reservations/${family.id}`, { token: family.payer.token });
    expect(body).toMatchObject({ receivedCents: TOTAL + 30_000, refund: { amountCents: 30_000, state: 'due' } });
  });

  it('is only of the trip and the time of the session', async () => {
    const other = await createFamily(app, { adult: 1 });
    await departIn(app, other.trip.id, 1);
    const session = await openSession('Júlia', other.trip.id);
    expect((await ofGuide(session, cash(1_000))).body.code).toBe('RESERVATION_NOT_FOUND');
    const charge = (session: string) =>
      call(app, 'POST', '/api/guide/door-charges', { body: { session, code: family.reservation.code } });
    expect((await charge(session)).body.code).toBe('RESERVATION_NOT_FOUND');
    const own = await openSession();
    // Back for two hours: what the phone held is taken, nobody pays by a code any more.
    await departIn(app, family.trip.id, -12);
    expect((await ofGuide(own, cash(1_000))).status).toBe(200);
    expect((await charge(own)).body.code).toBe('GUIDE_SESSION_OVER');
    expect((await ofGuide('a'.repeat(43), cash(1_000))).body.code).toBe('GUIDE_SESSION_OVER');
  });
});

describe('the code to pay at the door', () => {
  const ask = (token = bia.token, on = app) =>
    call(on, 'POST', `/api/trips/${family.trip.id}/door-charges`, { token, body: { code: family.reservation.code } });

  it('is of what is due without guides’ cash, the same for staff and guide, and after the departure too', async () => {
    const session = await openSession();
    const { status, body } = await ask();
    expect(status).toBe(200);
    expect(body).toMatchObject({ amountCents: TOTAL, confirmsItself: false });
    expect(body.payload).toContain('pix@rotadasaguas.example');
    const guides = { body: { session, code: family.reservation.code } };
    expect((await call(app, 'POST', '/api/guide/door-charges', guides)).body).toEqual(body);
    await ofGuide(session, cash(7_800));
    await departIn(app, family.trip.id, -1);
    expect((await ask()).body).toMatchObject({ amountCents: 30_000 });
    await ofGuide(session, cash(30_000));
    expect((await ask()).body.code).toBe('NOTHING_DUE');
  });

  it('of a bank lives until the trip is back', async () => {
    const other = await buildTestApp({ deps: () => ({ providers: providerTable([scriptedBank()]) }) });
    try {
      const at = await createFamily(other, { adult: 1 });
      await departIn(other, at.trip.id, -1);
      const { token } = await createPerson(other, 'OPERATOR');
      await other.db
        .updateTable('reservations')
        .set({ hold_expires_at: null, state: 'booked' })
        .where('id', '=', at.id)
        .execute();
      const { body } = await call(other, 'POST', `/api/trips/${at.trip.id}/door-charges`, {
        token,
        body: { code: at.reservation.code },
      });
      expect(body).toMatchObject({ confirmsItself: true, payload: expect.any(String) });
      const charge = await other.db.selectFrom('charges').select('expires_at').executeTakeFirstOrThrow();
      const hours = (Number(charge.expires_at) - Date.now()) / 3_600_000;
      expect(hours).toBeGreaterThan(8);
      expect(hours).toBeLessThanOrEqual(9);
    } finally {
      await other.close();
    }
  });
});
