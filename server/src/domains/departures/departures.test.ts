import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, startAnotherProcess, type TestApp } from '../../../test/app.ts';
import { call, createPerson, createTrip, type Person } from '../../../test/factories.ts';
import { departIn } from '../../../test/parties.ts';
import { createReservation } from '../../../test/reservations.ts';
import { createVehicle, giveVehicle } from '../../../test/vehicles.ts';
import { type Jobs, startJobs } from '../../platform/jobs/jobs.ts';
import { notifyGuaranteed } from './notify-departures.ts';

const DAY_MS = 24 * 3_600_000;
const MINUTE_MS = 60_000;

let app: TestApp;
let other: TestApp;
let jobs: Jobs;
let operator: Person;
beforeAll(async () => {
  app = await buildTestApp({
    deps: async ({ pool, logger }) => {
      jobs = await startJobs(pool, logger);
      return { jobs };
    },
  });
  other = await startAnotherProcess(app);
  operator = await createPerson(app, 'OPERATOR');
});
afterAll(async () => {
  await other.close();
  await jobs.stop();
  await app.close();
});

const day = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
const list = async () => (await call(app, 'GET', '/api/departures', operator)).body;
const guarantee = (tripId: string, person = operator) =>
  call(app, 'PUT', `/api/trips/${tripId}/guarantee`, { ...person, body: {} });
const undo = (tripId: string, query = '') => call(app, 'DELETE', `/api/trips/${tripId}/guarantee${query}`, operator);
const sendNotifications = (of = app, inMinutes = 3) =>
  notifyGuaranteed(
    { db: of.db, jobs, publicUrl: 'https://passeio.example', logger: of.app.deps.logger },
    new Date(Date.now() + inMinutes * MINUTE_MS),
  );
const emailsOf = (tripId: string) =>
  app.db
    .selectFrom('reservation_emails as e')
    .innerJoin('reservations as r', 'r.id', 'e.reservation_id')
    .select(['r.id', 'e.subject'])
    .where('r.trip_id', '=', tripId)
    .where('e.kind', '=', 'departureGuaranteed')
    .execute();

it('lists coming departures, those whose decision is near and that lack people first, with what it follows from', async () => {
  const far = await createTrip(app, { min_participants: 2, decision_date: day(20) });
  const late = await createTrip(app, { min_participants: 9, decision_date: day(13) });
  const near = await createTrip(app, { min_participants: 9, decision_date: day(3) });
  const full = await createTrip(app, { min_participants: 1, decision_date: day(1) });
  await createTrip(app, { is_active: false, min_participants: 9, decision_date: day(2) });
  await createReservation(app, operator, full.id, { state: 'booked' });
  await createReservation(app, operator, near.id, { state: 'booked', receivedCents: 3_000 });
  await createReservation(app, operator, near.id, { state: 'held' });
  await createReservation(app, operator, near.id, { state: 'cancelled' });
  const costs = { vehicleCents: 90_000, guideCents: 0, otherCents: 0, ticketCents: 1_000, mealCents: 0 };
  await call(app, 'PUT', `/api/trips/${near.id}/costs`, { ...operator, body: { ...costs, version: 0 } });
  const { data, total } = await list();
  expect(data.slice(0, 2).map(({ id }: { id: string }) => id)).toEqual([near.id, late.id]);
  expect(total).toBe(data.length);
  const { data: second } = (await call(app, 'GET', '/api/departures?size=1&page=2', operator)).body;
  expect(second.map(({ id }: { id: string }) => id)).toEqual([late.id]);
  expect(data.map(({ asks }: { asks: boolean }) => asks)).toEqual([true, true, false, false]);
  expect(data.some(({ id }: { id: string }) => id === far.id)).toBe(true);
  expect(data[0]).toMatchObject({
    ...{ booked: { places: 1, totalCents: 10_000 }, heldPlaces: 1, receivedCents: 3_000, expectedCents: 20_000 },
    ...{ minParticipants: 9, decisionDate: day(3), costs: { ...costs, version: 1 }, guarantee: null },
  });
  const { body: today } = await call(app, 'GET', '/api/overview/today', operator);
  expect(today.toDecide).toBe(2);

  await guarantee(near.id);
  expect((await list()).data[0].id).toBe(late.id);
});

