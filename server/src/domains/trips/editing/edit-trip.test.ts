import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, type Person, tripDraft } from '../../../../test/factories.ts';

let app: TestApp;
let operator: Person;
beforeAll(async () => {
  app = await buildTestApp();
  operator = await createPerson(app, 'OPERATOR');
});
afterAll(() => app.close());

const create = (draft: object = tripDraft(), headers = {}) =>
  call(app, 'POST', '/api/trips', { token: operator.token, body: draft, headers });
const change = (update: object) => call(app, 'PUT', '/api/trips', { token: operator.token, body: update });
const read = (id: string, token: string | undefined = operator.token) =>
  call(app, 'GET', `/api/trips/${id}`, { token });
const entriesOf = (id: string) =>
  app.db.selectFrom('audit_entries').selectAll().where('subject_id', '=', id).orderBy('at').orderBy('id').execute();

/** A trip as an update. */
async function created(overrides = {}) {
  const draft = tripDraft(overrides);
  const { body } = await create(draft);
  return { ...draft, id: body.id, version: body.version, boardingPoints: body.boardingPoints };
}

async function takePlaces(tripId: string, count: number, boardingPointId: string | null = null) {
  const { token } = await createPerson(app);
  await app.db.updateTable('trips').set({ is_active: true }).where('id', '=', tripId).execute();
  const { body: trip } = await call(app, 'GET', `/api/trips/${tripId}`, { token });
  const party = [{ fareId: trip.fares[0].id, count }];
  const { status } = await call(app, 'POST', `/api/trips/enrrol/${tripId}`, {
    token,
    body: { party, boardingPointId },
  });
  expect(status).toBe(201);
}

