import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, createTrip, type Person, tripDraft } from '../../../../test/factories.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let app: TestApp;
let operator: Person;
let client: Person;
beforeAll(async () => {
  app = await buildTestApp();
  operator = await createPerson(app, 'OPERATOR');
  client = await createPerson(app);
});
afterAll(() => app.close());

const publish = (id: string, body: object, { token } = operator) =>
  call(app, 'PUT', `/api/trips/${id}/publication`, { token, body });
const visit = async (id: string) => (await call(app, 'GET', `/api/trips/${id}`)).status;
const idsOf = async (query: string, token?: string) =>
  ((await call(app, 'GET', `/api/trips?${query}`, { token })).body.data as { id: string }[]).map((trip) => trip.id);
const actionsOf = async (id: string) =>
  (await app.db.selectFrom('audit_entries').select('action').where('subject_id', '=', id).orderBy('at').execute()).map(
    (entry) => entry.action,
  );

describe('publishing', () => {
  it('puts a trip on the portal at the very next request, and takes it off', async () => {
    const trip = await createTrip(app, { is_active: false });
    expect(await visit(trip.id)).toBe(404);

    expect(await publish(trip.id, { isActive: true })).toMatchObject({
      status: 200,
      body: { isActive: true, version: 2 },
    });
    expect(await visit(trip.id)).toBe(200);
    expect(await publish(trip.id, { isActive: false })).toMatchObject({ status: 200, body: { isActive: false } });
    expect(await visit(trip.id)).toBe(410);
    expect(await actionsOf(trip.id)).toEqual(['trip.activated', 'trip.deactivated']);
  });

  it('leaves no trace where nothing changes', async () => {
    const trip = await createTrip(app);
    expect(await publish(trip.id, { isActive: true, isArchived: false })).toMatchObject({
      status: 200,
      body: { version: 1 },
    });
    expect(await actionsOf(trip.id)).toEqual([]);
  });

  it('is noticed by staff with the trip open in the editor', async () => {
    const draft = tripDraft();
    const { body } = await call(app, 'POST', '/api/trips', { token: operator.token, body: draft });
    await publish(body.id, { isActive: true });
    const update = { ...draft, boardingPoints: body.boardingPoints, id: body.id, version: body.version };
    expect(await call(app, 'PUT', '/api/trips', { token: operator.token, body: update })).toMatchObject({
      status: 409,
      body: { code: 'CHANGED_MEANWHILE' },
    });
  });
});

describe('a trip that was taken off the portal', () => {
  it('is distinguished from one that never was, by its id and by its address', async () => {
    const trip = await createTrip(app);
    await publish(trip.id, { isActive: false });
    for (const idOrSlug of [trip.id, trip.slug]) {
      for (const token of [undefined, client.token]) {
        expect(await call(app, 'GET', `/api/trips/${idOrSlug}`, { token })).toMatchObject({
          status: 410,
          body: { code: 'TRIP_WITHDRAWN', message: expect.stringContaining('saiu da agenda') },
        });
      }
      expect((await call(app, 'GET', `/api/trips/${idOrSlug}`, { token: operator.token })).status).toBe(200);
    }
    await publish(trip.id, { isActive: true });
    expect(await visit(trip.slug)).toBe(200);
  });

  it('stays so when it is archived and restored, and wherever the change comes from', async () => {
    const draft = tripDraft({ isActive: true });
    const { body } = await call(app, 'POST', '/api/trips', { token: operator.token, body: draft });
    const hidden = { ...draft, isActive: false, boardingPoints: body.boardingPoints, id: body.id, version: 1 };
    await call(app, 'PUT', '/api/trips', { token: operator.token, body: hidden });
    expect(await visit(body.id)).toBe(410);
    for (const isArchived of [true, false]) {
      await publish(body.id, { isArchived });
      expect(await visit(body.id)).toBe(410);
    }
    // The database's trigger ignores an update of the column.
    await sql`update trips set published_at = null where id = ${body.id}`.execute(app.db);
    expect(await visit(body.id)).toBe(410);
  });

  it('leaves nothing of a draft that was never on it, archived or copied from one that was', async () => {
    const [unknown, draft] = [crypto.randomUUID(), await createTrip(app, { is_active: false })];
    const published = await createTrip(app);
    const { body: copies } = await call(app, 'POST', `/api/trips/${published.id}/copies`, {
      token: operator.token,
      body: { dates: ['2031-05-04'] },
    });
    const archived = await createTrip(app, { is_active: false });
    await publish(archived.id, { isArchived: true });
    const { requestId: _, ...refusal } = (await call(app, 'GET', `/api/trips/${unknown}`)).body;
    expect(refusal.code).toBe('TRIP_NOT_FOUND');
    for (const id of [draft.id, archived.id, copies.data[0].id]) {
      const response = await call(app, 'GET', `/api/trips/${id}`);
      expect(response).toMatchObject({ status: 404, body: refusal });
    }
  });

  it('stays readable after its departure, unless unpublished', async () => {
    const trip = await createTrip(app, { departs_at: new Date(Date.now() - DAY_MS) });
    expect(await visit(trip.id)).toBe(200);
  });
});