it('lists the departures of a month on the calendar of the operator, and counts those of every month', async () => {
  const timeZone = 'America/Sao_Paulo';
  const firstOf = (months: number) =>
    Temporal.Now.zonedDateTimeISO(timeZone).with({ day: 1 }).startOfDay().add({ months });
  const departing = async (at: Temporal.ZonedDateTime, lacking = false) => {
    const departs_at = new Date(at.epochMilliseconds);
    const returns_at = new Date(at.epochMilliseconds + DAY_MS / 2);
    const decision = lacking ? { min_participants: 9, decision_date: day(1) } : {};
    return (await createTrip(app, { departs_at, returns_at, ...decision })).id;
  };
  const [first, last] = [await departing(firstOf(40)), await departing(firstOf(41).subtract({ minutes: 1 }), true)];
  await departing(firstOf(41));
  const month = firstOf(40).toPlainDate().toString().slice(0, 7);
  const { body } = await call(app, 'GET', `/api/departures?month=${month}`, operator);
  expect(body.data.map(({ id }: { id: string }) => id)).toEqual([last, first]);
  expect(body.total).toBe(2);
  expect(body.months).toContainEqual({ month, departures: 2, asking: 1 });
  expect((await call(app, 'GET', '/api/departures?month=2026-13', operator)).status).toBe(400);
});

it('the calendar shows the departures of some days, and whose vehicle or guide is on another one on the same day', async () => {
  const departing = async (title: string, departs: string, returns: string, more = {}) => {
    const times = { departs_at: new Date(`${departs}-03:00`), returns_at: new Date(`${returns}-03:00`) };
    return (await createTrip(app, { title, ...times, ...more })).id;
  };
  const beach = await departing('Praia', '2041-03-08T22:00', '2041-03-10T05:00');
  const falls = await departing('Cachoeira', '2041-03-10T06:00', '2041-03-10T20:00', { is_active: false });
  const town = await departing('Cidade', '2041-03-11T00:30', '2041-03-11T20:00');
  await departing('Arquivado', '2041-03-10T06:00', '2041-03-10T20:00', { is_active: false, archived_at: new Date() });
  const van = await createVehicle(app, { rows: 5 });
  for (const id of [beach, falls, town]) await giveVehicle(app, id, van);
  const guided = [
    [falls, 'Zé Luís'],
    [town, 'Zé Luís'],
    [beach, 'ZE LUIS'],
  ] as const;
  for (const [id, name] of guided) {
    await call(app, 'POST', `/api/trips/${id}/guide-links`, { ...operator, body: { name } });
  }
  const { status, body } = await call(app, 'GET', '/api/departures/calendar?from=2041-03-10&to=2041-03-11', operator);
  expect(status).toBe(200);
  expect(body.data).toMatchObject([
    {
      ...{ id: beach, firstDay: '2041-03-08', lastDay: '2041-03-10', isActive: true, vehicles: [van.name] },
      conflicts: [{ name: van.name, otherId: falls, otherTitle: 'Cachoeira' }, { otherId: falls }],
    },
    { id: falls, isActive: false, guides: ['Zé Luís'], conflicts: [{ otherId: beach }, { otherId: beach }] },
    { id: town, firstDay: '2041-03-11', conflicts: [] },
  ]);
  for (const period of ['from=2041-03-10&to=2041-03-09', 'from=2041-01-01&to=2041-02-12', 'from=2041-03-10']) {
    expect((await call(app, 'GET', `/api/departures/calendar?${period}`, operator)).status).toBe(400);
  }
});

