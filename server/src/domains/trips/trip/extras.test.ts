import type { TripExtra } from '@passeio/contract/trips/extras';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, extraDraft, type Person, tripDraft } from '../../../../test/factories.ts';

let app: TestApp;
let operator: Person;
beforeAll(async () => {
  app = await buildTestApp();
  operator = await createPerson(app, 'OPERATOR');
});
afterAll(() => app.close());

const create = (extras: unknown) =>
  call(app, 'POST', '/api/trips', { token: operator.token, body: { ...tripDraft({ isActive: true }), extras } });
const change = (update: object) => call(app, 'PUT', '/api/trips', { token: operator.token, body: update });
const read = async (id: string, token = operator.token) => (await call(app, 'GET', `/api/trips/${id}`, { token })).body;
const bicycle = extraDraft({ label: 'Bicicleta', priceCents: 9_000, per: 'reservation', stock: null });

/** A trip with these extras as an update without them. */
async function created(extras: unknown[]) {
  const { body } = await create(extras);
  const { id, version, boardingPoints } = body;
  return { ...tripDraft({ isActive: true }), id, version, boardingPoints, extras: body.extras as TripExtra[] };
}

describe('a trip with extras', () => {
  it('answers them in their order, to visitors too, alone and in the list', async () => {
    const lunch = extraDraft({
      ...{ description: 'No rancho', refundable: false, soldUntilHours: 48 },
      ...{ choice: 'required', minAge: 6, maxAge: 12 },
    });
    const { status, body } = await create([lunch, bicycle]);
    expect(status).toBe(201);
    expect(body.extras).toEqual([
      { ...lunch, id: expect.any(String), stockLeft: 10 },
      { ...bicycle, id: expect.any(String), stockLeft: null },
    ]);
    expect((await read(body.id, '')).extras).toEqual(body.extras);
    const list = await call(app, 'GET', '/api/trips', { token: '' });
    expect(list.body.data.find(({ id }: { id: string }) => id === body.id).extras).toEqual(body.extras);
  });

  it('keeps them where a program does not send any, and takes its own answer as a draft', async () => {
    const { extras, ...update } = await created([extraDraft(), bicycle]);
    const { body: kept } = await change(update);
    expect(kept.extras).toEqual(extras);
    const { body: again } = await change({ ...update, version: kept.version, extras: extras.toReversed() });
    expect(again.extras).toEqual(extras.toReversed());
  });

  it('keeps the id of an extra with the same name, drops the others, and says so in its history', async () => {
    const trip = await created([extraDraft(), bicycle]);
    const { body } = await change({ ...trip, extras: [extraDraft({ label: 'almoço ', priceCents: 5_000 })] });
    expect(body.extras).toMatchObject([{ id: trip.extras[0]?.id, label: 'almoço', priceCents: 5_000 }]);
    const entry = await app.db
      .selectFrom('audit_entries')
      .select('changes')
      .where('subject_id', '=', trip.id)
      .where('action', '=', 'trip.changed')
      .executeTakeFirstOrThrow();
    expect(entry.changes).toMatchObject({
      extras: [[{ priceCents: 4_500 }, { label: 'Bicicleta' }], [{ priceCents: 5_000 }]],
    });
  });

  it('gives a copy extras of its own', async () => {
    const { id, extras } = await created([extraDraft({ choice: 'preselected', minAge: 18 }), bicycle]);
    const { body } = await call(app, 'POST', `/api/trips/${id}/copies`, {
      token: operator.token,
      body: { dates: ['2032-02-27'] },
    });
    const [copy] = body.data;
    const withoutId = (all: TripExtra[]) => all.map(({ id: _, ...extra }) => extra);
    expect(withoutId(copy.extras)).toEqual(withoutId(extras));
    expect(copy.extras.map((one: TripExtra) => one.id)).not.toEqual(extras.map((one) => one.id));
  });

  it.each([
    ['a name twice', [extraDraft(), extraDraft({ label: 'ALMOÇO' })]],
    ['a negative price', [extraDraft({ priceCents: -1 })]],
    ['a maximum below the minimum', [extraDraft({ minQuantity: 3, maxQuantity: 2 })]],
    ['a negative stock', [extraDraft({ stock: -1 })]],
    ['another scope', [{ ...extraDraft(), per: 'day' }]],
    ['another choice', [{ ...extraDraft(), choice: 'always' }]],
    ['ages in the wrong order', [extraDraft({ minAge: 12, maxAge: 6 })]],
    ['a negative age', [extraDraft({ minAge: -1 })]],
    ['ages of a reservation', [{ ...bicycle, minAge: 18 }]],
    ['too many', Array.from({ length: 21 }, (_, index) => extraDraft({ label: `Adicional ${index}` }))],
    ["another trip's", [{ ...extraDraft(), id: '01938f6e-7a55-7c1e-9f4e-2b8a4c3d5e6f' }]],
    ['no list', 'Almoço'],
  ])('refuses %s', async (_, extras) => {
    const { status, body } = await create(extras);
    expect([status, body.code]).toEqual([400, 'INVALID_INPUT']);
  });
});

it.each([
  ["choice = 'always'", 'trip_extras_choice_check'],
  ['min_age = -1', 'trip_extras_ages'],
  ['min_age = 13, max_age = 12', 'trip_extras_ages'],
])('the database refuses an extra with %s', async (change, constraint) => {
  const { id } = await created([extraDraft()]);
  const update = sql`update trip_extras set ${sql.raw(change)} where trip_id = ${id}`.execute(app.db);
  await expect(update).rejects.toMatchObject({ constraint });
});