describe('archiving', () => {
  it('takes a trip off the portal and out of every list but its own; restoring brings it back as a draft', async () => {
    const trip = await createTrip(app);

    expect(await publish(trip.id, { isArchived: true })).toMatchObject({ body: { isArchived: true, isActive: false } });
    expect(await visit(trip.id)).toBe(410);
    for (const query of ['', 'isActive=false', 'upcoming=true']) {
      expect(await idsOf(query, operator.token)).not.toContain(trip.id);
    }
    expect(await idsOf('archived=true', operator.token)).toContain(trip.id);
    expect((await call(app, 'GET', `/api/trips/${trip.id}`, { token: operator.token })).body.isArchived).toBe(true);

    expect(await publish(trip.id, { isArchived: false })).toMatchObject({
      body: { isArchived: false, isActive: false },
    });
    expect(await idsOf('', operator.token)).toContain(trip.id);
    expect(await idsOf('archived=true', operator.token)).not.toContain(trip.id);
    expect(await actionsOf(trip.id)).toEqual(['trip.archived', 'trip.deactivated', 'trip.restored']);
  });

  it('is refused while people are about to go on the trip, not when they have cancelled or been', async () => {
    const [soon, past] = [await createTrip(app), await createTrip(app, { departs_at: new Date(Date.now() + DAY_MS) })];
    const { body: reservation } = await call(app, 'POST', `/api/trips/enrrol/${soon.id}`, { token: client.token });
    await call(app, 'POST', `/api/trips/enrrol/${past.id}`, { token: client.token });
    await app.db
      .updateTable('trips')
      .set({ departs_at: new Date(Date.now() - DAY_MS) })
      .where('id', '=', past.id)
      .execute();

    expect(await publish(soon.id, { isArchived: true })).toMatchObject({
      status: 409,
      body: { code: 'TRIP_HAS_RESERVATIONS' },
    });
    expect(await visit(soon.id)).toBe(200);
    expect((await publish(past.id, { isArchived: true })).status).toBe(200);
    await call(app, 'POST', `/api/reservations/${reservation.id}/cancel`, { token: client.token });
    expect((await publish(soon.id, { isArchived: true })).status).toBe(200);
  });

  it('prevents editing and publishing until the trip is restored', async () => {
    const draft = tripDraft();
    const { body } = await call(app, 'POST', '/api/trips', { token: operator.token, body: draft });
    const { body: archived } = await publish(body.id, { isArchived: true });
    const update = { ...draft, boardingPoints: body.boardingPoints, id: body.id, version: archived.version };

    const response = await call(app, 'PUT', '/api/trips', { token: operator.token, body: update });
    expect(response).toMatchObject({ status: 409, body: { code: 'TRIP_ARCHIVED' } });
    expect(await publish(body.id, { isActive: true })).toMatchObject({ status: 409, body: { code: 'TRIP_ARCHIVED' } });
    expect(await publish(body.id, { isActive: true, isArchived: false })).toMatchObject({
      status: 200,
      body: { isActive: true, isArchived: false },
    });
  });
});

it.each([{}, { isActive: true, isArchived: true }, { isActive: 'yes' }, { version: 1 }])('refuses %j', async (body) => {
  const trip = await createTrip(app);
  expect(await publish(trip.id, body)).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
});

it('refuses an unknown trip, and clients', async () => {
  expect(await publish(crypto.randomUUID(), { isActive: true })).toMatchObject({ body: { code: 'TRIP_NOT_FOUND' } });
  expect((await publish((await createTrip(app)).id, { isActive: true }, client)).status).toBe(403);
});
