import { BOARDING_OPENS_HOURS } from '@passeio/contract/boarding/boarding';
import {
  DECISION_DAYS,
  DEPARTURES_LISTED,
  type Departure,
  type DepartureList,
} from '@passeio/contract/departures/departures';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { AppError } from '../../platform/http/errors.ts';
import { readTimeZone } from '../settings/index.ts';
import { decisionDay, openCancellations, presentCosts } from '../trips/index.ts';

/** The coming departures, those that ask for a decision first, and the trips that board now. */
export async function listDepartures(db: Database): Promise<DepartureList> {
  const timeZone = await readTimeZone(db);
  const today = Temporal.Now.plainDateISO(timeZone);
  const askedUntil = today.add({ days: DECISION_DAYS }).toString();
  const [rows, total, boarding, cancelled] = await Promise.all([
    comingDepartures(db, { timeZone, askedUntil, limit: DEPARTURES_LISTED }),
    countComing(db),
    tripsThatBoard(db),
    openCancellations(db),
  ]);
  return {
    today: today.toString(),
    data: rows.map(presentDeparture),
    total,
    boarding: boarding.map(({ departs_at, ...trip }) => ({ ...trip, date: departs_at.toISOString() })),
    cancelled,
  };
}

/** A coming departure. Throws TRIP_NOT_FOUND. */
export async function readDeparture(db: Database, tripId: string): Promise<Departure> {
  const timeZone = await readTimeZone(db);
  const askedUntil = Temporal.Now.plainDateISO(timeZone).add({ days: DECISION_DAYS }).toString();
  const [row] = await comingDepartures(db, { timeZone, askedUntil, limit: 1, tripId });
  if (!row) throw new AppError('TRIP_NOT_FOUND');
  return presentDeparture(row);
}

function presentDeparture(row: DepartureRow): Departure {
  const { vehicle_cents, guide_cents, other_cents, ticket_cents, meal_cents, version } = row;
  return {
    id: row.id,
    title: row.title,
    date: row.departs_at.toISOString(),
    capacity: row.capacity,
    minParticipants: row.min_participants,
    decisionDate: row.decision_date,
    priceCents: row.price_cents,
    booked: { places: row.booked_places ?? 0, totalCents: row.booked_cents ?? 0 },
    heldPlaces: row.held_places ?? 0,
    receivedCents: row.received_cents ?? 0,
    expectedCents: row.expected_cents ?? 0,
    costs: presentCosts({ vehicle_cents, guide_cents, other_cents, ticket_cents, meal_cents, version }),
    guarantee: row.guaranteed_at && {
      at: row.guaranteed_at.toISOString(),
      by: row.guaranteed_by_name ?? '',
      told: row.guarantee_told_at !== null,
    },
    asks: row.asks,
  };
}

/** More do not leave within a day. */
const BOARDING_LISTED = 50;

/** Coming departures, those below their minimum whose decision is due until `askedUntil` first; or one of them. */
async function comingDepartures(
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
type DepartureRow = Awaited<ReturnType<typeof comingDepartures>>[number];

async function countComing(db: Database): Promise<number> {
  const { total } = await db
    .selectFrom('trips')
    .where('is_active', '=', true)
    .where('departs_at', '>', sql<Date>`now()`)
    .select(sql<number>`count(*)::integer`.as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** Trips that somebody goes on and whose boarding is open, by departure. */
function tripsThatBoard(db: Database) {
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
