import type { Fare } from '@passeio/contract/trips/fares';
import type { TripDraft } from '@passeio/contract/trips/trip-draft';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, fareDraft, type Person, tripDraft } from '../../../../test/factories.ts';

let app: TestApp;
let operator: Person;
let client: Person;
beforeAll(async () => {
  app = await buildTestApp();
  operator = await createPerson(app, 'OPERATOR');
  client = await createPerson(app);
});
afterAll(() => app.close());

const create = (draft: object) => call(app, 'POST', '/api/trips', { token: operator.token, body: draft });
const change = (update: object) => call(app, 'PUT', '/api/trips', { token: operator.token, body: update });
const read = async (id: string, token: string | undefined = operator.token) =>
  (await call(app, 'GET', `/api/trips/${id}`, { token })).body;
const courtesy = fareDraft({ label: 'Cortesia', priceCents: 0, audience: 'staff' });
const labelsOf = (trip: { fares: Fare[] }) => trip.fares.map(({ label }) => label);

/** A trip as an update. */
async function created(overrides: Partial<TripDraft> = {}) {
  const draft = tripDraft(overrides);
  const { body } = await create(draft);
  const { id, version, boardingPoints } = body;
  return { ...draft, id, version, boardingPoints, fares: body.fares as Fare[] };
}

describe('a trip with fares', () => {
  it('keeps them in their order, and costs from the lowest that the site offers adults with a place', async () => {
    const fares = [fareDraft({ priceCents: 300 }), courtesy, fareDraft({ label: 'Estudante', priceCents: 200 })];
    const { status, body } = await create(
      tripDraft({ fares: [...fares, fareDraft({ label: 'Colo', priceCents: 0, takesPlace: false })] }),
    );
    expect(status).toBe(201);
    expect(body.priceCents).toBe(200);
    expect(labelsOf(body)).toEqual(['Adulto', 'Cortesia', 'Estudante', 'Colo']);
    expect(body.fares[1]).toEqual({ ...courtesy, id: expect.any(String) });
    expect(await read(body.id)).toEqual(body);
  });

  it('shows visitors and clients those of the site only, alone and in the list', async () => {
    const { id } = await created({ title: 'Com cortesia', isActive: true, fares: [fareDraft(), courtesy] });
    const listed = async (token?: string) =>
      (await call(app, 'GET', '/api/trips?text=cortesia', { token })).body.data[0];
    for (const token of ['', client.token]) {
      expect(labelsOf(await read(id, token))).toEqual(['Adulto']);
      expect(labelsOf(await listed(token))).toEqual(['Adulto']);
    }
    expect(labelsOf(await read(id))).toEqual(['Adulto', 'Cortesia']);
    expect(labelsOf(await listed(operator.token))).toEqual(['Adulto', 'Cortesia']);
  });

  it('of a program that knows prices only has the fares of these prices', async () => {
    const { fares: _, ...facts } = tripDraft();
    const { status, body } = await create({ ...facts, priceCents: 28_900, childPriceCents: 19_900 });
    expect(status).toBe(201);
    // What an adult pays, not a child.
    expect(body.priceCents).toBe(28_900);
    expect(body.fares.map(({ label, minAge, maxAge }: Fare) => [label, minAge, maxAge])).toEqual([
      ['Adulto', 13, null],
      ['Criança', 6, 12],
    ]);
    const { body: draft } = await create(facts);
    expect(draft.missing).toEqual([{ field: 'fares', message: 'Informe as tarifas do passeio.' }]);
  });

  it.each([
    ['no label', [{ ...fareDraft(), label: '' }], 'fares.0.label'],
    ['no price', [fareDraft(), { label: 'Criança' }], 'fares.1.priceCents'],
    ['nothing that the site offers', [courtesy], 'fares'],
    ['an id', [{ ...fareDraft(), id: crypto.randomUUID() }], 'fares'],
  ])('is refused beside its field: a new one with %s', async (_, fares, field) => {
    const { status, body } = await create({ ...tripDraft(), fares });
    expect(status).toBe(400);
    expect(body.fields[field]).toMatch(/\.$/);
  });
});

