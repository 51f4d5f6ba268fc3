import { type Selectable, sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import type { Schema } from '../../platform/database/schema/schema.ts';
import { missingFields } from '../reservations/index.ts';
import { decisionDay } from '../trips/index.ts';

export type OverviewTripRow = Pick<
  Selectable<Schema['trips']>,
  'id' | 'title' | 'departs_at' | 'capacity' | 'places_taken' | 'min_participants' | 'decision_date'
>;

const tripColumns = [
  'id',
  'title',
  'departs_at',
  'capacity',
  'places_taken',
  'min_participants',
  'decision_date',
] as const;

/** The next active trips, and their number. */
export async function nextDepartures(db: Database, limit: number) {
  const matching = activeTrips(db);
  const rows = await matching.select(tripColumns).orderBy('departs_at').orderBy('id').limit(limit).execute();
  return { rows, total: await countOf(matching) };
}

/** Active future trips below their minimum, by decision date or else departure. */
export async function tripsBelowMinimum(db: Database, timeZone: string, limit: number) {
  const matching = belowMinimum(db);
  const rows = await matching
    .select(tripColumns)
    .orderBy(decisionDay('trips', timeZone))
    .orderBy('departs_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  return { rows, total: await countOf(matching) };
}

/** How many active future trips are below their minimum, with their decision due until `until`. */
export async function countToDecide(db: Database, timeZone: string, until: string): Promise<number> {
  return countOf(belowMinimum(db).where(decisionDay('trips', timeZone), '<=', until));
}

// Those that the operator has guaranteed depart anyhow.
function belowMinimum(db: Database) {
  return activeTrips(db).where('guaranteed_at', 'is', null).whereRef('places_taken', '<', 'min_participants');
}

/** Reservations made per calendar day from `first` to `last` in `timeZone`. */
export async function reservationsPerDay(db: Database, first: string, last: string, timeZone: string) {
  // One index range per day, six times as fast as grouping all reservations.
  const { rows } = await sql<{ date: string; reservations: string }>`
    select day::date as date, (
      select count(*) from reservations
      where created_at >= day at time zone ${timeZone}
        and created_at < (day + interval '1 day') at time zone ${timeZone}
    ) as reservations
    from generate_series(${first}::timestamp, ${last}::timestamp, interval '1 day') as day
    order by day`.execute(db);
  return rows.map(({ date, reservations }) => ({ date, reservations: Number(reservations) }));
}

/** Unpaid balances of future trips, by month of departure as "2026-12". */
export async function dueByMonth(db: Database, timeZone: string) {
  const { rows } = await sql<{ month: string; cents: string; reservations: string }>`
    select to_char(t.departs_at at time zone ${timeZone}, 'YYYY-MM') as month,
      sum(open.cents) as cents, sum(open.reservations) as reservations
    from trips t cross join lateral (
      select sum(r.total_cents - r.received_cents) as cents, count(*) as reservations
      from reservations r
      where r.trip_id = t.id and r.is_active and r.state <> 'requested' and r.received_cents < r.total_cents
    ) as open
    where t.departs_at > now() and t.cancelled_at is null and open.reservations > 0
    group by month
    order by month`.execute(db);
  return rows.map(({ month, cents, reservations }) => ({
    month,
    cents: Number(cents),
    reservations: Number(reservations),
  }));
}

/** Active trips that depart before `before` and have passengers, with their number and how many of them lack data. */
export function readinessOfTrips(db: Database, before: Date, timeZone: string) {
  return activeTrips(db)
    .innerJoin('participants', 'participants.trip_id', 'trips.id')
    .where('trips.departs_at', '<', before)
    .where('participants.is_active', '=', true)
    .where('participants.removed_at', 'is', null)
    .select(['trips.id', 'trips.title', 'trips.departs_at'])
    .select([
      sql<number>`count(*)::integer`.as('passengers'),
      sql<number>`(count(*) filter (where ${missingFields(timeZone)} <> '{}'))::integer`.as('people'),
    ])
    .groupBy(['trips.id', 'trips.title', 'trips.departs_at'])
    .orderBy('trips.departs_at')
    .orderBy('trips.id')
    .execute();
}

function activeTrips(db: Database) {
  return db.selectFrom('trips').where('trips.is_active', '=', true).where('trips.departs_at', '>', sql<Date>`now()`);
}

async function countOf(matching: ReturnType<typeof activeTrips>): Promise<number> {
  const { total } = await matching.select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow();
  return Number(total);
}
