import type { SeriesChange } from '@passeio/contract/trips/series-changes';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestAppWithJobs, startAnotherProcess, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, type Person, tripDraft } from '../../../../test/factories.ts';
import { type Mailbox, openMailbox } from '../../../../test/mailbox.ts';
import { createFamily, entriesOf } from '../../../../test/parties.ts';
import { saveTrip } from '../../../../test/trip-changes.ts';
import { createDatabase, createPool } from '../../../platform/database/connect.ts';

const TIME_ZONE = 'America/Sao_Paulo';

let app: TestApp;
let staff: Person;
let mailbox: Mailbox;
beforeAll(async () => {
  app = await buildTestAppWithJobs();
  staff = await createPerson(app, 'OPERATOR');
});
afterAll(() => app.close());
beforeEach(async () => {
  mailbox = await openMailbox(app);
});
afterEach(() => mailbox.close());

interface Departure {
  id: string;
  seriesId: string;
  version: number;
  date: string;
  returnDate: string;
  decisionDate: string | null;
  capacity: number;
  isActive: boolean;
  fares: { id: string; label: string; priceCents: number; takesPlace: boolean }[];
  boardingPoints: { id: string; time: string; place: string }[];
}

const read = async (id: string): Promise<Departure> =>
  (await call(app, 'GET', `/api/trips/${id}`, { token: staff.token })).body;
const timeOf = (at: string) =>
  Temporal.Instant.from(at).toZonedDateTimeISO(TIME_ZONE).toPlainTime().toString({ smallestUnit: 'minute' });

/** A trip on Sundays from 4 May 2031 on, from 05:00 to 19:00, published. */
async function sundays(count: number, overrides: object = {}): Promise<Departure[]> {
  const body = tripDraft({
    ...{ date: '2031-05-04T08:00:00.000Z', returnDate: '2031-05-04T22:00:00.000Z', isActive: true, minParticipants: 0 },
    ...{ capacity: 20, decisionDate: '2031-05-01', ...overrides },
  });
  const { body: first } = await call(app, 'POST', '/api/trips', { token: staff.token, body });
  const dates = Array.from({ length: count - 1 }, (_, week) =>
    Temporal.PlainDate.from('2031-05-11').add({ weeks: week }).toString(),
  );
  if (count > 1) await call(app, 'POST', `/api/trips/${first.id}/copies`, { token: staff.token, body: { dates } });
  await app.db.updateTable('trips').set({ is_active: true }).where('series_id', '=', first.seriesId).execute();
  const rows = await app.db
    .selectFrom('trips')
    .select('id')
    .where('series_id', '=', first.seriesId)
    .orderBy('departs_at')
    .execute();
  return Promise.all(rows.map(({ id }) => read(id)));
}

async function reserve(trip: Departure, payer?: Person) {
  const [adult, child, lapChild] = trip.fares.map(({ id }) => id);
  const fares = { adult: adult ?? '', child: child ?? '', lapChild: lapChild ?? '', courtesy: '' };
  const found = {
    id: trip.id,
    departsAt: new Date(trip.date),
    fares,
    boardingPointId: trip.boardingPoints[0]?.id ?? '',
  };
  return createFamily(app, { adult: 2 }, { trip: found, ...(payer && { payer }) });
}

const address = (trip: Departure, more = '') => `/api/series/${trip.seriesId}/changes${more}`;
const change = (trip: Departure, body: Omit<Partial<SeriesChange>, 'fields'> & { fields: object }, headers = {}) =>
  call(app, 'POST', address(trip), { token: staff.token, body, headers });
const preview = (trip: Departure, body: object) =>
  call(app, 'POST', address(trip, '/preview'), { token: staff.token, body });
const undo = (trip: Departure, id: string) => call(app, 'DELETE', address(trip, `/${id}`), { token: staff.token });
const ids = (trips: Departure[]) => trips.map(({ id }) => id);
const again = (trips: Departure[]) => Promise.all(trips.map(({ id }) => read(id)));
const at = (time: string) =>
  Temporal.PlainDateTime.from(`2031-05-04T${time}`).toZonedDateTime(TIME_ZONE).toInstant().toString();
