import { BOARDING_OPENS_HOURS } from '@passeio/contract/boarding/boarding';
import {
  DECISION_DAYS,
  type Departure,
  type DepartureFilters,
  type DepartureList,
} from '@passeio/contract/departures/departures';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { AppError } from '../../platform/http/errors.ts';
import { readTimeZone } from '../settings/index.ts';
import { decisionDay, openCancellations, presentCosts } from '../trips/index.ts';

/** A page of the coming departures, those that ask for a decision first, and the trips that board now. */
export async function listDepartures(
  db: Database,
  { page, size, ...filters }: DepartureFilters,
): Promise<DepartureList> {
  const timeZone = await readTimeZone(db);
  const today = Temporal.Now.plainDateISO(timeZone);
  const asking = { timeZone, askedUntil: today.add({ days: DECISION_DAYS }).toString() };
  const [rows, total, months, boarding, cancelled] = await Promise.all([
    comingDepartures(db, asking, { ...filters, limit: size, offset: (page - 1) * size }),
    countListed(db, asking, filters),
    monthsToCome(db, asking),
    tripsThatBoard(db),
    openCancellations(db),
  ]);
  const series = filters.folded ? await foldedDates(db, asking, filters, rows) : new Map<string, Folded>();
  return {
    today: today.toString(),
    data: rows.map((row) => {
      const of = row.asks ? undefined : series.get(row.series_id);
      return { ...presentDeparture(row), ...(of && { series: of }) };
    }),
    total,
    months,
    boarding: boarding.map(({ departs_at, ...trip }) => ({ ...trip, date: departs_at.toISOString() })),
    cancelled,
  };
}

/** A coming departure. Throws TRIP_NOT_FOUND. */
export async function readDeparture(db: Database, tripId: string): Promise<Departure> {
  const timeZone = await readTimeZone(db);
  const askedUntil = Temporal.Now.plainDateISO(timeZone).add({ days: DECISION_DAYS }).toString();
  const [row] = await comingDepartures(db, { timeZone, askedUntil }, { tripId, limit: 1, offset: 0 });
  if (!row) throw new AppError('TRIP_NOT_FOUND');
  return presentDeparture(row);
}

function presentDeparture(row: DepartureRow): Departure {
  const { vehicle_cents, guide_cents, other_cents, ticket_cents, meal_cents, ads, version } = row;
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
    costs: presentCosts({ vehicle_cents, guide_cents, other_cents, ticket_cents, meal_cents, ads, version }),
    guarantee: row.guaranteed_at && {
      at: row.guaranteed_at.toISOString(),
      by: row.guaranteed_by_name ?? '',
      told: row.guarantee_notified_at !== null,
    },
    asks: row.asks,
  };
}

/** More do not leave within a day. */
const BOARDING_LISTED = 50;

interface Asking {
  timeZone: string;
  /** Departures below their minimum ask for a decision that is due until this day. */
  askedUntil: string;
}

type Filters = Partial<Pick<DepartureFilters, 'month' | 'seriesId' | 'folded'>>;

interface Listed extends Filters {
  tripId?: string;
  limit: number;
  offset: number;
}

function asks({ timeZone, askedUntil }: Asking, alias = 't') {
  const [guaranteed, taken, minimum] = ['guaranteed_at', 'places_taken', 'min_participants'].map((column) =>
    sql.ref(`${alias}.${column}`),
  );
  return sql<boolean>`(${guaranteed} is null and ${taken} < ${minimum}
    and ${decisionDay(alias, timeZone)} <= ${askedUntil}::date)`;
}

function coming(db: Database) {
  return db.selectFrom('trips as t').where('t.is_active', '=', true).where('t.departs_at', '>', sql<Date>`now()`);
}

/** Coming departures of a month or of a series; of the latter without those that ask, which are listed on their own. */
function matching(db: Database, asking: Asking, { month, seriesId }: Filters) {
  return coming(db)
    .$if(month !== undefined, (some) => some.where(isInMonth('t', month ?? '', asking)))
    .$if(seriesId !== undefined, (some) =>
      some.where('t.series_id', '=', seriesId ?? '').where((eb) => eb.not(asks(asking))),
    );
}

function isInMonth(alias: string, month: string, { timeZone }: Asking) {
  const [departsAt, first] = [sql.ref(`${alias}.departs_at`), `${month}-01`];
  return sql<boolean>`(${departsAt} >= ${first}::timestamp at time zone ${timeZone}
    and ${departsAt} < (${first}::timestamp + interval '1 month') at time zone ${timeZone})`;
}

