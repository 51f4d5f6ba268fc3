import { proposeRooms, roomsFault } from '@passeio/contract/room-rules';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sweepHolds } from '../src/domains/reservations/holds/expire-holds.ts';
import { readRoomOffer } from '../src/domains/reservations/reservation/rooms.ts';
import { findFaults } from '../src/platform/database/find-faults.ts';
import { buildTestApp, type TestApp } from './app.ts';
import { call, createPerson, type Person, roomTypeDraft } from './factories.ts';
import { createRoomTrip, oversoldRooms, type RoomTrip, reserveRooms, roomsOf } from './rooms.ts';
import { sweepDepsOf } from './waiting.ts';

const TYPES = [roomTypeDraft({ count: 2 }), roomTypeDraft({ label: 'Triplo', places: 3, priceCents: 7_000, count: 1 })];

const share = fc.constantFrom(undefined, 'women' as const, 'men' as const, 'any' as const);
const room = fc.record({ type: fc.constantFrom('Duplo', 'Triplo'), people: fc.integer({ min: 1, max: 3 }), share });
const which = fc.nat(30);
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('reserve' as const),
      rooms: fc.array(room, { minLength: 1, maxLength: 2 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), rooms: fc.array(room, { minLength: 1, maxLength: 2 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'cancel' as const,
        'expire' as const,
        'reinstate' as const,
        'move' as const,
        'leave' as const,
      ),
      which,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('change' as const),
      which,
      rooms: fc.array(room, { minLength: 1, maxLength: 2 }),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Takes steps two at a time; returns the most rooms that were ever sold beyond those there are. */
async function play(app: TestApp, staff: Person, steps: Step[]): Promise<number> {
  const trips = [
    await createRoomTrip(app, staff, TYPES, { capacity: 5, minParticipants: 0 }),
    await createRoomTrip(app, staff, TYPES),
  ] as const;
  const made: { id: string; token: string; people: { id: string }[]; trip: RoomTrip }[] = [];
  const one = async (step: Step): Promise<void> => {
    if (step.kind === 'reserve') {
      const adults = step.rooms.reduce((sum, { people }) => sum + people, 0);
      const { status, body, payer } = await reserveRooms(app, trips[0], { adult: adults }, step.rooms);
      if (status === 201) made.push({ id: body.id, token: payer.token, people: body.participants, trip: trips[0] });
      return;
    }
    if (step.kind === 'wait') {
      const { token } = await createPerson(app);
      const adults = step.rooms.reduce((sum, { people }) => sum + people, 0);
      const body = { party: [{ fareId: trips[0].fares.adult, count: adults }], rooms: roomsOf(trips[0], step.rooms) };
      await call(app, 'POST', `/api/trips/${trips[0].id}/waiting-list`, { token, body });
      return;
    }
    const picked = made[step.which % Math.max(made.length, 1)];
    if (!picked) return;
    const path = `/api/reservations/${picked.id}`;
    if (step.kind === 'cancel') await call(app, 'POST', `${path}/cancel`, { token: picked.token });
    if (step.kind === 'leave')
      await call(app, 'DELETE', `${path}/participants/${picked.people.at(-1)?.id}`, { token: picked.token });
    if (step.kind === 'reinstate') await call(app, 'POST', `${path}/confirmation`, { token: staff.token });
    if (step.kind === 'change')
      await call(app, 'PUT', `${path}/rooms`, {
        token: picked.token,
        body: { rooms: roomsOf(picked.trip, step.rooms) },
      });
    if (step.kind === 'expire') {
      await sql`update reservations set hold_expires_at = now() - interval '1 second'
        where id = ${picked.id} and state = 'held'`.execute(app.db);
      await sweepHolds(sweepDepsOf(app));
    }
    if (step.kind === 'move') {
      const to = picked.trip === trips[0] ? trips[1] : trips[0];
      const body = { tripId: to.id };
      if ((await call(app, 'POST', `${path}/move`, { token: staff.token, body })).status === 200) picked.trip = to;
    }
  };
  let most = 0;
  for (let index = 0; index < steps.length; index += 2) {
    await Promise.all(steps.slice(index, index + 2).map(one));
    for (const { id } of trips) most = Math.max(most, await oversoldRooms(app, id));
  }
  return most;
}

describe('rooms under holds, waiting list, moves and cancellations', () => {
  let app: TestApp;
  let staff: Person;
  beforeAll(async () => {
    app = await buildTestApp({ connections: 10 });
    staff = await createPerson(app, 'ADMIN');
  });
  afterAll(() => app.close());

  it('are never oversold', { timeout: 240_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        expect(await play(app, staff, steps)).toBe(0);
        expect(await findFaults(app.db)).toEqual([]);
      }),
      { numRuns: 12, endOnFailure: true },
    );
  });

  it('are left for somebody who waits exactly where some are proposed', { timeout: 120_000 }, async () => {
    const types = fc.array(
      fc.record({ places: fc.integer({ min: 1, max: 4 }), count: fc.integer({ min: 1, max: 3 }) }),
      {
        minLength: 1,
        maxLength: 3,
      },
    );
    const parties = Array.from({ length: 49 }, (_, index) => ({ adult: index % 7, child: Math.floor(index / 7) }));
    const sharings = fc.option(
      fc.record({ share: fc.constantFrom('women' as const, 'men' as const), sharers: fc.integer({ min: 1, max: 5 }) }),
      { nil: undefined },
    );
    await fc.assert(
      fc.asyncProperty(types, fc.option(room), sharings, async (some, taken, sharing) => {
        const drafts = some.map((one, index) => roomTypeDraft({ ...one, label: ['Duplo', 'Triplo', 'Quarto'][index] }));
        const made = await createRoomTrip(app, staff, drafts);
        if (taken) await reserveRooms(app, made, { adult: taken.people }, [{ ...taken, type: 'Duplo' }]);
        const trip = await app.db.selectFrom('trips').selectAll().where('id', '=', made.id).executeTakeFirstOrThrow();
        const offer = await readRoomOffer(app.db, trip, 'UTC');
        for (const { adult, child } of parties) {
          const party = Object.entries({ adult, child, lap: 1 }).map(([fare, count]) => ({
            fareId: made.fares[fare],
            count,
          }));
          const sleepers = Array.from({ length: adult + child }, (_, index) => ({ isAdult: index < adult }));
          const { rows } = await sql<{ fits: boolean }>`
            select fits_rooms(${made.id}::uuid, ${JSON.stringify(party)}::jsonb, ${sharing?.share ?? null}::text,
              ${sharing?.sharers ?? null}::integer) as fits`.execute(app.db);
          const proposed = proposeRooms(offer, sleepers, sharing);
          expect(rows[0]?.fits, JSON.stringify({ adult, child, sharing })).toBe(proposed !== undefined);
          if (proposed && adult > 0) expect(roomsFault(offer.types, proposed, sleepers)).toBeUndefined();
        }
      }),
      { numRuns: 12, endOnFailure: true },
    );
  });

  it('are oversold once nothing counts them, which shows that the steps can', { timeout: 240_000 }, async () => {
    await sql`drop trigger reservation_lines_count_rooms on reservation_lines`.execute(app.db);
    const result = await fc.check(
      fc.asyncProperty(
        fc.array(step, { minLength: 8, maxLength: 14 }),
        async (steps) => (await play(app, staff, steps)) === 0,
      ),
      { numRuns: 12, endOnFailure: true },
    );
    expect(result.failed).toBe(true);
  });
});