const backAt = (time: string) => ({ returnDate: at(time) });

describe('a change of many dates', () => {
  it('gives all a new return time, tells each payer once, and is undone', async () => {
    const trips = await sundays(6);
    const [first, second, third] = trips as [Departure, Departure, Departure];
    const loyal = await reserve(first);
    const later = await reserve(second, loyal.payer);
    const other = await reserve(third);
    await mailbox.deliver();
    const before = await again(trips);

    const wanted = { fields: backAt('20:30'), tripIds: ids(trips), editedOn: first.id };
    const shown = await preview(first, wanted);
    expect(shown.body.payers).toBe(2);
    expect(shown.body.dates.map(({ people, reservations }: never) => [people, reservations])).toEqual([
      ...[
        [2, 1],
        [2, 1],
        [2, 1],
      ],
      ...[
        [0, 0],
        [0, 0],
        [0, 0],
      ],
    ]);
    expect(await again(trips)).toEqual(before);

    const { status, body } = await change(first, { ...wanted, notice: { tell: true, message: 'A trilha é longa.' } });
    expect([status, body.isDone, body.payers]).toEqual([201, true, 2]);
    expect(body.dates[0].changes).toEqual({ returnDate: [first.returnDate, '2031-05-04T23:30:00.000Z'] });
    for (const trip of await again(trips))
      expect([timeOf(trip.date), timeOf(trip.returnDate)]).toEqual(['05:00', '20:30']);
    const told = await mailbox.deliver();
    expect(told.map(({ to }) => to).toSorted()).toEqual([loyal.payer.email, other.payer.email].toSorted());
    const toLoyal = told.find(({ to }) => to === loyal.payer.email)?.text ?? '';
    expect(toLoyal).toContain('A trilha é longa.');
    expect(toLoyal.match(/às 20:30/g)).toHaveLength(2);
    expect(toLoyal).toContain('11 de maio');
    for (const { id } of [loyal, later]) {
      const { body: log } = await call(app, 'GET', `/api/reservations/${id}/messages`, { token: staff.token });
      expect(log.data[0]).toMatchObject({ to: loyal.payer.email, subject: expect.stringMatching(/^Mudança no seu/) });
    }
    const audited = app.db
      .selectFrom('audit_entries')
      .select('changes')
      .where('subject_id', '=', second.id)
      .where('action', '=', 'trip.changed');
    expect((await audited.execute()).at(-1)?.changes).toMatchObject({ seriesDates: [null, 6], told: [null, 1] });

    const undone = await undo(first, body.id);
    expect([undone.status, undone.body.payers]).toEqual([200, 2]);
    for (const [index, trip] of (await again(trips)).entries()) {
      expect(trip).toEqual({ ...before[index], version: (before[index]?.version ?? 0) + 2 });
    }
    const toldAgain = await mailbox.deliver();
    expect(toldAgain).toHaveLength(2);
    expect(toldAgain[0]?.text).toContain('A mudança foi desfeita');
    expect(await undo(first, body.id)).toMatchObject({ status: 409, body: { code: 'SERIES_CHANGE_UNDONE' } });
  });

  it('says nothing to anybody where staff does not want it, also when it is undone', async () => {
    const trips = await sundays(2);
    const [first] = trips as [Departure];
    await reserve(first);
    await mailbox.deliver();
    const { body } = await change(first, { fields: backAt('18:00'), tripIds: ids(trips), notice: { tell: false } });
    await undo(first, body.id);
    expect([body.payers, await mailbox.deliver()]).toEqual([0, []]);
  });

  it('finds the fares, boarding points and days of each date, whatever their ids', async () => {
    const trips = await sundays(3);
    const [first, second] = trips as [Departure, Departure];
    const fields = {
      fares: first.fares.map((fare) => ({
        ...fare,
        label: fare.label.replace('Adulto', 'Inteira'),
        priceCents: 10_000,
      })),
      boardingPoints: first.boardingPoints.map((point) => ({
        ...point,
        time: '04:15',
        place: `${point.place}, portão 2`,
      })),
      decisionDate: '2031-05-02',
      date: at('04:45'),
    };
    const kept = await reserve(second);
    const stored = (await again(trips)).map(({ version: _, ...trip }) => trip);
    const { body } = await change(first, { fields, tripIds: ids(trips), editedOn: first.id });
    expect(body.dates.map(({ refused }: { refused?: string }) => refused)).toEqual([undefined, undefined, undefined]);
    const after = await again(trips);
    for (const [index, trip] of after.entries()) {
      const before = trips[index] as Departure;
      expect(trip.fares.map(({ id }) => id)).toEqual(before.fares.map(({ id }) => id));
      expect(trip.fares[0]).toMatchObject({ label: 'Inteira', priceCents: 10_000 });
      expect(trip.boardingPoints).toEqual(
        before.boardingPoints.map(({ id, place }) => ({ id, time: '04:15', place: `${place}, portão 2` })),
      );
      expect(timeOf(trip.date)).toBe('04:45');
      expect(trip.date.slice(0, 10)).toBe(before.date.slice(0, 10));
      const decision = Temporal.PlainDate.from(before.date.slice(0, 10)).subtract({ days: 2 });
      expect(trip.decisionDate).toBe(decision.toString());
    }
    const reservation = await call(app, 'GET', `/api/reservations/${kept.id}`, kept.payer);
    expect(reservation.body.totalCents).toBe(kept.reservation.totalCents);
    await undo(first, body.id);
    expect((await again(trips)).map(({ version: _, ...trip }) => trip)).toEqual(stored);
  });

  it('leaves what cannot be as it is, and says why', async () => {
    const trips = await sundays(5);
    const [first, full, archived, seen, gone] = trips as [Departure, Departure, Departure, Departure, Departure];
    await reserve(full);
    await reserve(full);
    const archiving = { token: staff.token, body: { isArchived: true } };
    await call(app, 'PUT', `/api/trips/${archived.id}/publication`, archiving);
    await saveTrip(app, staff, seen.id, { title: 'Outro título' });
    await app.db
      .updateTable('trips')
      .set({ departs_at: new Date(Date.now() - 3_600_000) })
      .where('id', '=', gone.id)
      .execute();
    const { body } = await change(first, {
      ...{ fields: { capacity: 3 }, tripIds: ids(trips), editedOn: first.id },
      versions: { [seen.id]: seen.version },
    });
    const outcomes = new Map(
      body.dates.map((date: { tripId: string; refused?: string }) => [date.tripId, date.refused]),
    );
    expect(outcomes.get(first.id)).toBeUndefined();
    expect(outcomes.get(full.id)).toBe('4 vagas estão ocupadas: a lotação não pode ser menor.');
    expect(outcomes.get(archived.id)).toMatch(/arquivado/);
    expect(outcomes.get(seen.id)).toMatch(/mudou enquanto isso/);
    expect(outcomes.get(gone.id)).toBe('Esta saída já aconteceu.');
    expect((await again([first, full, seen])).map(({ capacity }) => capacity)).toEqual([3, 20, 20]);

    await saveTrip(app, staff, first.id, { capacity: 8 });
    const undone = await undo(first, body.id);
    expect(undone.body.dates).toMatchObject([{ tripId: first.id, refused: expect.stringMatching(/mudou/) }]);
    expect((await read(first.id)).capacity).toBe(8);
  });

  it('may be sent twice under one key, and happens once', async () => {
    const trips = await sundays(2);
    const [first] = trips as [Departure];
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const body = { fields: { title: 'Cachoeira' }, tripIds: ids(trips) };
    const [one, two] = await Promise.all([change(first, body, headers), change(first, body, headers)]);
    expect(two.body.id).toBe(one.body.id);
    expect((await again(trips)).map(({ version }) => version)).toEqual(trips.map(({ version }) => version + 1));
  });

  it('is not for other series, clients, or nothing', async () => {
    const [first] = (await sundays(1)) as [Departure];
    const [other] = (await sundays(1)) as [Departure];
    const fields = { title: 'Cachoeira' };
    expect(await change(first, { fields, tripIds: [first.id, other.id] })).toMatchObject({ status: 404 });
    expect(await change(first, { fields: {}, tripIds: [first.id] })).toMatchObject({ status: 400 });
    expect(await change(first, { fields, tripIds: [] })).toMatchObject({ status: 400 });
    expect(await change(first, { fields: { title: 'x' }, tripIds: [first.id] })).toMatchObject({ status: 400 });
    const client = await createPerson(app);
    const denied = await call(app, 'POST', address(first), {
      token: client.token,
      body: { fields, tripIds: [first.id] },
    });
    expect(denied.status).toBe(403);
    expect(await undo(first, crypto.randomUUID())).toMatchObject({ status: 404 });
  });

  it('can be undone for a day', async () => {
    const [first] = (await sundays(1)) as [Departure];
    const { body } = await change(first, { fields: { title: 'Cachoeira' }, tripIds: [first.id] });
    const list = () => call(app, 'GET', address(first), { token: staff.token });
    expect((await list()).body.data).toMatchObject([
      { id: body.id, by: expect.any(String), undoableUntil: expect.any(String) },
    ]);
    await app.db
      .updateTable('series_changes')
      .set({ created_at: new Date(Date.now() - 25 * 3_600_000) })
      .where('id', '=', body.id)
      .execute();
    expect((await list()).body.data).toEqual([]);
    expect(await undo(first, body.id)).toMatchObject({ status: 409, body: { code: 'SERIES_CHANGE_UNDO_OVER' } });
  });
});

