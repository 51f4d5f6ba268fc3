import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, createTrip } from '../../../../test/factories.ts';
import { endPause } from '../../../../test/holds.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';

const HOUR_MS = 3_600_000;

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const enrol = (tripId: string, token: string, headers = {}) =>
  call(app, 'POST', `/api/trips/enrrol/${tripId}`, { token, headers });
const countReservations = async () => (await app.db.selectFrom('reservations').select('id').execute()).length;
const placesTaken = async (tripId: string) =>
  (await app.db.selectFrom('trips').select('places_taken').where('id', '=', tripId).executeTakeFirstOrThrow())
    .places_taken;

describe('enrolling', () => {
  it('takes one place and returns the reservation with its code and price', async () => {
    const trip = await createTrip(app, { price_cents: 28_900, deposit_percent: 30 });
    const person = await createPerson(app);

    const response = await enrol(trip.id, person.token);

    expect(response.status).toBe(201);
    expect(response.body).toMatchObject({ state: 'held', places: 1, totalCents: 28_900, depositCents: 8_670 });
    expect(response.body.code).toMatch(/^[34679ACDEFGHJKMNPQRTVWXY]{6}$/);
    expect(await placesTaken(trip.id)).toBe(1);
    const mine = await call(app, 'GET', '/api/reservations/me', { token: person.token });
    expect(mine.body.data).toEqual([response.body]);
  });

  it('refuses a second reservation in the same trip and says where the first one is', async () => {
    const trip = await createTrip(app);
    const { token } = await createPerson(app);
    await enrol(trip.id, token);

    const second = await enrol(trip.id, token);

    expect(second.status).toBe(409);
    expect(second.body).toMatchObject({
      code: 'ALREADY_ENROLLED',
      message: expect.stringContaining('Minhas reservas'),
    });
    expect(await placesTaken(trip.id)).toBe(1);
  });

  it.each([
    [
      'full',
      409,
      'TRIP_FULL',
      async () => {
        const trip = await createTrip(app, { capacity: 1 });
        await enrol(trip.id, (await createPerson(app)).token);
        return trip.id;
      },
    ],
    ['inactive', 409, 'TRIP_INACTIVE', async () => (await createTrip(app, { is_active: false })).id],
    [
      'departed',
      409,
      'TRIP_DEPARTED',
      async () =>
        (
          await createTrip(app, {
            departs_at: new Date(Date.now() - HOUR_MS),
            returns_at: new Date(Date.now() + HOUR_MS),
          })
        ).id,
    ],
    ['unknown', 404, 'TRIP_NOT_FOUND', async () => crypto.randomUUID()],
    ['not even an id', 404, 'NOT_FOUND', async () => 'capitolio'],
  ])('refuses a trip that is %s, and writes nothing', async (_, status, code, makeTrip) => {
    const tripId = await makeTrip();
    const { token } = await createPerson(app);
    const before = await countReservations();

    const response = await enrol(tripId, token);

    expect(response).toMatchObject({ status, body: { statusCode: status, code } });
    expect(response.body.message.length).toBeGreaterThan(20);
    expect(await countReservations()).toBe(before);
  });

  it('may be done again some time after cancelling', async () => {
    const trip = await createTrip(app, { capacity: 1 });
    const { token } = await createPerson(app);
    const { body: reservation } = await enrol(trip.id, token);
    await call(app, 'POST', `/api/reservations/${reservation.id}/cancel`, { token });
    await endPause(app, reservation.id);

    expect((await enrol(trip.id, token)).status).toBe(201);
    expect(await placesTaken(trip.id)).toBe(1);
  });

  it('refuses a body that tries to set the price', async () => {
    const trip = await createTrip(app);
    const { token } = await createPerson(app);

    const response = await call(app, 'POST', `/api/trips/enrrol/${trip.id}`, { token, body: { priceCents: 1 } });

    expect(response).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect(await placesTaken(trip.id)).toBe(0);
  });
});

