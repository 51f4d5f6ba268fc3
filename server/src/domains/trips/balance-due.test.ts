import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, createPerson, tripDraft } from '../../../test/factories.ts';
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
  const until = new Date(Date.parse(draft.date) - 240 * HOUR_MS).toISOString();

  expect((await get(`reservations/${id}`)).status.until).toBe(until);
  expect((await get('reservations/me', payer.token)).data[0].status.until).toBe(until);
  expect((await get(`users/${payer.id}/reservations`)).data[0].status.until).toBe(until);
  expect((await get(`trips/${trip.id}/passengers`)).data[0].reservation.status.until).toBe(until);
  expect((await get('overview/reservations?list=due')).data[0].status.until).toBe(until);
});

it("are kept by copies, and are the operator's setting where a client that does not know them saves the trip", async () => {
  const { body: trip } = await write('POST', tripDraft({ balanceDueHours: 72 }));
  const body = { dates: ['2099-05-06'] };
  const { body: copies } = await call(app, 'POST', `/api/trips/${trip.id}/copies`, { ...admin, body });
  expect(copies.data[0].balanceDueHours).toBe(72);
  const { balanceDueHours: _, ...older } = tripDraft();
  const saved = await write('PUT', { ...older, id: trip.id, version: trip.version });
  expect(saved).toMatchObject({ status: 200, body: { balanceDueHours: null } });
  expect((await write('POST', { ...tripDraft(), balanceDueHours: 0 })).body.fields.balanceDueHours).toContain('1 hora');
});
