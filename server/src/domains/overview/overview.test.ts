import { randomUUID } from 'node:crypto';
import type { Overview, OverviewToday } from '@passeio/contract/staff/overview';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, createGuestPerson, createPerson, createTrip } from '../../../test/factories.ts';
import { createReservation, type TakenPlace } from '../../../test/reservations.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const TIME_ZONE = 'America/Sao_Paulo';

let app: TestApp;
let admin: { id: string; token: string };
beforeAll(async () => {
  app = await buildTestApp();
  admin = await createPerson(app, 'ADMIN');
  await sql`alter table final_manifests disable trigger final_manifests_stay`.execute(app.db);
  await sql`alter table settlement_reports disable trigger settlement_reports_stay`.execute(app.db);
});
// The numbers cover the whole database.
beforeEach(async () => {
  await sql`truncate trips, reservations, transfers cascade`.execute(app.db);
  await app.db.updateTable('operator').set({ time_zone: TIME_ZONE }).execute();
});
afterAll(() => app.close());

const readAsIs = async (): Promise<Overview> => (await call(app, 'GET', '/api/overview', admin)).body;
const read = (): Promise<Overview> => {
  // Announces direct database writes, as the API would.
  app.app.deps.changes.announce('everything');
  return readAsIs();
};
const readToday = async (): Promise<OverviewToday> => {
  app.app.deps.changes.announce('everything');
  return (await call(app, 'GET', '/api/overview/today', admin)).body;
};
const amountOf = ({ amountCents }: { amountCents: number }) => amountCents;
const list = async (query: string) => (await call(app, 'GET', `/api/overview/reservations?${query}`, admin)).body;

const inDays = (days: number) => ({
  departs_at: new Date(Date.now() + days * DAY_MS),
  returns_at: new Date(Date.now() + (days + 1) * DAY_MS),
});

const reserve = (tripId: string, taken?: TakenPlace) => createReservation(app, admin, tripId, taken);

it('has an answer when nothing has happened yet', async () => {
  const overview = await read();
  expect(overview).toMatchObject({
    departures: { total: 0, data: [] },
    due: { cents: 0, reservations: 0, months: [] },
    overdueDeposits: { cents: 0, reservations: 0 },
    belowMinimum: { total: 0, data: [] },
  });
  expect(overview.reservationsPerDay).toHaveLength(30);
  expect(overview.reservationsPerDay.at(-1)).toEqual({ date: overview.today, reservations: 0 });
});

describe('the next departures', () => {
  it('are the active trips to come, the nearest first, with their places', async () => {
    const later = await createTrip(app, { title: 'Depois', ...inDays(9) });
    const sooner = await createTrip(app, { title: 'Antes', ...inDays(2), capacity: 10, min_participants: 4 });
    await createTrip(app, { title: 'Rascunho', is_active: false });
    await createTrip(app, { title: 'Já foi', ...inDays(-3) });
    await reserve(sooner.id);
    await reserve(sooner.id, { state: 'cancelled' });

    const { departures } = await read();

    expect(departures.total).toBe(2);
    expect(departures.data.map(({ id }) => id)).toEqual([sooner.id, later.id]);
    expect(departures.data[0]).toMatchObject({ title: 'Antes', capacity: 10, placesTaken: 1, minParticipants: 4 });
  });

  it('are counted in all, and shown in part: the first of the next two weeks', async () => {
    for (let day = 1; day <= 10; day += 1) await createTrip(app, inDays(day));
    await createTrip(app, inDays(16));
    const { departures } = await read();
    expect(departures.total).toBe(11);
    expect(departures.data).toHaveLength(8);
    await sql`delete from trips where departs_at < now() + interval '9 days 12 hours'`.execute(app.db);
    expect((await read()).departures).toMatchObject({ total: 2, data: [{}] });
  });
});

it('shows a trip of many dates once, with the others of the next two weeks, and counts it once', async () => {
  const series_id = randomUUID();
  const dates = [];
  for (const days of [3, 10, 17])
    dates.push(await createTrip(app, { ...inDays(days), series_id, min_participants: 5 }));
  const single = await createTrip(app, inDays(5));
  const { departures, belowMinimum, toDecide } = await read();
  const [first, second] = dates;
  expect(departures).toMatchObject({
    total: 2,
    data: [
      { id: first?.id, others: [{ id: second?.id }] },
      { id: single.id, others: [] },
    ],
  });
  expect(departures.data[0]?.others).toHaveLength(1);
  expect([belowMinimum.total, belowMinimum.data.length, toDecide]).toEqual([1, 2, 2]);
});

