import { randomUUIDv7 } from 'node:crypto';
import type { Overview, OverviewToday } from '@passeio/contract/overview';
import type { ReservationStatus } from '@passeio/contract/reservation-states';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, createGuest, createPerson, createTrip } from '../../../test/factories.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const TIME_ZONE = 'America/Sao_Paulo';

let app: TestApp;
let admin: { id: string; token: string };
beforeAll(async () => {
  app = await buildTestApp();
  admin = await createPerson(app, 'ADMIN');
});
// The numbers are about everything there is.
beforeEach(async () => {
  await sql`truncate trips, reservations, payments cascade`.execute(app.db);
  await app.db.updateTable('operator').set({ time_zone: TIME_ZONE }).execute();
});
afterAll(() => app.close());

const readAsIs = async (): Promise<Overview> => (await call(app, 'GET', '/api/overview', admin)).body;
const read = (): Promise<Overview> => {
  // What these tests write into the database themselves, the API would have announced.
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

interface Taken {
  status?: ReservationStatus;
  hoursAgo?: number;
  takenAt?: Date;
  receivedCents?: number;
  person?: { id: string };
}

let taken = 0;

/** A reservation of R$ 100,00 with a deposit of R$ 30,00, by somebody new unless it is said who. */
async function reserve(
  tripId: string,
  { status = 'held', hoursAgo = 0, takenAt, receivedCents = 0, person }: Taken = {},
) {
  const { id: userId } = person ?? (await createPerson(app));
  const id = randomUUIDv7();
  taken += 1;
  await app.db
    .insertInto('reservations')
    .values({
      id,
      code: `T${String(taken).padStart(5, '0')}`,
      trip_id: tripId,
      user_id: userId,
      status,
      price_cents: 10_000,
      deposit_cents: 3_000,
      channel: 'site',
      boarding_point_id: null,
      created_at: takenAt ?? new Date(Date.now() - hoursAgo * HOUR_MS),
      cancelled_at: status === 'cancelled' ? new Date() : null,
    })
    .execute();
  if (receivedCents > 0) {
    await app.db
      .insertInto('payments')
      .values({
        id: randomUUIDv7(),
        reservation_id: id,
        kind: 'deposit',
        method: 'pix',
        amount_cents: receivedCents,
        confirmed_by: admin.id,
      })
      .execute();
  }
  return id;
}

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
    await reserve(sooner.id, { status: 'cancelled' });

    const { departures } = await read();

    expect(departures.total).toBe(2);
    expect(departures.data.map(({ id }) => id)).toEqual([sooner.id, later.id]);
    expect(departures.data[0]).toMatchObject({ title: 'Antes', capacity: 10, placesTaken: 1, minParticipants: 4 });
  });

  it('are told in all, and shown in part', async () => {
    for (let day = 1; day <= 10; day += 1) await createTrip(app, inDays(day));
    const { departures } = await read();
    expect(departures.total).toBe(10);
    expect(departures.data).toHaveLength(8);
  });
});