it('a guarantee is shown to everybody, and sent once to people who go or keep places', async () => {
  const { id } = await createTrip(app, { min_participants: 10 });
  const going = [
    await createReservation(app, operator, id, { state: 'booked' }),
    await createReservation(app, operator, id, { state: 'held' }),
  ];
  await createReservation(app, operator, id, { state: 'cancelled' });
  await createReservation(app, operator, id, { state: 'requested' });
  const both = await Promise.all([guarantee(id), guarantee(id)]);
  expect(both[0]).toMatchObject({ status: 200, body: { guarantee: { by: expect.any(String), told: false } } });
  const { body } = await call(app, 'GET', `/api/trips/${id}`);
  expect(body).toMatchObject({ isGuaranteed: true, situation: 'guaranteed' });
  const audited = app.db.selectFrom('audit_entries').select('action').where('subject_id', '=', id);
  expect(await audited.execute()).toEqual([{ action: 'trip.guaranteed' }]);

  await sendNotifications(app, 1);
  expect(await emailsOf(id)).toEqual([]);
  await Promise.all([sendNotifications(), sendNotifications(other), sendNotifications(), sendNotifications(other)]);
  await sendNotifications();
  expect((await emailsOf(id)).map((email) => email.id).toSorted()).toEqual(going.toSorted());
});

it('a guarantee is taken back without a word until it was sent, then only knowingly; nobody is notified twice', async () => {
  const { id } = await createTrip(app, { min_participants: 10 });
  await createReservation(app, operator, id, { state: 'booked' });
  await guarantee(id);
  expect(await undo(id)).toMatchObject({ status: 200, body: { guarantee: null } });
  expect(await undo(id)).toMatchObject({ status: 200, body: { guarantee: null } });
  const audited = app.db.selectFrom('audit_entries').select('action').where('subject_id', '=', id).orderBy('id');
  expect((await audited.execute()).map(({ action }) => action)).toEqual(['trip.guaranteed', 'trip.guarantee_undone']);
  await sendNotifications();
  expect(await emailsOf(id)).toEqual([]);

  await guarantee(id);
  await sendNotifications();
  expect(await undo(id)).toMatchObject({ status: 409, body: { code: 'GUARANTEE_TOLD' } });
  expect((await list()).data.find((one: { id: string }) => one.id === id).guarantee).toMatchObject({ told: true });
  expect(await undo(id, '?told=true')).toMatchObject({ status: 200, body: { guarantee: null } });
  await guarantee(id);
  await sendNotifications();
  expect(await emailsOf(id)).toHaveLength(1);
});

it('only a coming trip on the portal is guaranteed; copies of a trip are not guaranteed', async () => {
  const { id } = await createTrip(app);
  await guarantee(id);
  const { body } = await call(app, 'POST', `/api/trips/${id}/copies`, { ...operator, body: { dates: ['2027-08-14'] } });
  expect(body.data[0].isGuaranteed).toBe(false);
  expect(await guarantee(body.data[0].id)).toMatchObject({ status: 409, body: { code: 'TRIP_INACTIVE' } });
  expect((await guarantee(crypto.randomUUID())).status).toBe(404);
  expect((await guarantee(id, await createPerson(app))).status).toBe(403);
  expect((await call(app, 'GET', '/api/departures', await createPerson(app))).status).toBe(403);
});

it('lists the trips that board: from the evening before, until they are back, if somebody goes', async () => {
  const trips: string[] = [];
  // They are back ten hours after they leave.
  for (const hours of [17, -9, 19, -11]) {
    const { id } = await createTrip(app, { is_active: hours !== 17 });
    await createReservation(app, operator, id, { state: 'booked' });
    await departIn(app, id, hours);
    trips.push(id);
  }
  const empty = await createTrip(app);
  await departIn(app, empty.id, 1);
  const { boarding } = await list();
  expect(boarding).toMatchObject([{ id: trips[1], date: expect.any(String) }, { id: trips[0] }]);
});
