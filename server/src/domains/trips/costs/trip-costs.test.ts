import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, createTrip, type Person } from '../../../../test/factories.ts';
import { createReservation } from '../../../../test/reservations.ts';

let app: TestApp;
let operator: Person;
beforeAll(async () => {
  app = await buildTestApp();
  operator = await createPerson(app, 'OPERATOR');
});
afterAll(() => app.close());

const costs = { vehicleCents: 320_000, guideCents: 35_000, otherCents: 0, ticketCents: 4_500, mealCents: 3_800 };
const save = (tripId: string, body: object, person = operator) =>
  call(app, 'PUT', `/api/trips/${tripId}/costs`, { ...person, body });
const money = async (tripId: string) => (await call(app, 'GET', `/api/trips/${tripId}/money`, operator)).body;

it('costs are kept with the money of a trip, beside what booked people pay', async () => {
  const { id } = await createTrip(app);
  expect(await money(id)).toMatchObject({
    costs: { vehicleCents: 0, mealCents: 0, version: 0 },
    booked: { places: 0, totalCents: 0 },
    priceCents: 28_900,
    capacity: 20,
  });
  await createReservation(app, operator, id, { state: 'booked', receivedCents: 3_000 });
  await createReservation(app, operator, id, { state: 'held' });
  expect(await save(id, { ...costs, version: 0 })).toMatchObject({ status: 200, body: { ...costs, version: 1 } });
  expect(await money(id)).toMatchObject({ costs: { ...costs, version: 1 }, booked: { places: 1, totalCents: 10_000 } });
  const { changes } = await app.db
    .selectFrom('audit_entries')
    .select('changes')
    .where('subject_id', '=', id)
    .where('action', '=', 'trip.costs_changed')
    .executeTakeFirstOrThrow();
  expect(changes).toMatchObject({ vehicleCents: [0, 320_000], mealCents: [0, 3_800] });
});

it('costs of a version that somebody else has replaced are refused, also when both enter them first', async () => {
  const { id } = await createTrip(app);
  const both = await Promise.all([
    save(id, { ...costs, version: 0 }),
    save(id, { ...costs, guideCents: 1, version: 0 }),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect((await save(id, { ...costs, version: 1 })).status).toBe(200);
  expect(await save(id, { ...costs, version: 1 })).toMatchObject({ status: 409, body: { code: 'CHANGED_MEANWHILE' } });
});

it.each([-1, 0.5, 10_000_001, '12', null])('refuse %j as an amount', async (mealCents) => {
  const { id } = await createTrip(app);
  expect(await save(id, { ...costs, mealCents, version: 0 })).toMatchObject({
    status: 400,
    body: { fields: { mealCents: expect.any(String) } },
  });
});

it("are staff's, of a trip that exists; a visitor never sees them", async () => {
  const { id } = await createTrip(app);
  await save(id, { ...costs, version: 0 });
  expect((await save(id, { ...costs, version: 1 }, await createPerson(app))).status).toBe(403);
  expect((await save(crypto.randomUUID(), { ...costs, version: 0 })).status).toBe(404);
  const { body } = await call(app, 'GET', `/api/trips/${id}`);
  expect(JSON.stringify(body)).not.toMatch(/vehicleCents|mealCents/);
});

it('come with a copy of the trip', async () => {
  const { id } = await createTrip(app);
  await save(id, { ...costs, version: 0 });
  const { body } = await call(app, 'POST', `/api/trips/${id}/copies`, { ...operator, body: { dates: ['2027-08-14'] } });
  expect(await money(body.data[0].id)).toMatchObject({ costs: { ...costs, version: 1 } });
});