describe('creating a trip', () => {
  it('answers it with an address of its own, ids for its boarding points and its first version', async () => {
    const draft = tripDraft({
      title: 'São Thomé das Letras & Região!',
      date: '2031-03-01T02:30:00.000Z',
      returnDate: '2031-03-02T02:30:00.000Z',
    });

    const { status, body } = await create(draft);

    expect(status).toBe(201);
    const { boardingPoints, ...facts } = draft;
    expect(body).toMatchObject({ ...facts, version: 1, isArchived: false, placesLeft: 46, tripImages: [] });
    expect(body.boardingPoints).toEqual(boardingPoints.map((point) => ({ ...point, id: expect.any(String) })));
    // In the operator's time zone: 23:30 of 28 February.
    expect(body.slug).toBe('sao-thome-das-letras-regiao-2031-02-28');
    expect((await read(body.slug)).body).toEqual(body);
    expect(await entriesOf(body.id)).toMatchObject([
      { action: 'trip.created', actor_id: operator.id, subject_label: 'São Thomé das Letras & Região!, 28/02/2031' },
    ]);
  });

  it('gives every trip a unique slug, also with the same title and date, and concurrently', async () => {
    const draft = tripDraft({ title: 'Duas vans' });
    const responses = await Promise.all(Array.from({ length: 6 }, () => create(draft)));
    expect(responses.map(({ status }) => status)).toEqual(Array(6).fill(201));
    expect(new Set(responses.map(({ body }) => body.slug)).size).toBe(6);
  });

  it('makes a draft of title, description and day alone, with usual values for the rest', async () => {
    const five = {
      ...{ title: 'Serra da Canastra', description: '<p>Nascente e cachoeiras.</p>', showDescription: true },
      ...{ date: '2031-05-10T09:00:00.000Z', isActive: false },
    };
    const { status, body } = await create(five);
    expect(status).toBe(201);
    expect(body).toMatchObject({ ...five, returnDate: '2031-05-10T21:00:00.000Z', isActive: false });
    expect((await read(body.id)).body).toMatchObject(five);

    // To be published it lacks what nobody can guess.
    const { body: asked } = await create({ ...five, isActive: true });
    expect(asked.isActive).toBe(false);
    expect(asked.missing).toEqual([
      { field: 'fares', message: 'Informe as tarifas do passeio.' },
      { field: 'capacity', message: 'Informe o número de vagas.' },
    ]);
    expect((await create({ ...five, isActive: true, priceCents: 9_000 })).body).toMatchObject({
      isActive: false,
      missing: [{ field: 'capacity' }],
    });
    const { body: published } = await create({ ...five, isActive: true, priceCents: 9_000, capacity: 28 });
    expect(published).toMatchObject({ isActive: true, priceCents: 9_000, placesLeft: 28 });
    expect(published).not.toHaveProperty('missing');
    expect((await read(published.id, undefined)).status).toBe(200);
  });

  it.each([{ title: 'Sem data' }, { date: '2031-05-10T09:00:00.000Z' }, { title: 'Dia', date: '10/05/2031' }])(
    'refuses %j with a sentence on what it lacks',
    async (draft) => {
      const { status, body } = await create(draft);
      expect({ status, code: body.code }).toEqual({ status: 400, code: 'INVALID_INPUT' });
      expect(Object.values(body.fields)).toHaveLength(1);
    },
  );

  it('has an address also for a title without a letter', async () => {
    expect((await create(tripDraft({ title: '🚌🚌🚌' }))).body.slug).toMatch(/^passeio-\d{4}-\d\d-\d\d$/);
  });

  it('happens once per Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'um-passeio' };
    const draft = tripDraft({ title: 'Uma vez só' });
    const responses = await Promise.all([create(draft, headers), create(draft, headers), create(draft, headers)]);
    expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1);
  });

  it('cleans the description before it is stored', async () => {
    const { body } = await create(
      tripDraft({
        description: '<h1>Oi</h1><p onclick="x()">a<script>alert(1)</script><a href="javascript:x">b</a></p>',
      }),
    );
    expect(body.description).toBe('<h2>Oi</h2><p>a<a rel="noopener nofollow" target="_blank">b</a></p>');
  });

  it('stores the cancellation tiers in descending hours', async () => {
    const tier = (minHoursBefore: number) => ({ minHoursBefore, penaltyPercent: 10 });
    const { body } = await create(tripDraft({ cancellationTiers: [tier(0), tier(720), tier(48)] }));
    expect(body.cancellationTiers.map((each: { minHoursBefore: number }) => each.minHoursBefore)).toEqual([720, 48, 0]);
  });

  it('accepts or refuses text pasted from WhatsApp and Word, without a 500', async () => {
    const half = '\ud83d';
    const { status, body } = await create(tripDraft({ description: `<p>a\u0000b\u000bc${half}</p>` }));
    expect(status).toBe(201);
    expect(body.description).toBe('<p>abc\ufffd</p>');
    const points = [{ time: '05:00', place: `Praça ${half}` }];
    for (const wrong of [
      { boardingPoints: points },
      { risks: 'a\u0000' },
      { summary: half },
      { bring: [`b${half}`] },
    ]) {
      expect(await create({ ...tripDraft(), ...wrong })).toMatchObject({
        status: 400,
        body: { code: 'INVALID_INPUT' },
      });
    }
  });

  it.each([
    ['no title', { title: '' }, 'title'],
    ['a negative price', { priceCents: -1 }, 'priceCents'],
    ['a price that is no number of centavos', { priceCents: 10.5 }, 'priceCents'],
    ['a deposit above the price', { depositPercent: 101 }, 'depositPercent'],
    ['a return before the departure', { returnDate: '2020-01-01T00:00:00Z' }, 'returnDate'],
    [
      'the same instant in two ways of writing',
      { date: '2031-01-01T10:00:00Z', returnDate: '2031-01-01T10:00:00.000Z' },
      'returnDate',
    ],
    ['a year that PostgreSQL does not know', { date: '0000-01-01T00:00:00Z' }, 'date'],
    ['a minimum above the capacity', { capacity: 10, minParticipants: 11 }, 'minParticipants'],
    [
      "a decision after the departure by the operator's calendar",
      { date: '2031-03-02T01:00:00Z', returnDate: '2031-03-03T00:00:00Z', decisionDate: '2031-03-02' },
      'decisionDate',
    ],
    [
      'a boarding point that claims an id',
      { boardingPoints: [{ id: crypto.randomUUID(), time: '05:00', place: 'Praça' }] },
      'boardingPoints',
    ],
    ['a time that does not exist', { boardingPoints: [{ time: '25:00', place: 'Praça' }] }, 'boardingPoints.0.time'],
    ['a field that does not exist', { placesTaken: 3 }, ''],
  ])('refuses %s beside its field', async (_, wrong, field) => {
    const { status, body } = await create({ ...tripDraft(), ...wrong });
    expect(status).toBe(400);
    expect(body.fields[field]).toMatch(/[.!]$/);
  });
});