describe('a trip that changes during an enrolment', () => {
  /** Enrols while an uncommitted transaction changes the trip. */
  async function enrolDuring(change: { price_cents?: number; is_active?: boolean }, headers = {}) {
    const trip = await createTrip(app, { price_cents: 10_000, deposit_percent: 30 });
    const person = await createPerson(app);
    const [asked] = await inTransaction(app.db, async (trx) => {
      const { price_cents = 10_000, ...facts } = change;
      await trx.updateTable('trip_fares').set({ price_cents }).where('trip_id', '=', trip.id).execute();
      await trx
        .updateTable('trips')
        .set((eb) => ({ ...facts, version: eb('version', '+', 1) }))
        .where('id', '=', trip.id)
        .execute();
      const waiting = enrol(trip.id, person.token, headers);
      await vi.waitFor(async () => {
        const { rows } = await sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db);
        expect(rows).toHaveLength(1);
      });
      return [waiting];
    });
    return asked;
  }

  it.each([[{}], [{ 'idempotency-key': 'mudou' }]])('costs what it costs then (headers %j)', async (headers) => {
    expect(await enrolDuring({ price_cents: 20_000 }, headers)).toMatchObject({
      status: 201,
      body: { totalCents: 20_000, depositCents: 6_000 },
    });
  });

  it('is not sold when it is no longer on sale', async () => {
    const before = await countReservations();

    expect(await enrolDuring({ is_active: false })).toMatchObject({ status: 409, body: { code: 'TRIP_INACTIVE' } });
    expect(await countReservations()).toBe(before);
  });
});

describe('an Idempotency-Key', () => {
  it('answers a repeated request with the stored response, without taking another place', async () => {
    const trip = await createTrip(app);
    const { token } = await createPerson(app);
    const headers = { 'idempotency-key': 'tentativa-1' };

    const responses = await Promise.all([1, 2, 3, 4].map(() => enrol(trip.id, token, headers)));

    for (const response of responses) expect(response).toMatchObject({ status: 201, body: responses[0]?.body });
    expect(await placesTaken(trip.id)).toBe(1);
  });

  it('reserves after a refusal that has lost its reason', async () => {
    const trip = await createTrip(app, { is_active: false });
    const { token } = await createPerson(app);
    const headers = { 'idempotency-key': 'tentativa-2' };
    expect((await enrol(trip.id, token, headers)).body.code).toBe('TRIP_INACTIVE');
    await app.db.updateTable('trips').set({ is_active: true }).where('id', '=', trip.id).execute();

    expect((await enrol(trip.id, token, headers)).status).toBe(201);
  });

  it('finds its reservation also when the trip is full, and when it has been cancelled', async () => {
    const trip = await createTrip(app, { capacity: 1 });
    const { token } = await createPerson(app);
    const headers = { 'idempotency-key': 'tentativa-4' };
    const first = await enrol(trip.id, token, headers);

    expect(await enrol(trip.id, token, headers)).toMatchObject({ status: 201, body: first.body });
    await call(app, 'POST', `/api/reservations/${first.body.id}/cancel`, { token });
    expect(await enrol(trip.id, token, headers)).toMatchObject({
      status: 201,
      body: { id: first.body.id, state: 'cancelled' },
    });
    expect(await placesTaken(trip.id)).toBe(0);
  });

  it("is refused for another request, and is the caller's own", async () => {
    const [trip, otherTrip] = [await createTrip(app), await createTrip(app)];
    const [person, otherPerson] = [await createPerson(app), await createPerson(app)];
    const headers = { 'idempotency-key': 'tentativa-3' };
    await enrol(trip.id, person.token, headers);

    expect(await enrol(otherTrip.id, person.token, headers)).toMatchObject({
      status: 409,
      body: { code: 'IDEMPOTENCY_KEY_REUSED' },
    });
    expect((await enrol(otherTrip.id, otherPerson.token, headers)).status).toBe(201);
  });

  it.each(['com espaço', 'x'.repeat(201)])('is refused when malformed: %j', async (key) => {
    const trip = await createTrip(app);
    const { token } = await createPerson(app);

    expect(await enrol(trip.id, token, { 'idempotency-key': key })).toMatchObject({ status: 400 });
    expect(await placesTaken(trip.id)).toBe(0);
  });
});

describe('the key of a cancellation', () => {
  it('is cleared out when its day is over, also where its person never comes back', async () => {
    const trip = await createTrip(app);
    const [gone, other] = [await createPerson(app), await createPerson(app)];
    const cancel = async ({ token }: { token: string }, key: string) => {
      const { body } = await enrol(trip.id, token);
      return call(app, 'POST', `/api/reservations/${body.id}/cancel`, { token, headers: { 'idempotency-key': key } });
    };
    expect((await cancel(gone, 'nunca-mais')).status).toBe(200);
    await app.db
      .updateTable('idempotency_keys')
      .set({ created_at: new Date(Date.now() - 25 * HOUR_MS) })
      .where('user_id', '=', gone.id)
      .execute();

    await cancel(other, 'outra-pessoa');

    const left = await app.db.selectFrom('idempotency_keys').select('key').where('user_id', '=', gone.id).execute();
    expect(left).toEqual([]);
  });
});
