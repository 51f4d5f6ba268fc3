import * as fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, startAnotherProcess, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, type Person, tripDraft } from '../../../../test/factories.ts';
import { createVehicle } from '../../../../test/vehicles.ts';
import { createDatabase, createPool } from '../../../platform/database/connect.ts';
import { startJobs } from '../../../platform/jobs/jobs.ts';

const TIME_ZONE = 'America/Sao_Paulo';

let app: TestApp;
let operator: Person;
beforeAll(async () => {
  app = await buildTestApp();
  operator = await createPerson(app, 'OPERATOR');
});
afterAll(() => app.close());

const create = async (overrides: object = {}) =>
  (await call(app, 'POST', '/api/trips', { token: operator.token, body: tripDraft(overrides) })).body;
const copy = (id: string, dates: unknown, headers = {}) =>
  call(app, 'POST', `/api/trips/${id}/copies`, { token: operator.token, body: { dates }, headers });
const local = (instant: string) =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(TIME_ZONE).toPlainDateTime().toString({ smallestUnit: 'minute' });

// Departs on a Friday night in the operator's time zone, Saturday in UTC.
const weekend = {
  title: 'Tiradentes & São João',
  date: '2031-01-31T02:30:00.000Z',
  returnDate: '2031-02-02T22:00:00.000Z',
  decisionDate: '2031-01-25',
};

async function addPictures(tripId: string, count: number) {
  const form = new FormData();
  const picture = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#c85014' } })
    .jpeg()
    .toBuffer();
  for (let n = 0; n < count; n += 1) form.append('images', new Blob([new Uint8Array(picture)]), 'a.jpg');
  const headers = { authorization: `Bearer ${operator.token}` };
  await fetch(`${app.url}/api/trips/image/${tripId}`, { method: 'POST', body: form, headers });
}