const ROUNDS = 10;

/**
 * Rounds of three changes at once by editors on two servers, until one after which not every change has made every date
 * once, and the later one stands on all. Undefined where there is none.
 */
async function firstMixedRound([one, two]: [TestApp, TestApp], trips: Departure[]): Promise<number | undefined> {
  const [{ seriesId }] = trips as [Departure];
  const send = (to: TestApp, fields: object) =>
    call(to, 'POST', `/api/series/${seriesId}/changes`, { token: staff.token, body: { fields, tripIds: ids(trips) } });
  for (let round = 1; round <= ROUNDS; round += 1) {
    const answers = await Promise.all([
      send(one, { capacity: 30 + 2 * round }),
      send(two, { capacity: 31 + 2 * round }),
      send(one, { title: `Cachoeira ${round}` }),
    ]);
    const after = await again(trips);
    const isInOrder =
      answers.every(({ status, body }) => status === 201 && body.isDone) &&
      new Set(after.map(({ capacity }) => capacity)).size === 1 &&
      after.every(({ version }, index) => version === (trips[index]?.version ?? 0) + 3 * round) &&
      (await isChangedInOrder(seriesId, trips.length));
    if (!isInOrder) return round;
  }
  return undefined;
}

/** Whether each change of a series has changed all dates, after the one before had. */
async function isChangedInOrder(seriesId: string, dates: number): Promise<boolean> {
  const { rows } = await sql<{ first: number; last: number; changed: number }>`
    select min(d.version)::int as first, max(d.version)::int as last, count(*)::int as changed
    from series_changes c join series_change_dates d on d.change_id = c.id
    where c.series_id = ${seriesId} and d.state = 'changed'
    group by c.ordinal order by c.ordinal`.execute(app.db);
  return rows.every(
    ({ first, last, changed }, index) => changed === dates && first === last && last > (rows[index - 1]?.last ?? 0),
  );
}