describe('reservations per day', () => {
  it("are counted on the operator's calendar, whatever became of them", async () => {
    const { id } = await createTrip(app);
    const today = Temporal.Now.plainDateISO(TIME_ZONE);
    const yesterday = today.subtract({ days: 1 });
    const midnight = Date.parse(today.toZonedDateTime(TIME_ZONE).toInstant().toString());
    await reserve(id, { takenAt: new Date(midnight) });
    await reserve(id, { takenAt: new Date(midnight - 1), status: 'cancelled' });
    await reserve(id, { takenAt: new Date(midnight - 1_000), status: 'expired' });
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

describe('what is to be received', () => {
  it('is what is missing of held and confirmed reservations in trips to come, by month', async () => {
    const near = await createTrip(app, { title: 'Perto', ...inDays(1) });
    const far = await createTrip(app, { title: 'Longe', ...inDays(70) });
    const gone = await createTrip(app, inDays(-1));
    await reserve(near.id);
    await reserve(near.id, { status: 'confirmed', receivedCents: 3_000 });
    await reserve(near.id, { status: 'paid', receivedCents: 10_000 });
    await reserve(near.id, { status: 'confirmed', receivedCents: 12_000 });
    await reserve(near.id, { status: 'cancelled' });
    await reserve(far.id, { status: 'confirmed', receivedCents: 4_000 });
    await reserve(gone.id, { status: 'confirmed' });

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
      { trip: { id: far.id, title: 'Longe' }, receivedCents: 4_000, amountCents: 6_000, status: 'confirmed' },
    ]);
    expect((await list(`list=due&month=${farMonth}`)).sumCents).toBe(6_000);
  });

  it('is overdue where a deposit has not come after two days', async () => {
    const trip = await createTrip(app);
    const gone = await createTrip(app, inDays(-1));
    const forgotten = await reserve(trip.id, { hoursAgo: 72 });
    const partly = await reserve(trip.id, { hoursAgo: 49, receivedCents: 1_000 });
    await reserve(trip.id, { hoursAgo: 47 });
    await reserve(trip.id, { hoursAgo: 72, receivedCents: 3_000 });
    await reserve(trip.id, { hoursAgo: 72, status: 'confirmed' });
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
  it('are the active ones to come that lack people, the most urgent first', async () => {
    const lacking = { min_participants: 2, capacity: 5 };
    const undecided = await createTrip(app, { title: 'Sem data', ...lacking, ...inDays(3) });
    const late = await createTrip(app, {
      title: 'Decide depois',
      ...lacking,
      ...inDays(20),
      decision_date: '2099-12-05',
    });
    const soon = await createTrip(app, {
      title: 'Decide antes',
      ...lacking,
      ...inDays(30),
      decision_date: '2099-12-01',
    });
    const enough = await createTrip(app, { title: 'Garantida', ...lacking });
    for (const status of ['held', 'paid'] as const) await reserve(enough.id, { status });
    await reserve(soon.id);
    await createTrip(app, { ...lacking, is_active: false });
    await createTrip(app, { ...lacking, ...inDays(-2) });

    const { belowMinimum } = await read();

    expect(belowMinimum.total).toBe(3);
    expect(belowMinimum.data.map(({ id }) => id)).toEqual([undecided.id, soon.id, late.id]);
    expect(belowMinimum.data[1]).toMatchObject({ placesTaken: 1, minParticipants: 2, decisionDate: '2099-12-01' });
  });
});

it("shows every trip that it counts as below the minimum, tomorrow's first", async () => {
  const lacking = { min_participants: 20, capacity: 46 };
  for (let day = 2; day <= 9; day += 1)
    await createTrip(app, { ...lacking, ...inDays(30), decision_date: `2099-12-0${day}` });
  const tomorrow = await createTrip(app, { ...lacking, ...inDays(1) });

  const { belowMinimum } = await readToday();

  expect(belowMinimum.total).toBe(9);
  expect(belowMinimum.data).toHaveLength(9);
  expect(belowMinimum.data[0]).toMatchObject({ id: tomorrow.id, placesTaken: 0, capacity: 46 });
});

it('counts people of the next trips of whom the passenger list lacks something, trip by trip', async () => {
  const soon = await createTrip(app, { title: 'Logo', ...inDays(2) });
  const later = await createTrip(app, { title: 'Em duas semanas', ...inDays(14) });
  const far = await createTrip(app, inDays(30));
  for (const { id } of [soon, later, far]) {
    await reserve(id, { person: await createGuest(app, { name: 'Maria' }) });
  }
  await reserve(soon.id);

  const { missingData } = await readToday();

  expect(missingData.people).toBe(2);
  expect(missingData.trips).toMatchObject([
    { id: soon.id, title: 'Logo', people: 1 },
    { id: later.id, title: 'Em duas semanas', people: 1 },
  ]);
  const { body } = await call(app, 'GET', `/api/trips/${soon.id}/passengers?missing=true`, admin);
  expect(body.page.total).toBe(1);
});

describe('cancelled reservations', () => {
  it('are found by name, with what was received and not paid back', async () => {
    const { id } = await createTrip(app);
    const gone = await reserve(id, { receivedCents: 4_000 });
    const free = await reserve(id);
    await reserve(id, { receivedCents: 3_000 });
    for (const one of [gone, free]) {
      const path = `/api/reservations/${one}/cancellation`;
      expect((await call(app, 'POST', path, { ...admin, body: { reason: 'Adoeceu' } })).status).toBe(200);
    }
    const { data } = await list('list=cancelled');
    expect(data.map(({ id }: { id: string }) => id)).toEqual([free, gone]);
    expect(data.map(amountOf)).toEqual([0, 4_000]);
    expect(await list('list=toReturn')).toMatchObject({
      data: [{ id: gone, amountCents: 4_000 }],
      page: { total: 1 },
      sumCents: 4_000,
    });

    await app.db.updateTable('users').set({ name: 'Zuleica Brandão' }).where('id', '=', data[1].person.id).execute();
    expect((await list('list=cancelled&q=brandao')).data).toMatchObject([
      { id: gone, person: { name: 'Zuleica Brandão' } },
    ]);
    expect((await list(`list=cancelled&q=${data[0].code}`)).data).toMatchObject([{ id: free }]);
  });
});

describe('the lists', () => {
  it('come in pages', async () => {
    const { id } = await createTrip(app);
    for (let minute = 0; minute < 5; minute += 1)
      await reserve(id, { takenAt: new Date(Date.UTC(2026, 4, 5, 12, minute)) });
    const first = await list('list=taken&date=2026-05-05&size=2');
    const last = await list('list=taken&date=2026-05-05&size=2&page=3');
    expect(first).toMatchObject({ page: { number: 1, size: 2, total: 5 } });
    expect(first.data).toHaveLength(2);
    expect(last.data).toHaveLength(1);
    expect(Date.parse(first.data[0].createdAt)).toBeGreaterThan(Date.parse(last.data[0].createdAt));
  });

  it.each(['', 'list=everything', 'list=taken&date=hoje', 'list=due&month=2026-13', 'list=taken&size=1000'])(
    'refuse "%s"',
    async (query) => {
      expect((await call(app, 'GET', `/api/overview/reservations?${query}`, admin)).status).toBe(400);
    },
  );

  it("give operators the day's work, and administrators alone what the company is to receive", async () => {
    const operator = await createPerson(app, 'OPERATOR');
    const client = await createPerson(app);
    const status = async (who: { token: string }, path: string) => (await call(app, 'GET', path, who)).status;
    for (const path of ['/api/overview', '/api/overview/reservations?list=due']) {
      expect([path, await status(operator, path)]).toEqual([path, 403]);
      expect([path, await status(admin, path)]).toEqual([path, 200]);
    }
    const work = ['taken', 'overdueDeposits', 'toReturn', 'cancelled'].map(
      (one) => `/api/overview/reservations?list=${one}`,
    );
    for (const path of ['/api/overview/today', ...work]) {
      expect([path, await status(operator, path)]).toEqual([path, 200]);
      expect([path, await status(client, path)]).toEqual([path, 403]);
    }
    const { body } = await call(app, 'GET', '/api/overview/today', operator);
    expect(body).not.toHaveProperty('due');
  });
});

it('tells of a reservation at the very next request, though it is added up once for all', async () => {
  const trip = await createTrip(app, { capacity: 5 });
  await read();
  for (const places of [1, 2, 3]) {
    const { token } = await createPerson(app);
    await call(app, 'POST', `/api/trips/enrrol/${trip.id}`, { token });
    const { departures, due } = await readAsIs();
    expect(departures.data[0]?.placesTaken).toBe(places);
    expect(due.reservations).toBe(places);
  }
});