describe('copying a trip to other days', () => {
  it('makes drafts with the same times of day, length and days to decide, also over the end of a month', async () => {
    const original = await create({ ...weekend, isActive: true });

    const { status, body } = await copy(original.id, ['2032-02-27', '2031-02-28']);

    expect(status).toBe(201);
    expect(body.page).toEqual({ number: 1, size: 2, total: 2 });
    expect(
      body.data.map((trip: typeof original) => [local(trip.date), local(trip.returnDate), trip.decisionDate]),
    ).toEqual([
      ['2031-02-28T23:30', '2031-03-03T19:00', '2031-02-23'],
      // Over 29 February.
      ['2032-02-27T23:30', '2032-03-01T19:00', '2032-02-22'],
    ]);
    for (const trip of body.data) {
      const { id, slug, date, returnDate, decisionDate, boardingPoints, fares, isActive, situation, ...rest } = trip;
      expect(original).toMatchObject(rest);
      expect([isActive, situation, id === original.id]).toEqual([false, 'draft', false]);
      expect(boardingPoints).toMatchObject(
        original.boardingPoints.map(({ time, place }: { time: string; place: string }) => ({ time, place })),
      );
      expect(boardingPoints[0].id).not.toBe(original.boardingPoints[0].id);
      const unnamed = (list: { id: string }[]) => list.map(({ id: _, ...fare }) => fare);
      expect(unnamed(fares)).toEqual(unnamed(original.fares));
      expect(fares[0].id).not.toBe(original.fares[0].id);
    }
    expect(body.data[0].slug).toBe('tiradentes-sao-joao-2031-02-28');
    const entries = await app.db
      .selectFrom('audit_entries')
      .selectAll()
      .where('subject_id', '=', body.data[0].id)
      .execute();
    expect(entries).toMatchObject([
      { action: 'trip.copied', changes: { copyOf: [null, 'Tiradentes & São João, 30/01/2031'] } },
    ]);
  });

  it('preserves times of day and distances in days on any date', async () => {
    const original = await create(weekend);
    const dayOf = (day: number) => Temporal.PlainDate.from('2026-01-01').add({ days: day }).toString();
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.integer({ min: 0, max: 10_000 }), { minLength: 1, maxLength: 3 }),
        async (days) => {
          const { body } = await copy(original.id, days.map(dayOf));
          const sorted = days.toSorted((a, b) => a - b).map(dayOf);
          for (const [index, trip] of body.data.entries()) {
            const day = Temporal.PlainDate.from(sorted[index] as string);
            expect(local(trip.date)).toBe(`${day}T23:30`);
            expect(local(trip.returnDate)).toBe(`${day.add({ days: 3 })}T19:00`);
            expect(trip.decisionDate).toBe(day.subtract({ days: 5 }).toString());
          }
        },
      ),
      { numRuns: 25 },
    );
  });

  it('gives the copies pictures of their own, which stay when those of the original go', async () => {
    const original = await create();
    await addPictures(original.id, 2);
    const { body: before } = await call(app, 'GET', `/api/trips/${original.id}`, { token: operator.token });
    const [point, ...others] = before.boardingPoints;
    const boarding_points = JSON.stringify([{ ...point, imageId: before.tripImages[1].id }, ...others]);
    await app.db.updateTable('trips').set({ boarding_points }).where('id', '=', original.id).execute();

    const { body } = await copy(original.id, ['2031-05-01', '2031-05-02']);

    const ids = body.data.flatMap((trip: typeof before) => trip.tripImages.map((image: { id: string }) => image.id));
    expect(new Set(ids).size).toBe(4);
    for (const trip of body.data) {
      expect(trip.tripImages.map((image: { isCardImg: boolean }) => image.isCardImg)).toEqual([true, false]);
      expect(trip.boardingPoints[0].imageId).toBe(trip.tripImages[1].id);
      expect((await call(app, 'GET', `/api/trips/${trip.id}`, { token: operator.token })).body).toEqual(trip);
    }
    for (const image of before.tripImages) await app.app.deps.storage.removeFolder(`trip-images/${image.id}`);
    expect((await fetch(`${app.url}/api/${before.tripImages[0].url}`)).status).toBe(404);
    for (const { url } of body.data[1].tripImages) expect((await fetch(`${app.url}/api/${url}`)).status).toBe(200);
  });

  it('leaves out pictures whose files are gone', async () => {
    const original = await create();
    await addPictures(original.id, 2);
    const { body } = await call(app, 'GET', `/api/trips/${original.id}`, { token: operator.token });
    await app.app.deps.storage.removeFolder(`trip-images/${body.tripImages[0].id}`);

    const { body: copies } = await copy(original.id, ['2031-06-01']);
    expect(copies.data[0].tripImages).toMatchObject([{ isCardImg: true }]);
  });

  it('happens once per Idempotency-Key, and gives every copy an address of its own', async () => {
    const original = await create({ title: 'Todo domingo' });
    const headers = { 'idempotency-key': 'copias' };
    const responses = await Promise.all([1, 2, 3].map(() => copy(original.id, ['2031-07-06', '2031-07-13'], headers)));
    for (const { body } of responses) expect(body).toEqual(responses[0]?.body);
    const again = await copy(original.id, ['2031-07-13', '2031-07-06']);
    expect(again.body.data[0].slug).toBe('todo-domingo-2031-07-06-2');
  });

  it('needs no more than one connection to the database at a time', async () => {
    const original = await create();
    await addPictures(original.id, 1);
    const pool = createPool({ connectionString: app.databaseUrl, max: 1, onError: () => undefined });
    const jobs = await startJobs(pool, app.app.deps.logger);
    const narrow = await startAnotherProcess(app, { db: createDatabase(pool), jobs });

    const { status, body } = await call(narrow, 'POST', `/api/trips/${original.id}/copies`, {
      token: operator.token,
      body: { dates: ['2031-09-01'] },
    });

    expect(status).toBe(201);
    expect(body.data[0].tripImages).toHaveLength(1);
    await narrow.close();
    await jobs.stop();
    await pool.end();
  });

  it('is free for everybody where people wait for the original', async () => {
    const [original, { token }] = [await create({ isActive: true, capacity: 1, minParticipants: 0 }), operator];
    await call(app, 'POST', `/api/trips/enrrol/${original.id}`, { token: (await createPerson(app)).token });
    const waits = await call(app, 'POST', `/api/trips/${original.id}/waiting-list`, {
      token: (await createPerson(app)).token,
      body: { party: [{ fareId: original.fares[0].id, count: 1 }] },
    });
    expect(waits.status).toBe(201);
    const { body } = await copy(original.id, ['2031-10-01']);
    await call(app, 'PUT', `/api/trips/${body.data[0].id}/publication`, { token, body: { isActive: true } });

    const reserved = await call(app, 'POST', `/api/trips/enrrol/${body.data[0].id}`, {
      token: (await createPerson(app)).token,
    });
    expect(reserved.status).toBe(201);
  });

  it('also works from an archived trip', async () => {
    const original = await create();
    await call(app, 'PUT', `/api/trips/${original.id}/publication`, {
      token: operator.token,
      body: { isArchived: true },
    });
    const { body } = await copy(original.id, ['2031-08-01']);
    expect(body.data[0]).toMatchObject({ isArchived: false, isActive: false, version: 1 });
  });

  it.each([
    ['no date', []],
    ['too many', Array.from({ length: 61 }, (_, day) => `20${10 + day}-01-01`)],
    ['a date twice', ['2031-01-01', '2031-01-01']],
    ['a date that does not exist', ['2031-02-29']],
    ['a date out of all reason', ['0001-01-01']],
    ['an instant', ['2031-01-01T00:00:00Z']],
    ['nothing', undefined],
  ])('refuses %s', async (_, dates) => {
    const original = await create();
    const { status, body } = await copy(original.id, dates);
    expect(status).toBe(400);
    expect(body.message).toMatch(/\.$/);
  });

  it('makes the dates of a rule beside those that are named, each once, however often it is asked', async () => {
    const original = await create({ date: '2031-01-04T11:00:00.000Z', returnDate: '2031-01-04T23:00:00.000Z' });
    const rule = { every: 'two_weeks', weekdays: [6, 7], until: '2031-02-02', except: ['2031-01-18'] };
    const post = (body: object, path = '') =>
      call(app, 'POST', `/api/trips/${original.id}/copies${path}`, { token: operator.token, body });
    const days = (trips: { date: string }[]) => trips.map(({ date }) => date.slice(0, 10));

    const preview = await post({ rule, dates: ['2031-03-04'] }, '/preview');
    expect(preview.body).toEqual({
      dates: [
        ...['2031-01-12', '2031-01-26', '2031-02-01'].map((date) => ({ date, holiday: null, conflicts: [] })),
        { date: '2031-03-04', holiday: null, conflicts: [] },
      ],
    });
    const { status, body } = await post({ rule, dates: ['2031-03-04'] });
    expect([status, days(body.data)]).toEqual([201, ['2031-01-12', '2031-01-26', '2031-02-01', '2031-03-04']]);

    expect((await post({ rule }, '/preview')).body.dates[0]).toEqual({
      ...{ date: '2031-01-12', holiday: null },
      conflicts: [{ kind: 'same_trip', text: 'Este passeio já sai nesse dia' }],
    });
    expect(await post({ rule })).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    const longer = await post({ rule: { ...rule, until: '2031-02-15' } });
    expect(days(longer.body.data)).toEqual(['2031-02-09', '2031-02-15']);
  });

  it('a preview says which days are holidays, and on which its vehicle is away', async () => {
    const van = await createVehicle(app);
    const times = { date: '2031-02-22T11:00:00.000Z', returnDate: '2031-02-22T23:00:00.000Z' };
    const original = await create({ ...times, vehicleIds: [van.id], capacity: 8, minParticipants: 0 });
    const other = { date: '2031-03-01T20:00:00.000Z', returnDate: '2031-03-02T02:00:00.000Z', title: 'Luau' };
    await create({ ...other, vehicleIds: [van.id], capacity: 8, minParticipants: 0 });
    const rule = { every: 'week', weekdays: [6], until: '2031-03-08' };
    const { body } = await call(app, 'POST', `/api/trips/${original.id}/copies/preview`, {
      token: operator.token,
      body: { rule },
    });
    expect(body.dates).toEqual([
      {
        ...{ date: '2031-03-01', holiday: null },
        conflicts: [{ kind: 'vehicle', text: expect.stringContaining(`${van.name} já está em “Luau”`) }],
      },
      { date: '2031-03-08', holiday: null, conflicts: [] },
    ]);
  });

  it.each([
    ['without an end', { every: 'week', weekdays: [6] }],
    ['that never ends', { every: 'week', weekdays: [6], until: '2999-01-01' }],
    ['of no weekday', { every: 'week', weekdays: [], until: '2031-12-31' }],
    ['of more days than may be copied', { every: 'week', weekdays: [0, 1, 2, 3, 4, 5, 6], until: '2034-12-31' }],
    ['of a week that no month has', { every: 'month', weekdays: [6], nth: 0, until: '2034-12-31' }],
    ['that makes no date', { every: 'week', weekdays: [6], until: '2031-01-01' }],
  ])('refuses a rule %s', async (_, rule) => {
    const original = await create({ date: '2031-01-04T11:00:00.000Z', returnDate: '2031-01-04T23:00:00.000Z' });
    for (const path of ['', '/preview']) {
      const address = `/api/trips/${original.id}/copies${path}`;
      const { status, body } = await call(app, 'POST', address, { token: operator.token, body: { rule } });
      expect([status, body.message]).toEqual([400, expect.stringMatching(/\.$/)]);
    }
  });

  it('refuses an unknown trip, and clients', async () => {
    expect(await copy(crypto.randomUUID(), ['2031-01-01'])).toMatchObject({
      status: 404,
      body: { code: 'TRIP_NOT_FOUND' },
    });
    const { token } = await createPerson(app);
    const original = await create();
    const response = await call(app, 'POST', `/api/trips/${original.id}/copies`, {
      token,
      body: { dates: ['2031-01-01'] },
    });
    expect(response.status).toBe(403);
  });
});
