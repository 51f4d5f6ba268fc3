import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, createPerson, createTrip } from '../../../test/factories.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);
const at = (departs_at: Date) => ({ departs_at, returns_at: new Date(departs_at.getTime() + DAY_MS / 2) });

let app: TestApp;
let staff: string;
let client: string;
const names = new Map<string, string>();

beforeAll(async () => {
  app = await buildTestApp();
  staff = (await createPerson(app, 'OPERATOR')).token;
  client = (await createPerson(app)).token;
  const make = async (title: string, overrides: object, takenPlaces = 0) => {
    const { id } = await createTrip(app, { title, capacity: 4, ...overrides });
    names.set(id, title);
    for (let n = 0; n < takenPlaces; n += 1) {
      const { token } = await createPerson(app);
      await call(app, 'POST', `/api/trips/enrrol/${id}`, { token });
    }
    return id;
  };
  await make('Águas de São Lourenço', { ...at(inDays(1)), price_cents: 300, min_participants: 2 }, 1);
  await make('Bate-volta (SP) 25 de Março', { ...at(inDays(2)), price_cents: 200, min_participants: 2 }, 2);
  await make('caminhada em Aiuruoca', { ...at(inDays(3)), price_cents: 100, summary: 'Cachoeiras & mata' }, 4);
  await make('Rascunho', { ...at(inDays(4)), price_cents: 400, is_active: false, min_participants: 3 });
  await make('Zona da Mata', { ...at(inDays(5)), price_cents: 400, capacity: 8 }, 1);
  await make('Virada do ano', { ...at(new Date('2031-01-01T01:00:00Z')), price_cents: 900 });
  const gone = await make('Já foi', { ...at(inDays(6)), price_cents: 50, min_participants: 4 }, 1);
  await app.db
    .updateTable('trips')
    .set(at(inDays(-6)))
    .where('id', '=', gone)
    .execute();
  const archived = await make('Guardado', at(inDays(-30)));
  await app.db
    .updateTable('trips')
    .set({ is_active: false, archived_at: new Date() })
    .where('id', '=', archived)
    .execute();
});
afterAll(() => app.close());

const get = (query: string, token: string | undefined = staff) => call(app, 'GET', `/api/trips?${query}`, { token });
const find = async (query: string, token?: string) =>
  ((await get(query, token)).body.data as { id: string }[]).map((trip) => names.get(trip.id));

const everything = [
  'Já foi',
  'Águas de São Lourenço',
  'Bate-volta (SP) 25 de Março',
  'caminhada em Aiuruoca',
  'Rascunho',
  'Zona da Mata',
  'Virada do ano',
];

