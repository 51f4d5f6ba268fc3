import { ATTENDANCE_CLOSES_HOURS } from '@passeio/contract/boarding/boarding';
import type { GuideBoardings } from '@passeio/contract/boarding/trip-guides';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import type { Caller } from '../../platform/http/access.ts';
import { AppError } from '../../platform/http/errors.ts';
import { endOfAccess, opensAt } from './boarding.ts';

const HOUR_MS = 3_600_000;

/** The departures on which a guide or driver works, until their attendance closes. */
export async function readGuideBoardings(db: Database, guide: Caller): Promise<GuideBoardings> {
  const rows = await db
    .selectFrom('trips')
    .innerJoin('crew_of_trips', 'crew_of_trips.trip_id', 'trips.id')
    .innerJoin('crew_members', 'crew_members.id', 'crew_of_trips.member_id')
    .distinctOn(['trips.departs_at', 'trips.id'])
    .select(['trips.id', 'trips.title', 'trips.departs_at', 'trips.returns_at', 'crew_of_trips.role'])
    .select((eb) =>
      eb
        .selectFrom('participants')
        .select(sql<number>`count(*)::integer`.as('people'))
        .whereRef('participants.trip_id', '=', 'trips.id')
        .where('participants.is_active', '=', true)
        .where('participants.removed_at', 'is', null)
        .as('people'),
    )
    .where('crew_members.user_id', '=', guide.id)
    .where('trips.cancelled_at', 'is', null)
    .where('trips.returns_at', '>', new Date(Date.now() - ATTENDANCE_CLOSES_HOURS * HOUR_MS))
    .orderBy('trips.departs_at')
    .orderBy('trips.id')
    // Who guides and drives a departure boards it.
    .orderBy('crew_of_trips.role', 'desc')
    .execute();
  const data = rows.map(({ id, title, role, departs_at, returns_at, people }) => ({
    id,
    title,
    role,
    date: departs_at.toISOString(),
    returnDate: returns_at.toISOString(),
    opensAt: opensAt({ departs_at }).toISOString(),
    people: people ?? 0,
  }));
  return { data };
}

/**
 * Lets a guide in where they board people, and staff everywhere. Throws BOARDING_NOT_OWN, also once attendance has
 * closed, and BOARDING_EARLY before the list opens.
 */
export async function requireOwnBoarding(db: Database, caller: Caller, tripId: string): Promise<void> {
  if (caller.role !== 'GUIDE') return;
  const own = (await readGuideBoardings(db, caller)).data.find(({ id, role }) => id === tripId && role === 'guide');
  if (!own) throw new AppError('BOARDING_NOT_OWN');
  if (Date.parse(own.opensAt) > Date.now()) throw new AppError('BOARDING_EARLY');
}

/**
 * Where somebody takes cash: also a guide who boarded this trip, as {@link endOfAccess} says. Throws BOARDING_NOT_OWN
 * for any other guide.
 */
export async function cashDoorOf(db: Database, caller: Caller, tripId: string) {
  try {
    await requireOwnBoarding(db, caller, tripId);
    return { tripId };
  } catch (error) {
    const boarded = await db
      .selectFrom('trip_guides')
      .innerJoin('trips', 'trips.id', 'trip_guides.trip_id')
      .select(['trips.returns_at', 'trip_guides.removed_at'])
      .where('trip_guides.trip_id', '=', tripId)
      .where('trip_guides.user_id', '=', caller.id)
      .executeTakeFirst();
    if (!(boarded && error instanceof AppError)) throw error;
    const taken = { at: boarded.removed_at, why: 'o guia foi tirado da saída' };
    return { tripId, ended: await endOfAccess(db, boarded, taken) };
  }
}
