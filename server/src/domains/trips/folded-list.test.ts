import { randomUUID } from 'node:crypto';
import { type ListedTrip, tripSorts } from '@passeio/contract/trips/trips';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, createPerson, createTrip } from '../../../test/factories.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const FIRST = Date.UTC(2031, 4, 4, 8);

let app: TestApp;
let staff: string;
beforeAll(async () => {
  app = await buildTestApp();
  staff = (await createPerson(app, 'OPERATOR')).token;
  // Places are taken without reservations.
  await sql`alter table trips disable trigger trips_places_follow_reservations`.execute(app.db);
});
afterAll(() => app.close());

interface Listed {
  data: ListedTrip[];
  page: { total: number };
}

const list = async (query: object): Promise<Listed> =>
  (await call(app, 'GET', `/api/trips?${new URLSearchParams(query as Record<string, string>)}`, { token: staff })).body;
const seriesOf = ({ seriesId }: ListedTrip) => seriesId ?? '';

const take = (id: string, places: number) =>
  sql`update trips set places_taken = ${places} where id = ${id}`.execute(app.db);

/** A departure so many days after the first. */
async function depart(title: string, days: number, more: object = {}) {
  const departs_at = new Date(FIRST + days * DAY_MS);
  return createTrip(app, { title, departs_at, returns_at: new Date(departs_at.getTime() + DAY_MS / 2), ...more });
}

describe('the folded list of trips', () => {
  it('has a trip of many dates once, at its first, with what all dates are together', async () => {
    const series_id = randomUUID();
    const dates = [];
    for (const week of [0, 1, 2]) dates.push(await depart('Cachoeira', 7 * week, { series_id, capacity: 10 }));
    const single = await depart('Museu', 3);
    await take(dates[1]?.id ?? '', 4);
    const { data, page } = await list({ folded: 'true', upcoming: 'true' });
    expect(page.total).toBe(2);
    expect(data.map(({ id }) => id)).toEqual([dates[0]?.id, single.id]);
    const [from, to] = [0, 14].map((days) => new Date(FIRST + days * DAY_MS).toISOString());
    expect(data[0]?.series).toEqual({ dates: 3, drafts: 0, from, to, capacity: 30, placesLeft: 26 });
    expect(data[1]).not.toHaveProperty('series');

    const latest = await list({ folded: 'true', sort: '-date' });
    expect(latest.data.map(({ id }) => id)).toEqual([dates[2]?.id, single.id]);
    const fullest = await list({ folded: 'true', sort: '-places' });
    expect(fullest.data[0]?.id).toBe(dates[1]?.id);
    const some = await list({ folded: 'true', from: '2031-05-05', to: '2031-05-12' });
    expect(some.data.map(({ id, series }) => [id, series])).toEqual([
      [single.id, undefined],
      [dates[1]?.id, undefined],
    ]);
    await app.db.deleteFrom('trips').execute();
  });

  it.each(['price', 'places'])('has by %s what comes after more dates than are read at once', async (sort) => {
    const first = await depart('Cachoeira', 0, { price_cents: 1_000, capacity: 4 });
    const [museum, park] = [await depart('Museu', 1), await depart('Parque', 2)];
    await take(museum.id, 1);
    await take(park.id, 2);
    await sql`
      insert into trips (id, slug, title, summary, description, departs_at, returns_at, is_active, price_cents, capacity,
        min_participants, boarding_points, itinerary, series_id)
      select uuidv7(), slug || '-' || n, title, summary, description, departs_at + n * interval '1 day',
        returns_at + n * interval '1 day', is_active, price_cents, capacity, min_participants, boarding_points, itinerary,
        series_id
      from trips, generate_series(1, 2000) n where id = ${first.id}`.execute(app.db);
    const pages = [];
    for (const page of ['1', '2', '3', '4']) {
      const { data } = await list({ folded: 'true', sort, page, size: '1', showImages: 'false' });
      pages.push(data.map(({ id, series }) => [id, series?.dates]));
    }
    expect(pages).toEqual([[[first.id, 2001]], [[museum.id, undefined]], [[park.id, undefined]], []]);
    await app.db.deleteFrom('trips').execute();
  });

  it('is the plain list, of which each series is where its first date was, whatever is looked for and on every page', async () => {
    const departure = fc.record({
      series: fc.constantFrom('a', 'b', 'c', null),
      title: fc.constantFrom('Cachoeira do Sol', 'Águas claras', 'cachoeira'),
      days: fc.integer({ min: -2, max: 60 }),
      price_cents: fc.constantFrom(1_000, 2_000),
      taken: fc.integer({ min: 0, max: 4 }),
      is_active: fc.boolean(),
    });
    const filters = fc.record(
      {
        isActive: fc.constantFrom('true', 'false'),
        isFull: fc.constantFrom('true', 'false'),
        month: fc.constantFrom('2031-05', '2031-06'),
        text: fc.constantFrom('cachoeira', 'sol'),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(departure, { maxLength: 14 }),
        fc.array(fc.tuple(filters, fc.constantFrom(...tripSorts)), { minLength: 3, maxLength: 3 }),
        async (departures, searches) => {
          const series = new Map(['a', 'b', 'c'].map((name) => [name, randomUUID()]));
          for (const { series: name, title, days, price_cents, taken, is_active } of departures) {
            const series_id = series.get(name ?? '') ?? randomUUID();
            const { id } = await depart(title, days, { series_id, price_cents, is_active, capacity: 4 });
            await take(id, taken);
          }
          for (const [filter, sort] of searches) {
            const plain = await list({ ...filter, sort, showImages: 'false' });
            const groups = [...Map.groupBy(plain.data, seriesOf).values()];
            const folded: ListedTrip[] = [];
            for (let page = 1; page <= Math.ceil(groups.length / 3); page += 1) {
              const part = await list({
                ...filter,
                sort,
                folded: 'true',
                showImages: 'false',
                page: String(page),
                size: '3',
              });
              expect(part.page.total).toBe(groups.length);
              folded.push(...part.data);
            }
            expect(folded.map(({ series: _, ...trip }) => trip)).toEqual(groups.map(([first]) => first));
            expect(folded.map(({ series: of }) => [of?.dates ?? 1, of?.placesLeft])).toEqual(
              groups.map((all) => [
                all.length,
                all.length > 1 ? all.reduce((sum, { placesLeft }) => sum + placesLeft, 0) : undefined,
              ]),
            );
          }
          await app.db.deleteFrom('trips').execute();
        },
      ),
      { numRuns: 20 },
    );
  }, 120_000);
});