describe('changing the fares of a trip', () => {
  it('keeps the ids of those that stay, adds and removes others, and writes the audit trail', async () => {
    const trip = await created({ fares: [fareDraft({ priceCents: 300 }), courtesy] });
    const [adult] = trip.fares as [Fare, Fare];
    const child = fareDraft({ label: 'Criança', minAge: 6, maxAge: 12, priceCents: 100 });

    const { status, body } = await change({ ...trip, fares: [child, { ...adult, priceCents: 400 }] });

    expect(status).toBe(200);
    expect(body).toMatchObject({ version: trip.version + 1, priceCents: 400 });
    expect(body.fares).toEqual([
      { ...child, id: expect.any(String) },
      { ...adult, priceCents: 400 },
    ]);
    expect(await read(trip.id)).toEqual(body);
    const entries = await app.db
      .selectFrom('audit_entries')
      .select(['action', 'changes'])
      .where('subject_id', '=', trip.id)
      .where('action', '=', 'trip.changed')
      .execute();
    expect(entries).toEqual([{ action: 'trip.changed', changes: { fares: [trip.fares, body.fares] } }]);
  });

  it('keeps the id of a fare that comes without one, by its label, as from programs that know prices only', async () => {
    const { fares, ...trip } = await created();
    const { body } = await change({ ...trip, priceCents: 31_000, childPriceCents: 15_000 });
    expect(body.fares).toEqual([
      { ...fares[0], priceCents: 31_000 },
      { ...fares[1], priceCents: 15_000 },
    ]);
  });

  it('changes places without a clash', async () => {
    const trip = await created();
    const { body } = await change({ ...trip, fares: trip.fares.toReversed() });
    expect(body.fares).toEqual(trip.fares.toReversed());
  });

  it("refuses another trip's fare, and one that stands there twice", async () => {
    const [trip, other] = [await created(), await created()];
    const [own] = trip.fares as [Fare];
    for (const fares of [other.fares, [own, { ...own, label: 'De novo' }]]) {
      const { status, body } = await change({ ...trip, fares });
      expect(status).toBe(400);
      expect(body.fields.fares).toContain('Há uma tarifa que não é deste passeio.');
    }
    expect((await read(other.id)).fares).toEqual(other.fares);
  });

  it('is refused while somebody goes by the fare that would be removed; its price may change', async () => {
    const trip = await created();
    const [adult, child] = trip.fares as [Fare, Fare];
    await sql`
      create table if not exists goers (fare_id uuid, trip_id uuid, constraint participants_fare_of_trip
        foreign key (fare_id, trip_id) references trip_fares (id, trip_id))`.execute(app.db);
    await sql`insert into goers values (${child.id}, ${trip.id})`.execute(app.db);

    expect(await change({ ...trip, fares: [adult] })).toMatchObject({ status: 409, body: { code: 'FARE_IN_USE' } });
    expect((await read(trip.id)).fares).toEqual(trip.fares);
    const fares = [adult, { ...child, priceCents: 1, audience: 'staff' }];
    expect(await change({ ...trip, fares })).toMatchObject({ status: 200, body: { fares } });
  });

  it('is one of two concurrent edits; the other is refused', async () => {
    const trip = await created();
    const responses = await Promise.all(
      [100, 200].map((priceCents) => change({ ...trip, fares: [{ ...trip.fares[0], priceCents }] })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(responses.find(({ status }) => status === 409)?.body.code).toBe('CHANGED_MEANWHILE');
    expect(await read(trip.id)).toEqual(responses.find(({ status }) => status === 200)?.body);
  });

  it('is seen by visitors at once, who were served from memory before', async () => {
    const trip = await created({ title: 'Na memória', isActive: true });
    const prices = async () => {
      const [{ body: list }, one] = [await call(app, 'GET', '/api/trips?text=memoria'), await read(trip.id, '')];
      return [list.data[0], one].map(({ fares }) => fares.map(({ priceCents }: Fare) => priceCents));
    };
    for (let twice = 0; twice < 2; twice += 1) expect(await prices()).toEqual(Array(2).fill([28_900, 19_900, 0]));
    // The lowest price, and so the row of the trip, stays the same.
    const fares = trip.fares.with(0, { ...(trip.fares[0] as Fare), priceCents: 27_000 });
    await change({ ...trip, fares });
    expect(await prices()).toEqual(Array(2).fill([27_000, 19_900, 0]));
  });
});

it('a place that a person takes for themselves costs the first fare that the site offers', async () => {
  const { id } = await created({ isActive: true, fares: [courtesy, ...tripDraft().fares] });
  const { body } = await call(app, 'POST', `/api/trips/enrrol/${id}`, { token: client.token });
  expect(body).toMatchObject({ totalCents: 28_900, depositCents: 8_670 });
});