describe('changes of one series at once', () => {
  it('follow each other on every date, by two editors on two servers, round after round', async () => {
    const trips = await sundays(5);
    const second = await startAnotherProcess(app);
    expect(await firstMixedRound([app, second], trips)).toBeUndefined();
    expect((await again(trips)).map(({ version }) => version)).toEqual(
      trips.map(({ version }) => version + 3 * ROUNDS),
    );
    await second.close();
  }, 180_000);

  it('are mixed by servers whose locks hold nobody up, which the rounds notice', async () => {
    const trips = await sundays(5);
    await sql`create function public.pg_advisory_xact_lock(bigint) returns void language sql as 'select'`.execute(
      app.db,
    );
    const url = new URL(app.databaseUrl);
    url.searchParams.set('options', '-c search_path=public,pg_catalog');
    const pool = createPool({ connectionString: url.href, max: 10, onError: () => undefined });
    const deps = { db: createDatabase(pool) };
    const servers = [await startAnotherProcess(app, deps), await startAnotherProcess(app, deps)] as [TestApp, TestApp];
    expect(await firstMixedRound(servers, trips)).toBeGreaterThan(0);
    for (const server of servers) await server.close();
    await deps.db.destroy();
  }, 180_000);

  it('change no price of who reserves meanwhile', async () => {
    const trips = await sundays(4);
    const [first] = trips as [Departure];
    const fares = first.fares.map((fare) => ({ ...fare, priceCents: fare.priceCents + 5_000 }));
    const [, ...families] = await Promise.all([
      change(first, { fields: { fares }, tripIds: ids(trips), editedOn: first.id }),
      ...trips.map((trip) => reserve(trip)),
    ]);
    const prices = [2 * (first.fares[0]?.priceCents ?? 0), 2 * (fares[0]?.priceCents ?? 0)];
    for (const { id, payer, reservation } of families) {
      expect(prices).toContain(reservation.totalCents);
      expect((await call(app, 'GET', `/api/reservations/${id}`, payer)).body.totalCents).toBe(reservation.totalCents);
    }
  });
});

