import { ATTENDANCE_CLOSES_HOURS } from '@passeio/contract/boarding/boarding';
import type { GuideBoardings, TripGuides, TripGuidesChange } from '@passeio/contract/boarding/trip-guides';
import { sql } from 'kysely';
import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import type { Caller } from '../../platform/http/access.ts';
import { AppError } from '../../platform/http/errors.ts';
import { endOfAccess, opensAt, requireTrip } from './boarding.ts';

const HOUR_MS = 3_600_000;

/** Guides with an account, and who of them boards a trip. Throws TRIP_NOT_FOUND. */
export async function readTripGuides(db: Database, tripId: string): Promise<TripGuides> {
  await requireTrip(db, tripId);
  const rows = await db
    .selectFrom('users')
    .leftJoin('trip_guides', (join) =>
      join
        .onRef('trip_guides.user_id', '=', 'users.id')
        .on('trip_guides.trip_id', '=', tripId)
        .on('trip_guides.removed_at', 'is', null),
    )
    .select(['users.id', 'users.name', sql<boolean>`trip_guides.user_id is not null`.as('isAssigned')])
    .where('users.role', '=', sql.lit('GUIDE'))
    .where('users.is_disabled', '=', sql.lit(false))
    .orderBy('users.sort_name')
    .orderBy('users.id')
    .execute();
  return { data: rows };
}

/** Says who boards a trip. Throws TRIP_NOT_FOUND, or PERSON_NOT_FOUND for somebody who is no guide. */
export async function changeTripGuides(
  trx: DatabaseTransaction,
  actor: Actor,
  tripId: string,
  { userIds }: TripGuidesChange,
): Promise<TripGuides> {
  const trip = await requireTrip(trx, tripId);
  const before = (await readTripGuides(trx, tripId)).data;
  const chosen = before.filter(({ id }) => userIds.includes(id));
  if (chosen.length < new Set(userIds).size) throw new AppError('PERSON_NOT_FOUND');
  const namesOf = (some: TripGuides['data']) => some.map(({ name }) => name).join(', ');
  const former = before.filter(({ isAssigned }) => isAssigned);
  if (namesOf(former) === namesOf(chosen)) return { data: before };
  await trx
    .updateTable('trip_guides')
    .set({ removed_at: new Date() })
    .where('trip_id', '=', tripId)
    .where('removed_at', 'is', null)
    .where(sql<boolean>`user_id <> all (${userIds}::uuid[])`)
    .execute();
  if (chosen.length > 0) {
    const rows = chosen.map(({ id }) => ({ trip_id: tripId, user_id: id }));
    await trx
      .insertInto('trip_guides')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['trip_id', 'user_id']).doUpdateSet({ removed_at: null }))
      .execute();
  }
  const subject = { type: 'trip', id: tripId, label: trip.title } as const;
  const changes = { guide: [namesOf(former), namesOf(chosen)] } satisfies Record<string, [string, string]>;
  await recordAudit(trx, actor, { action: 'trip.guides_changed', subject, changes });
  return readTripGuides(trx, tripId);
}

/** The departures that a guide boards, until their attendance closes. */
export async function readGuideBoardings(db: Database, guide: Caller): Promise<GuideBoardings> {
  const rows = await db
    .selectFrom('trip_guides')
    .innerJoin('trips', 'trips.id', 'trip_guides.trip_id')
    .select(['trips.id', 'trips.title', 'trips.departs_at', 'trips.returns_at'])
    .select((eb) =>
      eb
        .selectFrom('participants')
        .select(sql<number>`count(*)::integer`.as('people'))
        .whereRef('participants.trip_id', '=', 'trips.id')
        .where('participants.is_active', '=', true)
        .where('participants.removed_at', 'is', null)
        .as('people'),
    )
    .where('trip_guides.user_id', '=', guide.id)
    .where('trip_guides.removed_at', 'is', null)
    .where('trips.cancelled_at', 'is', null)
    .where('trips.returns_at', '>', new Date(Date.now() - ATTENDANCE_CLOSES_HOURS * HOUR_MS))
    .orderBy('trips.departs_at')
    .orderBy('trips.id')
    .execute();
  const data = rows.map(({ id, title, departs_at, returns_at, people }) => ({
    id,
    title,
    date: departs_at.toISOString(),
    returnDate: returns_at.toISOString(),
    opensAt: opensAt({ departs_at }).toISOString(),
    people: people ?? 0,
  }));
  return { data };
}

/**
 * Lets a guide in where they board themselves, and staff everywhere. Throws BOARDING_NOT_OWN, also once attendance has
 * closed, and BOARDING_EARLY before the list opens.
 */
export async function requireOwnBoarding(db: Database, caller: Caller, tripId: string): Promise<void> {
  if (caller.role !== 'GUIDE') return;
  const own = (await readGuideBoardings(db, caller)).data.find(({ id }) => id === tripId);
  if (!own) throw new AppError('BOARDING_NOT_OWN');
  if (Date.parse(own.opensAt) > Date.now()) throw new AppError('BOARDING_EARLY');
}

/**
 * Where somebody takes cash: also a guide who boarded this trip, as {@link endOfAccess} says. Throws BOARDING_NOT_OWN for
 * any other guide.
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