describe('reservations per day', () => {
  it("are counted on the operator's calendar, whatever became of them", async () => {
    const { id } = await createTrip(app);
    const today = Temporal.Now.plainDateISO(TIME_ZONE);
    const yesterday = today.subtract({ days: 1 });
    const midnight = Date.parse(today.toZonedDateTime(TIME_ZONE).toInstant().toString());
    await reserve(id, { takenAt: new Date(midnight) });
    await reserve(id, { takenAt: new Date(midnight - 1), state: 'cancelled' });
    await reserve(id, { takenAt: new Date(midnight - 1_000), state: 'expired' });
    await reserve(id, { takenAt: new Date(midnight - 40 * DAY_MS) });

    const { reservationsPerDay } = await read();

    expect(reservationsPerDay.slice(-2)).toEqual([
      { date: yesterday.toString(), reservations: 2 },
      { date: today.toString(), reservations: 1 },
    ]);
    expect(reservationsPerDay.reduce((sum, { reservations }) => sum + reservations, 0)).toBe(3);
    expect((await list(`list=taken&date=${yesterday}`)).page.total).toBe(2);
    expect((await list(`list=taken&date=${today}`)).data).toHaveLength(1);
    expect((await list('list=taken')).page.total).toBe(1);
  });

  it('follow the operator to another time zone', async () => {
    await app.db.updateTable('operator').set({ time_zone: 'Pacific/Kiritimati' }).execute();
    const overview = await read();
    expect(overview.today).toBe(Temporal.Now.plainDateISO('Pacific/Kiritimati').toString());
    expect(overview.reservationsPerDay.at(-1)?.date).toBe(overview.today);
  });
});

describe('receivables', () => {
  it('are the balances of held and confirmed reservations in future trips, by month', async () => {
    const near = await createTrip(app, { title: 'Perto', ...inDays(1) });
    const far = await createTrip(app, { title: 'Longe', ...inDays(70) });
    const gone = await createTrip(app, inDays(-1));
    await reserve(near.id);
    await reserve(near.id, { state: 'booked', receivedCents: 3_000 });
    await reserve(near.id, { state: 'booked', receivedCents: 10_000 });
    await reserve(near.id, { state: 'booked', receivedCents: 12_000 });
    await reserve(near.id, { state: 'cancelled' });
    await reserve(far.id, { state: 'booked', receivedCents: 4_000 });
    await reserve(far.id, { state: 'requested' });
    await reserve(gone.id, { state: 'booked' });

    const { due } = await read();

    const monthOf = ({ departs_at }: { departs_at: Date }) =>
      Temporal.Instant.from(departs_at.toISOString())
        .toZonedDateTimeISO(TIME_ZONE)
        .toPlainDate()
        .toString()
        .slice(0, 7);
    const farMonth = monthOf(inDays(70));
    expect(due).toEqual({
      cents: 23_000,
      reservations: 3,
      months: [
        { month: monthOf(inDays(1)), cents: 17_000, reservations: 2 },
        { month: farMonth, cents: 6_000, reservations: 1 },
      ],
    });
    const all = await list('list=due');
    expect(all.page.total).toBe(3);
    expect(all.data.map(amountOf)).toEqual([10_000, 7_000, 6_000]);
    expect(all.sumCents).toBe(due.cents);
    expect((await list(`list=due&month=${farMonth}`)).data).toMatchObject([
      { trip: { id: far.id, title: 'Longe' }, receivedCents: 4_000, amountCents: 6_000, state: 'booked' },
    ]);
    expect((await list(`list=due&month=${farMonth}`)).sumCents).toBe(6_000);
  });

  it('a deposit is overdue after two days', async () => {
    const trip = await createTrip(app);
    const gone = await createTrip(app, inDays(-1));
    const forgotten = await reserve(trip.id, { hoursAgo: 72 });
    const partly = await reserve(trip.id, { hoursAgo: 49, receivedCents: 1_000 });
    await reserve(trip.id, { hoursAgo: 47 });
    await reserve(trip.id, { hoursAgo: 72, receivedCents: 3_000 });
    await reserve(trip.id, { hoursAgo: 72, state: 'booked' });
    await reserve(gone.id, { hoursAgo: 72 });

    expect((await read()).overdueDeposits).toEqual({ cents: 5_000, reservations: 2 });
    const { data, page, sumCents } = await list('list=overdueDeposits');
    expect(page.total).toBe(2);
    expect(data.map(({ id }: { id: string }) => id)).toEqual([forgotten, partly]);
    expect(data.map(amountOf)).toEqual([3_000, 2_000]);
    expect(sumCents).toBe(5_000);
    expect(await list('list=overdueDeposits&size=1&page=2')).toMatchObject({ sumCents: 5_000, data: [{ id: partly }] });
  });
});