describe('the list of trips for staff', () => {
  it('holds all but archived trips, by departure', async () => {
    expect(await find('')).toEqual(everything);
    expect(await find('sort=-date')).toEqual(everything.toReversed());
    expect(await find('archived=true')).toEqual(['Guardado']);
  });

  it('is filtered by whether a trip is active, full, past, or below its minimum', async () => {
    expect(await find('isActive=false')).toEqual(['Rascunho']);
    expect(await find('isFull=true')).toEqual(['caminhada em Aiuruoca']);
    expect(await find('isFull=false&upcoming=true&isActive=true')).toEqual([
      everything[1],
      everything[2],
      everything[5],
      everything[6],
    ]);
    expect(await find('upcoming=false')).toEqual(['Já foi']);
    expect(await find('belowMinimum=true')).toEqual(['Águas de São Lourenço']);
  });

  it('separates cancelled departures from the others', async () => {
    const { id } = await createTrip(app, { title: 'Cancelado', ...at(inDays(5)) });
    names.set(id, 'Cancelado');
    await app.db
      .updateTable('trips')
      .set({ is_active: false, cancelled_at: new Date() })
      .where('id', '=', id)
      .execute();
    expect(await find('upcoming=true')).toContain('Cancelado');
    expect(await find('upcoming=true&cancelled=false')).toEqual(everything.slice(1));
    expect(await find('cancelled=true')).toEqual(['Cancelado']);
    await app.db.deleteFrom('trips').where('id', '=', id).execute();
  });

  it("knows months by the operator's calendar", async () => {
    expect(await find('month=2030-12')).toEqual(['Virada do ano']);
    expect(await find('month=2031-01')).toEqual([]);
  });

  it("lists the months by the operator's calendar, without archived trips", async () => {
    const { status, body } = await call(app, 'GET', '/api/trips/months', { token: staff });
    expect(status).toBe(200);
    expect(body.data.at(-1)).toEqual({ month: '2030-12', trips: 1 });
    expect(body.data.reduce((sum: number, { trips }: { trips: number }) => sum + trips, 0)).toBe(7);
    expect((await call(app, 'GET', '/api/trips/months', { token: client })).status).toBe(403);
  });

  it('is sorted by title without regard to case and accents, by the part of places taken, and by price', async () => {
    const byTitle = [
      'Águas de São Lourenço',
      'Bate-volta (SP) 25 de Março',
      'caminhada em Aiuruoca',
      'Já foi',
      'Rascunho',
      'Virada do ano',
      'Zona da Mata',
    ];
    expect(await find('sort=title')).toEqual(byTitle);
    expect(await find('sort=-title')).toEqual(byTitle.toReversed());
    expect((await find('sort=-places')).slice(0, 2)).toEqual(['caminhada em Aiuruoca', 'Bate-volta (SP) 25 de Março']);
    expect((await find('sort=places')).slice(-2)).toEqual(['Bate-volta (SP) 25 de Março', 'caminhada em Aiuruoca']);
    // Two trips have no passengers yet.
    expect((await find('sort=places')).slice(0, 2)).toEqual(['Rascunho', 'Virada do ano']);
    expect((await find('sort=-places')).slice(-2)).toEqual(['Rascunho', 'Virada do ano']);
    // Equal prices are ordered by departure, reversed too.
    expect((await find('sort=price')).slice(-3)).toEqual(['Rascunho', 'Zona da Mata', 'Virada do ano']);
    expect((await find('sort=-price')).slice(0, 3)).toEqual(['Virada do ano', 'Zona da Mata', 'Rascunho']);
  });

  it.each([
    ['sao lourenco', ['Águas de São Lourenço']],
    ['LOURENÇO águas', ['Águas de São Lourenço']],
    ['urenco', ['Águas de São Lourenço']],
    ['mata', ['caminhada em Aiuruoca', 'Zona da Mata']],
    ['sp', ['Bate-volta (SP) 25 de Março']],
    ['bate volta', ['Bate-volta (SP) 25 de Março']],
    ['25', ['Bate-volta (SP) 25 de Março']],
    ['co', []],
    ['& mata', ['caminhada em Aiuruoca', 'Zona da Mata']],
    ['%', []],
    ['_', []],
    ['\\', []],
    ['mata atlântica', []],
  ])('is searched for "%s"', async (text, found) => {
    expect(await find(`text=${encodeURIComponent(text)}`)).toEqual(found);
  });

  it('is paginated without gaps or duplicates, in every order', async () => {
    for (const sort of ['date', '-date', 'title', '-title', 'places', '-places', 'price', '-price']) {
      const pages = await Promise.all([1, 2, 3, 4].map((page) => get(`sort=${sort}&size=2&page=${page}`)));
      const ids = pages.flatMap(({ body }) => body.data.map((trip: { id: string }) => trip.id));
      expect(new Set(ids).size).toBe(7);
      expect(pages[0]?.body.page).toEqual({ number: 1, size: 2, total: 7 });
    }
  });
});

describe('the list of trips for everybody', () => {
  it('holds active trips only', async () => {
    expect(await find('', '')).toEqual(everything.filter((title) => title !== 'Rascunho'));
    expect(await find('isFull=true', '')).toEqual(['caminhada em Aiuruoca']);
  });

  it.each(['isActive=false', 'archived=true', 'belowMinimum=true'])('is refused with %s', async (query) => {
    expect((await get(query, '')).status).toBe(401);
    expect((await get(query, client)).status).toBe(403);
  });
});

describe('a search for trips with very many matches', () => {
  it('is counted to 200, and exactly up to there', async () => {
    const add = (count: number) =>
      app.pool.query(
        `insert into trips (id, slug, title, departs_at, returns_at, is_active, capacity)
         select uuidv7(), 'enxame-' || uuidv7(), 'Enxame', now() + interval '40 days', now() + interval '41 days', true, 4
         from generate_series(1, $1)`,
        [count],
      );
    const search = async () => (await get('text=enxame&size=2&page=100')).body;

    await add(200);
    expect((await search()).page).toEqual({ number: 100, size: 2, total: 200 });
    await add(1);
    const { data, page } = await search();
    expect(page).toEqual({ number: 100, size: 2, total: 200, totalIsMinimum: true });
    expect(data).toHaveLength(2);
  });
});
