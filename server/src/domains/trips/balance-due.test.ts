import { hoursByDay } from '@passeio/contract/trips/pricing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, createPerson, createTrip, tripDraft } from '../../../test/factories.ts';
import { createReservation } from '../../../test/reservations.ts';

const HOUR_MS = 60 * 60 * 1000;

let app: TestApp;
let admin: { id: string; token: string };
beforeAll(async () => {
  app = await buildTestApp();
  admin = await createPerson(app, 'ADMIN');
});
afterAll(() => app.close());

const get = async (path: string, token = admin.token) => (await call(app, 'GET', `/api/${path}`, { token })).body;
const write = (method: string, body: object) => call(app, method, '/api/trips', { ...admin, body });

it("a trip's own hours until its balance is due count wherever a reservation's status is shown", async () => {
  const draft = tripDraft({ isActive: true, balanceDueHours: 240 });
  const { body: trip } = await write('POST', draft);
  expect(trip.balanceDueHours).toBe(240);
  const payer = await createPerson(app);
  const id = await createReservation(app, admin, trip.id, { state: 'booked', receivedCents: 3_000, person: payer });
  const hours = hoursByDay(240, { departsAt: draft.date, timeZone: 'America/Sao_Paulo' });
  const until = new Date(Math.round(Date.parse(draft.date) - hours * HOUR_MS)).toISOString();

  expect((await get(`reservations/${id}`)).status.until).toBe(until);
  expect((await get('reservations/me', payer.token)).data[0].status.until).toBe(until);
  expect((await get(`users/${payer.id}/reservations`)).data[0].status.until).toBe(until);
  expect((await get(`trips/${trip.id}/passengers`)).data[0].reservation.status.until).toBe(until);
  expect((await get('overview/reservations?list=due')).data[0].status.until).toBe(until);
});

it("days before departure are kept by copies, and are the operator's setting where a client that does not know them saves the trip", async () => {
  const { body: trip } = await write('POST', tripDraft({ balanceDueHours: 72 }));
  const body = { dates: ['2099-05-06'] };
  const { body: copies } = await call(app, 'POST', `/api/trips/${trip.id}/copies`, { ...admin, body });
  expect(copies.data[0].balanceDueHours).toBe(72);
  const { balanceDueHours: _, ...older } = tripDraft();
  const saved = await write('PUT', { ...older, id: trip.id, version: trip.version });
  expect(saved).toMatchObject({ status: 200, body: { balanceDueHours: null } });
  expect((await write('POST', { ...tripDraft(), balanceDueHours: 0 })).body.fields.balanceDueHours).toContain('1 hora');
});

describe('what is reserved after the balance was due', () => {
  const newTrip = (hours: number) =>
    createTrip(app, {
      ...{ price_cents: 10_000, balance_due_hours: 48 },
      departs_at: new Date(Date.now() + hours * HOUR_MS),
      returns_at: new Date(Date.now() + (hours + 24) * HOUR_MS),
    });
  const reserve = async (hours: number) => {
    const { id: tripId } = await newTrip(hours);
    const payer = await createPerson(app);
    const { status, body } = await call(app, 'POST', `/api/trips/enrrol/${tripId}`, { token: payer.token });
    expect(status).toBe(201);
    return body;
  };

  it('is held until all of it is paid, and is not late', async () => {
    const late = await reserve(30);
    expect(late).toMatchObject({
      state: 'held',
      totalCents: 10_000,
      depositCents: 10_000,
      status: { key: 'deposit_due' },
    });
    expect(late.status).toMatchObject({
      label: 'Aguardando pagamento',
      nextStep: expect.stringMatching(/R\$\s100,00/),
    });
    expect(late.status.nextStep).not.toContain('sinal');
    expect(await reserve(49)).toMatchObject({
      depositCents: 3_000,
      status: { label: 'Aguardando pagamento do sinal' },
    });
    const pay = (amountCents: number) =>
      call(app, 'POST', `/api/reservations/${late.id}/payments`, {
        ...admin,
        body: { kind: 'deposit', method: 'cash', amountCents },
      });
    await pay(3_000);
    expect((await get(`reservations/${late.id}`)).state).toBe('held');
    await pay(7_000);
    expect(await get(`reservations/${late.id}`)).toMatchObject({ state: 'booked', status: { key: 'paid' } });
  });

  it('keeps that share of its total when staff gives a discount', async () => {
    const late = await reserve(30);
    const body = { amountCents: -1_000, reason: 'Cortesia' };
    await call(app, 'POST', `/api/reservations/${late.id}/adjustments`, { ...admin, body });
    expect(await get(`reservations/${late.id}`)).toMatchObject({ state: 'held', depositCents: 9_000 });
  });

  it('is due with the move where staff moves a reservation into that time', async () => {
    const early = await reserve(100);
    const { id: tripId } = await newTrip(30);
    await call(app, 'POST', `/api/reservations/${early.id}/confirmation`, { ...admin, body: {} });
    expect((await call(app, 'POST', `/api/reservations/${early.id}/move`, { ...admin, body: { tripId } })).status).toBe(
      200,
    );
    expect(await get(`reservations/${early.id}`)).toMatchObject({
      depositCents: 10_000,
      status: { key: 'booked', until: expect.any(String) },
    });
  });

  it('is due at the departure where staff books it without a deposit', async () => {
    const late = await reserve(30);
    expect((await call(app, 'POST', `/api/reservations/${late.id}/confirmation`, { ...admin, body: {} })).status).toBe(
      200,
    );
    const { status, trip } = await get(`reservations/${late.id}`);
    expect(status).toMatchObject({ key: 'booked', until: trip.date });
  });
});