describe('changing a trip', () => {
  it('replaces the trip, raises its version, preserves its slug and audits the changes', async () => {
    const trip = await created();
    const { body: before } = await read(trip.id);

    const { status, body } = await change({ ...trip, title: 'Outro nome', capacity: 50, isActive: true });

    expect(status).toBe(200);
    expect(body).toMatchObject({ title: 'Outro nome', capacity: 50, version: 2, slug: before.slug, isActive: true });
    expect((await read(before.slug, '')).body).toEqual(body);
    expect((await entriesOf(trip.id)).slice(1)).toMatchObject([
      { action: 'trip.changed', changes: { title: ['Cânions de Furnas', 'Outro nome'], capacity: [46, 50] } },
      { action: 'trip.activated' },
    ]);
  });

  it('accepts one of two concurrent edits, and refuses the other', async () => {
    const trip = await created();
    const responses = await Promise.all([change({ ...trip, title: 'De um' }), change({ ...trip, title: 'De outro' })]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(responses.find(({ status }) => status === 409)?.body.code).toBe('CHANGED_MEANWHILE');
    expect((await read(trip.id)).body).toEqual(responses.find(({ status }) => status === 200)?.body);
  });

  it('refuses a version that is no longer, or not yet, there', async () => {
    const trip = await created();
    await change(trip);
    for (const version of [1, 3]) {
      expect(await change({ ...trip, version })).toMatchObject({ status: 409, body: { code: 'CHANGED_MEANWHILE' } });
    }
  });

  it('refuses a capacity below the places taken', async () => {
    const trip = await created({ capacity: 10, minParticipants: 0 });
    await takePlaces(trip.id, 4);
    expect(await change({ ...trip, capacity: 3 })).toMatchObject({ status: 409, body: { code: 'CAPACITY_TAKEN' } });
    expect(await change({ ...trip, capacity: 4 })).toMatchObject({ status: 200, body: { placesLeft: 0 } });
  });

  it('preserves ids of boarding points, assigns new ones, and refuses to remove one in use', async () => {
    const trip = await created();
    const [first, second] = trip.boardingPoints;
    await takePlaces(trip.id, 1, first.id);

    expect(await change({ ...trip, boardingPoints: [second] })).toMatchObject({
      status: 409,
      body: { code: 'BOARDING_POINT_IN_USE' },
    });
    const moved = { ...first, time: '04:45' };
    const notice = { tell: false };
    const { body } = await change({ ...trip, boardingPoints: [{ time: '06:00', place: 'Trevo' }, moved], notice });
    expect(body.boardingPoints).toEqual([{ id: expect.any(String), time: '06:00', place: 'Trevo' }, moved]);
  });

  it('shows a picture at a boarding point until it is taken away', async () => {
    const trip = await created();
    const [first, second] = trip.boardingPoints;
    const imageId = crypto.randomUUID();
    const shown = await change({ ...trip, boardingPoints: [{ ...first, imageId }, second] });
    expect(shown.body.boardingPoints).toEqual([{ ...first, imageId }, second]);
    const { version } = shown.body;
    // As a server of the last release writes it.
    const kept = await change({ ...trip, version, boardingPoints: [first, second] });
    expect(kept.body.boardingPoints).toEqual([{ ...first, imageId }, second]);
    const emptied = { ...trip, version: kept.body.version, boardingPoints: [{ ...first, imageId: '' }, second] };
    expect((await change(emptied)).body.boardingPoints).toEqual([first, second]);
  });

  it("refuses another trip's boarding point, and one that stands there twice", async () => {
    const [trip, other] = [await created(), await created()];
    const [own] = trip.boardingPoints;
    for (const boardingPoints of [other.boardingPoints, [own, own]]) {
      const { status, body } = await change({ ...trip, boardingPoints });
      expect(status).toBe(400);
      expect(body.fields.boardingPoints).toContain('ponto de embarque');
    }
  });

  it('refuses an unknown trip', async () => {
    expect(await change({ ...tripDraft(), id: crypto.randomUUID(), version: 1 })).toMatchObject({
      status: 404,
      body: { code: 'TRIP_NOT_FOUND' },
    });
  });
});

describe('permission to edit trips', () => {
  it('belongs to operators and administrators, never to clients', async () => {
    const [admin, client] = [await createPerson(app, 'ADMIN'), await createPerson(app)];
    const send = (token?: string) => call(app, 'POST', '/api/trips', { token, body: tripDraft() });
    expect((await send(admin.token)).status).toBe(201);
    expect((await send(client.token)).status).toBe(403);
    expect((await send()).status).toBe(401);
  });
});