/** Whether a departure asks, or is the next of its series that does not. */
function isShown(asking: Asking, { month }: Filters) {
  const next = sql`(select o.id from trips o
    where o.series_id = t.series_id and o.is_active and o.departs_at > now() and not ${asks(asking, 'o')}
      and ${month === undefined ? sql.lit(true) : isInMonth('o', month, asking)}
    order by o.departs_at, o.id limit 1)`;
  return sql<boolean>`(${asks(asking)} or t.id = ${next})`;
}

/** How many entries the list has on all pages. */
async function countListed(db: Database, asking: Asking, { folded, ...filters }: Filters): Promise<number> {
  const entries = sql<number>`(count(*) filter (where ${asks(asking)})
    + count(distinct t.series_id) filter (where not ${asks(asking)}))::integer`;
  const { total } = await matching(db, asking, filters)
    .select((folded ? entries : sql<number>`count(*)::integer`).as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

type Folded = NonNullable<Departure['series']>;

/** What each entry of a folded list stands for, by series; without those that have only one date. */
async function foldedDates(
  db: Database,
  asking: Asking,
  filters: Filters,
  rows: readonly { series_id: string }[],
): Promise<Map<string, Folded>> {
  const ids = rows.map((row) => row.series_id);
  if (ids.length === 0) return new Map();
  const found = await matching(db, asking, filters)
    .where('t.series_id', 'in', ids)
    .where((eb) => eb.not(asks(asking)))
    .groupBy('t.series_id')
    .having((eb) => eb.fn.countAll(), '>', 1)
    .select('t.series_id as id')
    .select([
      sql<number>`count(*)::integer`.as('dates'),
      sql<Date>`max(t.departs_at)`.as('to'),
      sql<number>`sum(t.capacity)::integer`.as('capacity'),
      sql<number>`sum(t.places_taken)::integer`.as('placesTaken'),
    ])
    .execute();
  return new Map(found.map((one) => [one.id, { ...one, to: one.to.toISOString() }]));
}

/** Some coming departures, those that ask for a decision first; sums are of the reservations of these alone. */
async function comingDepartures(db: Database, asking: Asking, { tripId, limit, offset, ...filters }: Listed) {
  const { timeZone } = asking;
  const listed = matching(db, asking, filters)
    .$if(tripId !== undefined, (one) => one.where('t.id', '=', tripId ?? ''))
    .$if(filters.folded === true, (some) => some.where(isShown(asking, filters)))
    .selectAll('t')
    .select(asks(asking).as('asks'))
    .orderBy('asks', 'desc')
    .orderBy(sql`case when ${asks(asking)} then ${decisionDay('t', timeZone)} end`)
    .orderBy('t.departs_at')
    .orderBy('t.id')
    .limit(limit)
    .offset(offset);
  return db
    .selectFrom(listed.as('t'))
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
    .select(['t.id', 't.series_id', 't.title', 't.departs_at', 't.capacity', 't.min_participants', 't.decision_date'])
    .select('t.price_cents')
    .select(['t.guaranteed_at', 't.guarantee_notified_at', 'u.name as guaranteed_by_name', 't.asks'])
    .select([
      'c.vehicle_cents',
      'c.guide_cents',
      'c.other_cents',
      'c.ticket_cents',
      'c.meal_cents',
      'c.ads',
      'c.version',
    ])
    .select(['sums.booked_places', 'sums.booked_cents', 'sums.held_places'])
    .select(['sums.received_cents', 'sums.expected_cents'])
    .orderBy('t.asks', 'desc')
    .orderBy(sql`case when t.asks then ${decisionDay('t', timeZone)} end`)
    .orderBy('t.departs_at')
    .orderBy('t.id')
    .execute();
}
type DepartureRow = Awaited<ReturnType<typeof comingDepartures>>[number];

/** The months of coming departures in the operator's time zone: how many depart, and how many of them ask. */
function monthsToCome(db: Database, asking: Asking): Promise<DepartureList['months']> {
  return coming(db)
    .select([
      sql<string>`to_char(t.departs_at at time zone ${asking.timeZone}, 'YYYY-MM')`.as('month'),
      sql<number>`count(*)::integer`.as('departures'),
      sql<number>`(count(*) filter (where ${asks(asking)}))::integer`.as('asking'),
    ])
    .groupBy('month')
    .orderBy('month')
    .execute();
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