describe('trips below their minimum', () => {
  it('are the active ones to come that lack people and ask for a decision within two weeks, the most urgent first', async () => {
    const lacking = { min_participants: 2, capacity: 5 };
    const nextWeek = Temporal.Now.plainDateISO(TIME_ZONE).add({ days: 7 }).toString();
    const lastDay = Temporal.Now.plainDateISO(TIME_ZONE).add({ days: 14 }).toString();
    const undecided = await createTrip(app, { title: 'Sem data', ...lacking, ...inDays(3) });
    const late = await createTrip(app, {
      title: 'Decide depois',
      ...lacking,
      ...inDays(20),
      decision_date: lastDay,
    });
    const soon = await createTrip(app, {
      title: 'Decide antes',
      ...lacking,
      ...inDays(30),
      decision_date: nextWeek,
    });
    await createTrip(app, { ...lacking, ...inDays(30), decision_date: '2099-12-01' });
    const enough = await createTrip(app, { title: 'Garantida', ...lacking });
    for (const state of ['held', 'booked'] as const) await reserve(enough.id, { state });
    await reserve(soon.id);
    await createTrip(app, { ...lacking, is_active: false });
    await createTrip(app, { ...lacking, guaranteed_at: new Date(), guaranteed_by: admin.id });
    await createTrip(app, { ...lacking, ...inDays(-2) });

    const { belowMinimum } = await read();

    expect(belowMinimum.total).toBe(4);
    expect(belowMinimum.data.map(({ id }) => id)).toEqual([undecided.id, soon.id, late.id]);
    expect(belowMinimum.data[1]).toMatchObject({ placesTaken: 1, minParticipants: 2, decisionDate: nextWeek });
  });
});

it("shows some of the trips that it counts as below the minimum, tomorrow's first", async () => {
  const lacking = { min_participants: 20, capacity: 46 };
  for (let day = 2; day <= 9; day += 1) await createTrip(app, { ...lacking, ...inDays(day) });
  await createTrip(app, { ...lacking, ...inDays(30) });
  const tomorrow = await createTrip(app, { ...lacking, ...inDays(1) });

  const { belowMinimum, toDecide } = await readToday();

  expect([belowMinimum.total, toDecide]).toEqual([10, 9]);
  expect(belowMinimum.data).toHaveLength(8);
  expect(belowMinimum.data[0]).toMatchObject({ id: tomorrow.id, placesTaken: 0, capacity: 46 });
});

it('counts passengers without all their data in the next trips, by trip, and says when lists are due', async () => {
  await app.db.updateTable('operator').set({ transfer_hours: 24 }).execute();
  const departure = inDays(2);
  const soon = await createTrip(app, { title: 'Logo', ...departure, boarding_points: '[]' });
  const later = await createTrip(app, { title: 'Em duas semanas', ...inDays(14) });
  const far = await createTrip(app, inDays(30));
  for (const { id } of [soon, later, far]) {
    await reserve(id, { person: await createGuestPerson(app, { name: 'Maria' }) });
  }
  await reserve(soon.id);
  await reserve(soon.id, { person: await createGuestPerson(app, { name: 'Saiu' }), state: 'cancelled' });
  const complete = await createTrip(app, { title: 'Completa', ...inDays(5), boarding_points: '[]' });
  await reserve(complete.id);
  await createTrip(app, { title: 'Vazia', ...inDays(5) });

  const { missingData } = await readToday();

  expect(missingData).toMatchObject({ people: 2, total: 2 });
  expect(missingData.trips).toMatchObject([
    {
      ...{ id: soon.id, title: 'Logo', people: 1, passengers: 2 },
      dueAt: new Date(departure.departs_at.getTime() - DAY_MS).toISOString(),
    },
    { id: later.id, title: 'Em duas semanas', people: 1, passengers: 1 },
  ]);
  const { body } = await call(app, 'GET', `/api/trips/${soon.id}/passengers?missing=true&state=going`, admin);
  expect(body.page.total).toBe(1);
});

it('shows a reservation at the next request, although it is memoized', async () => {
  const trip = await createTrip(app, { capacity: 5, ...inDays(2) });
  await read();
  for (const places of [1, 2, 3]) {
    const { token } = await createPerson(app);
    await call(app, 'POST', `/api/trips/enrrol/${trip.id}`, { token });
    const { departures, due } = await readAsIs();
    expect(departures.data[0]?.placesTaken).toBe(places);
    expect(due.reservations).toBe(places);
  }
});
