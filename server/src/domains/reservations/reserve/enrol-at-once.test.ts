import { randomUUIDv7 } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, createTrip } from '../../../../test/factories.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
  await vi.waitFor(() => expect(app.app.deps.changes.isListening).toBe(true));
});
afterAll(() => app.close());

const enrol = async (tripId: string, token?: string) =>
  call(app, 'POST', `/api/trips/enrrol/${tripId}`, { token: token ?? (await createPerson(app)).token });
const entriesOf = async (tripId: string) => {
  const reservations = app.db
    .selectFrom('reservations')
    .select(sql<string>`id::text`.as('id'))
    .where('trip_id', '=', tripId);
  const entries = await app.db
    .selectFrom('audit_entries')
    .select('action')
    .where('subject_id', 'in', reservations)
    .execute();
  return entries.map(({ action }) => action);
};

describe('concurrent enrolments', () => {
  it('fail independently: a refused one rolls back no other', async () => {
    const [open, other, full] = [await createTrip(app), await createTrip(app), await createTrip(app, { capacity: 1 })];
    const already = await createPerson(app);
    await Promise.all([enrol(open.id, already.token), enrol(full.id), enrol(other.id)]);
    const tokens = await Promise.all(Array.from({ length: 6 }, async () => (await createPerson(app)).token));

    const responses = await Promise.all([
      enrol(open.id, tokens[0]),
      enrol(open.id, already.token),
      enrol(full.id, tokens[1]),
      enrol(randomUUIDv7(), tokens[2]),
      enrol(other.id, tokens[3]),
      enrol(open.id, tokens[4]),
    ]);

    expect(responses.map(({ status, body }) => body.code ?? status)).toEqual([
      expect.stringMatching(/^[A-Z0-9]{6}$/),
      'ALREADY_ENROLLED',
      'TRIP_FULL',
      'TRIP_NOT_FOUND',
      expect.stringMatching(/^[A-Z0-9]{6}$/),
      expect.stringMatching(/^[A-Z0-9]{6}$/),
    ]);
    expect(await entriesOf(open.id)).toEqual(Array(3).fill('reservation.created'));
  });

  it('take one place per person, also for repeated requests', async () => {
    const trip = await createTrip(app);
    const { token } = await createPerson(app);
    await enrol(trip.id);

    const responses = await Promise.all([enrol(trip.id, token), enrol(trip.id, token)]);

    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await entriesOf(trip.id)).toHaveLength(2);
  });

  it('do not wait for a trip that the operator is just changing, unless it is theirs', async () => {
    const [held, free] = [await createTrip(app), await createTrip(app)];
    await Promise.all([enrol(held.id), enrol(free.id)]);
    const { token } = await createPerson(app);

    const [waiting] = await inTransaction(app.db, async (trx) => {
      await trx.selectFrom('trips').select('id').where('id', '=', held.id).forUpdate().execute();
      const asked = enrol(held.id, token);
      const responses = await Promise.all([enrol(free.id), enrol(free.id), enrol(free.id)]);
      expect(responses.map(({ status }) => status)).toEqual([201, 201, 201]);
      expect((await trx.selectFrom('reservations').select('id').where('trip_id', '=', held.id).execute()).length).toBe(
        1,
      );
      return [asked];
    });

    expect((await waiting)?.status).toBe(201);
  });
});

describe('a client that disconnects while enrolling', () => {
  it('leaves the enrolments of all others alone', async () => {
    const trip = await createTrip(app, { capacity: 500 });
    const tokens = await Promise.all(Array.from({ length: 60 }, async () => (await createPerson(app)).token));
    const goAway = (token: string) => {
      const { hostname, port } = new URL(app.url);
      const socket = connect(Number(port), hostname);
      socket.end(`POST /api/trips/enrrol/${trip.id} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`);
      socket.once('finish', () => socket.resetAndDestroy());
      return once(socket, 'close');
    };
    const before = app.log.length;

    const responses = await Promise.all(
      tokens.map((token, index) => (index % 2 ? enrol(trip.id, token) : goAway(token).then(() => undefined))),
    );

    expect(responses.filter((response) => response !== undefined).map(({ status }) => status)).toEqual(
      Array(30).fill(201),
    );
    expect(app.log.slice(before).filter(({ level }) => Number(level) > 30)).toEqual([]);
  });
});

describe('a locked trip', () => {
  it('delays only its own enrolments, which end in 503', async () => {
    const [locked, free] = [await createTrip(app), await createTrip(app)];
    const tokens = await Promise.all(Array.from({ length: 40 }, async () => (await createPerson(app)).token));

    const asked = await inTransaction(app.db, async (trx) => {
      await trx.selectFrom('trips').select('id').where('id', '=', locked.id).forUpdate().execute();
      const waiting = tokens.slice(0, 20).map((token) => enrol(locked.id, token));
      await vi.waitFor(async () => {
        const { rows } = await sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(trx);
        expect(rows).toHaveLength(4);
      });
      const others = await Promise.all(tokens.slice(20).map((token) => enrol(free.id, token)));
      expect(others.map(({ status }) => status)).toEqual(Array(20).fill(201));
      return { refused: await Promise.all(waiting) };
    });

    for (const { status, headers } of asked.refused) {
      expect(status).toBe(503);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect((await enrol(locked.id, tokens[0])).status).toBe(201);
  });
});

describe('a trip with earlier enrolments', () => {
  it('has its current price', async () => {
    const trip = await createTrip(app, { price_cents: 10_000 });
    expect((await enrol(trip.id)).body.totalCents).toBe(10_000);

    await app.db.updateTable('trip_fares').set({ price_cents: 12_000 }).where('trip_id', '=', trip.id).execute();

    expect((await enrol(trip.id)).body.totalCents).toBe(12_000);
  });

  it('is full, and has a place again after a cancellation', async () => {
    const trip = await createTrip(app, { capacity: 2 });
    const { token } = await createPerson(app);
    const { body: reservation } = await enrol(trip.id, token);
    await enrol(trip.id);
    expect((await enrol(trip.id)).body.code).toBe('TRIP_FULL');

    await call(app, 'POST', `/api/reservations/${reservation.id}/cancel`, { token });

    expect((await enrol(trip.id)).status).toBe(201);
    expect((await enrol(trip.id)).body.code).toBe('TRIP_FULL');
  });

  it('cannot be joined any more when it is over', async () => {
    const soon = new Date(Date.now() + 1_500);
    const trip = await createTrip(app, { departs_at: soon, returns_at: new Date(soon.getTime() + 1_000) });
    expect((await enrol(trip.id)).status).toBe(201);

    await vi.waitFor(async () => expect((await enrol(trip.id)).body.code).toBe('TRIP_DEPARTED'));
  });

  it('is answered with the picture that it has now', async () => {
    const trip = await createTrip(app);
    expect((await enrol(trip.id)).body.trip.cardImage).toBeNull();

    const id = randomUUIDv7();
    await app.db
      .insertInto('trip_images')
      .values({
        id,
        trip_id: trip.id,
        position: 0,
        is_card_img: true,
        alt: 'Cânion',
        color: '#336699',
        width: 800,
        height: 600,
        widths: [400],
      })
      .execute();

    await vi.waitFor(async () => expect((await enrol(trip.id)).body.trip.cardImage?.id).toBe(id));
  });
});
