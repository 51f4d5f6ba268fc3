import { BOARDING_OPENS_HOURS } from '@passeio/contract/boarding/boarding';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { decisionDay } from '../trips/index.ts';

/** More do not leave within a day. */
const BOARDING_LISTED = 50;

/** Coming departures, those below their minimum whose decision is due until `askedUntil` first; or one of them. */
export async function comingDepartures(
  db: Database,
  { timeZone, askedUntil, limit, tripId }: { timeZone: string; askedUntil: string; limit: number; tripId?: string },
) {
  const asks = sql<boolean>`(t.guaranteed_at is null and t.places_taken < t.min_participants
    and ${decisionDay('t', timeZone)} <= ${askedUntil}::date)`;
  return db
    .selectFrom('trips as t')
    .leftJoin('trip_costs as c', 'c.trip_id', 't.id')
    .leftJoin('users as u', 'u.id', 't.guaranteed_by')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('reservations as r')
          .whereRef('r.trip_id', '=', 't.id')
          .select([
            sql<number>`coalesce(sum(places) filter (where state = 'booked'), 0)::integer`.as('booked_places'),
            sql<number>`coalesce(sum(total_cents) filter (where state = 'booked'), 0)::float8`.as('booked_cents'),
            sql<number>`coalesce(sum(places) filter (where is_active and state <> 'booked'), 0)::integer`.as(
              'held_places',
            ),
            sql<number>`coalesce(sum(received_cents), 0)::float8`.as('received_cents'),
            sql<number>`coalesce(sum(total_cents) filter (where is_active and state <> 'requested'), 0)::float8`.as(
              'expected_cents',
            ),
          ])
          .as('sums'),
      (join) => join.onTrue(),
    )
    .select(['t.id', 't.title', 't.departs_at', 't.capacity', 't.min_participants', 't.decision_date', 't.price_cents'])
    .select(['t.guaranteed_at', 't.guarantee_told_at', 'u.name as guaranteed_by_name'])
    .select(['c.vehicle_cents', 'c.guide_cents', 'c.other_cents', 'c.ticket_cents', 'c.meal_cents', 'c.version'])
    .select(['sums.booked_places', 'sums.booked_cents', 'sums.held_places'])
    .select(['sums.received_cents', 'sums.expected_cents', asks.as('asks')])
    .where('t.is_active', '=', true)
    .where('t.departs_at', '>', sql<Date>`now()`)
    .$if(tripId !== undefined, (one) => one.where('t.id', '=', tripId ?? ''))
    .orderBy(sql`${asks} desc`)
    .orderBy(sql`case when ${asks} then ${decisionDay('t', timeZone)} end`)
    .orderBy('t.departs_at')
    .orderBy('t.id')
    .limit(limit)
    .execute();
}
export type DepartureRow = Awaited<ReturnType<typeof comingDepartures>>[number];

export async function countComing(db: Database): Promise<number> {
  const { total } = await db
    .selectFrom('trips')
    .where('is_active', '=', true)
    .where('departs_at', '>', sql<Date>`now()`)
    .select(sql<number>`count(*)::integer`.as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** Trips that somebody goes on and whose boarding is open, by departure. */
export function tripsThatBoard(db: Database) {
  return (
    db
      .selectFrom('trips')
      .select(['id', 'title', 'departs_at'])
      .where('departs_at', '<=', sql<Date>`now() + ${BOARDING_OPENS_HOURS} * interval '1 hour'`)
      .where('returns_at', '>', sql<Date>`now()`)
      // No trip is that long: an index has the few that are left.
      .where('departs_at', '>', sql<Date>`now() - interval '60 days'`)
      .where('places_taken', '>', 0)
      .where('cancelled_at', 'is', null)
      .orderBy('departs_at')
      .orderBy('id')
      .limit(BOARDING_LISTED)
      .execute()
  );
}
