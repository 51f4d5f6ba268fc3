import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { factsOf } from '../../../../test/email-cases.ts';
import { call, createPerson, type Person, roomTypeDraft } from '../../../../test/factories.ts';
import { createRoomTrip, type RoomTrip, reserveRooms } from '../../../../test/rooms.ts';
import { sweepDepsOf } from '../../../../test/waiting.ts';
import type { QueuedEmail } from '../../messages/index.ts';
import { decideShares } from './decide-shares.ts';

let app: TestApp;
let staff: Person;
let trip: RoomTrip;
let emails: QueuedEmail[] = [];
beforeAll(async () => {
  app = await buildTestApp();
  staff = await createPerson(app, 'ADMIN');
});
afterAll(() => app.close());
beforeEach(async () => {
  emails = [];
  trip = await createRoomTrip(app, staff, [roomTypeDraft({ count: 4 })], {
    shareDecisionDays: 10,
    cancellationTiers: [{ minHoursBefore: 0, penaltyPercent: 50 }],
  });
});

const sharer = { type: 'Duplo', people: 1, share: 'women' as const };
const decide = () => decideShares(sweepDepsOf(app, emails));
/** The trip departs in so many days, and nobody may withdraw any more. */
async function departsIn(days: number) {
  await sql`update trips set departs_at = now() + make_interval(days => ${days}),
    returns_at = now() + make_interval(days => ${days + 1}) where id = ${trip.id}`.execute(app.db);
  await sql`update reservations set created_at = now() - interval '20 days', accepted_at = null
    where trip_id = ${trip.id}`.execute(app.db);
}
const aDayPasses = () =>
  sql`update reservation_rooms set warned_at = warned_at - interval '1 day' where warned_at is not null`.execute(
    app.db,
  );
const quote = async (id: string, { token }: Person) =>
  (await call(app, 'GET', `/api/reservations/${id}/cancellation`, { token })).body;

describe('somebody who shares a room with nobody', () => {
  it('is notified once a week before the day, and may cancel free of charge', async () => {
    const { body, payer } = await reserveRooms(app, trip, { adult: 1 }, [sharer]);
    await departsIn(20);
    await decide();
    expect(emails).toEqual([]);
    expect((await quote(body.id, payer)).rule).toContain('50%');
    await departsIn(16);
    await decide();
    await decide();
    expect(emails).toMatchObject([{ kind: 'shareAlone', to: payer.email, about: { supplementCents: 8_000 } }]);
    expect((await factsOf(app, emails[0] as QueuedEmail))?.data).toMatchObject({ room: 'Duplo', code: body.code });
    expect((await quote(body.id, payer)).rule).toContain('Ninguém dividiu o quarto');
  });

  it('gets a single with its supplement on the day, a day after the notice at the earliest', async () => {
    const { body, payer } = await reserveRooms(app, trip, { adult: 1 }, [sharer]);
    await departsIn(9);
    await decide();
    await decide();
    const read = async () => (await call(app, 'GET', `/api/reservations/${body.code}`, { token: payer.token })).body;
    expect(await read()).toMatchObject({ totalCents: 60_000, rooms: [{ share: 'women' }] });
    await aDayPasses();
    await decide();
    await decide();
    expect(emails.map(({ kind }) => kind)).toEqual(['shareAlone', 'shareBecameSingle']);
    expect(await read()).toMatchObject({ totalCents: 68_000, rooms: [{ share: null, becameSingle: true }] });
    expect((await quote(body.id, payer)).rule).toContain('sem multa');
    await sql`update reservation_rooms set single_at = single_at - interval '8 days'`.execute(app.db);
    expect((await quote(body.id, payer)).rule).toContain('50%');
  });

  it('is not notified once somebody shares with them', async () => {
    await reserveRooms(app, trip, { adult: 1 }, [sharer]);
    await departsIn(16);
    await decide();
    const second = await reserveRooms(app, trip, { adult: 1 }, [sharer]);
    await departsIn(9);
    await aDayPasses();
    await decide();
    expect(emails.map(({ kind }) => kind)).toEqual(['shareAlone']);
    await call(app, 'POST', `/api/reservations/${second.body.id}/cancel`, { token: second.payer.token });
    await decide();
    expect(emails.map(({ kind }) => kind)).toEqual(['shareAlone', 'shareAlone']);
  });
});