it('any changes and what undoes them leave other dates as they are, and all as they were', async () => {
  const trips = await sundays(4);
  const [first] = trips as [Departure];
  const facts = async () => (await again(trips)).map(({ version: _, ...trip }) => trip);
  const before = await facts();
  const fields = fc.constantFrom<object>(
    { title: 'Cachoeira' },
    { capacity: 33 },
    { included: ['Café'] },
    backAt('21:15'),
    { date: at('03:00') },
    { fares: first.fares.map((fare) => ({ ...fare, priceCents: 777 })) },
    { fares: first.fares.slice(0, 1) },
    { boardingPoints: [{ time: '06:00', place: 'Matriz' }] },
    { isActive: false },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fields, fc.subarray([0, 1, 2, 3], { minLength: 1 })), { maxLength: 3 }),
      async (all) => {
        const made: string[] = [];
        for (const [wanted, places] of all) {
          const then = await facts();
          const { body } = await change(first, {
            ...{ fields: wanted, tripIds: places.map((place) => (trips[place] as Departure).id), editedOn: first.id },
          });
          made.push(body.id);
          const now = await facts();
          for (const place of [0, 1, 2, 3]) if (!places.includes(place)) expect(now[place]).toEqual(then[place]);
        }
        for (const id of made.toReversed()) await undo(first, id);
        const ends = await facts();
        const plain = (all: typeof ends) =>
          all.map(({ fares, boardingPoints, ...trip }) => ({
            ...trip,
            fares: fares.map(({ id: _, ...fare }) => fare),
            boardingPoints: boardingPoints.map(({ id: _, ...point }) => point),
          }));
        expect(plain(ends)).toEqual(plain(before));
      },
    ),
    { numRuns: 12 },
  );
}, 120_000);

it('the history of a reservation says what changed of its date', async () => {
  const trips = await sundays(2);
  const [first] = trips as [Departure];
  const family = await reserve(first);
  await change(first, { fields: backAt('20:30'), tripIds: ids(trips) });
  expect((await entriesOf(app, family.id)).at(-1)).toMatchObject({ action: 'reservation.trip_changed' });
});
