import type { OpenCancellation } from '@passeio/contract/departures/departure-cancellations';
import { COUNT_LIMIT, type PageInfo, SEARCH_LIMIT } from '@passeio/contract/pages';
import type { TripSort, tripFilters } from '@passeio/contract/trips/trips';
import type { z } from '@passeio/contract/zod';
import { type Insertable, type Selectable, type SelectQueryBuilder, sql, type Updateable } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { countUpToLimit } from '../../../platform/database/count.ts';
import type { Schema } from '../../../platform/database/schema/schema.ts';
import { matchesText } from '../../../platform/database/search.ts';
import { sqlAny } from '../../../platform/database/sql-any.ts';

/** `places_left`: for anybody; `is_for_waiting`: they are for somebody who is waiting. */
export type TripRow = Selectable<Schema['trips']> & { places_left: number; is_for_waiting: boolean };
export type TripImageRow = Selectable<Schema['trip_images']>;

/** How many places of a row of `trips` are left for anybody. */
export const placesLeft = sql<number>`places_left(trips.capacity, trips.places_taken, trips.places_set_aside)`;

/** Whether free places of a row of `trips` are for somebody who is waiting, as the database rules. */
export const isForWaiting = sql<boolean>`coalesce(trips.smallest_waiting <= ${placesLeft}, false)`;

/** Validated filters, with the time zone of their calendar dates. */
export type TripQuery = z.output<typeof tripFilters> & { timeZone: string };

/**
 * A page of trips, and their number; of a search counted to SEARCH_LIMIT, as far as it matters to the search, of a
 * folded list to COUNT_LIMIT.
 */
export async function listTrips(
  db: Database,
  query: TripQuery,
): Promise<{ rows: TripRow[] } & Pick<PageInfo, 'total' | 'totalIsMinimum'>> {
  const matching = filterTrips(db.selectFrom('trips'), query);
  const limit = query.text ? SEARCH_LIMIT : query.folded ? COUNT_LIMIT : undefined;
  const counted = query.folded ? matching.groupBy('series_id') : matching;
  const [rows, count] = await Promise.all([
    query.folded && !isIndexed(query.sort) ? readFoldedPage(db, query) : readPage(db, query),
    limit ? countUpToLimit(db, counted, limit) : countAll(matching),
  ]);
  return { rows, ...count };
}

const isIndexed = (sort: TripSort) => /date|title/.test(sort);

function readPage(db: Database, query: TripQuery): Promise<TripRow[]> {
  const listed = query.folded ? firstOfSeries(db, query) : filterTrips(db.selectFrom('trips'), query);
  // Trip rows are large: ids are sorted, and only the page's trips are loaded.
  const page = sortTrips(listed.select('id'), query.sort)
    .limit(query.size)
    .offset((query.page - 1) * query.size);
  return sortTrips(selectTrips(db).where('id', 'in', page), query.sort).execute();
}

/**
 * The trip of each series that comes first. Along an index only as many trips are read as the pages up to this one
 * have: each asks which is its series' first.
 */
function firstOfSeries(db: Database, query: TripQuery): SelectQueryBuilder<Schema, 'trips', object> {
  const matching = filterTrips(db.selectFrom('trips'), query);
  const ofSeries = matching.where('series_id', '=', sql<string>`listed.series_id`);
  const listed = db
    .selectFrom(matching.selectAll().as('listed'))
    .where('listed.id', '=', sortTrips(ofSeries.select('id'), query.sort).limit(1));
  // Its columns are those of trips.
  return listed as unknown as SelectQueryBuilder<Schema, 'trips', object>;
}

const READ_AT_LEAST = 1_000;
const GROWTH = 4;

/**
 * A page of a folded list in an order without an index. Sorting all trips by their series takes several times as long
 * as finding the first ones of the list; among these the first of a series is its first of all. Where they have too few
 * series, the first ones of all others follow.
 */
async function readFoldedPage(db: Database, query: TripQuery): Promise<TripRow[]> {
  const end = query.page * query.size;
  const firsts = new Map<string, string>();
  for (let limit = READ_AT_LEAST + GROWTH * end; ; limit *= GROWTH) {
    const others = filterTrips(db.selectFrom('trips'), query)
      .select(['id', 'series_id'])
      .$if(firsts.size > 0, (some) => some.where(sql<boolean>`series_id <> all (${[...firsts.keys()]}::uuid[])`));
    const rows = await sortTrips(others, query.sort).limit(limit).execute();
    for (const { id, series_id } of rows) if (!firsts.has(series_id)) firsts.set(series_id, id);
    if (firsts.size >= end || rows.length < limit) break;
  }
  const ids = [...firsts.values()].slice(end - query.size, end);
  return sortTrips(selectTrips(db).where('id', '=', sqlAny(ids, 'uuid')), query.sort).execute();
}

/** What the matching departures of these series are together, of those with several. */
export function foldedDates(db: Database, query: TripQuery, seriesIds: string[]) {
  return filterTrips(db.selectFrom('trips'), query)
    .where('series_id', 'in', seriesIds)
    .groupBy('series_id')
    .having((eb) => eb.fn.countAll(), '>', 1)
    .select('series_id')
    .select([
      sql<number>`count(*)::int`.as('dates'),
      sql<number>`(count(*) filter (where not is_active and archived_at is null and cancelled_at is null
        and departs_at > now()))::int`.as('drafts'),
      sql<Date>`min(departs_at)`.as('from'),
      sql<Date>`max(departs_at)`.as('to'),
      sql<number>`sum(capacity)::int`.as('capacity'),
      sql<number>`sum(${placesLeft})::int`.as('places_left'),
    ])
    .execute();
}

async function countAll(trips: SelectQueryBuilder<Schema, 'trips', object>): Promise<{ total: number }> {
  const { total } = await trips.select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow();
  return { total: Number(total) };
}

export async function countByMonth(db: Database, timeZone: string): Promise<{ month: string; trips: number }[]> {
  const month = sql<string>`to_char(departs_at at time zone ${timeZone}, 'YYYY-MM')`;
  return db
    .selectFrom('trips')
    .select([month.as('month'), sql<number>`count(*)::int`.as('trips')])
    .where('archived_at', 'is', null)
    .groupBy(sql`1`)
    .orderBy(sql`1`)
    .execute();
}

const sortColumns = {
  date: sql`departs_at`,
  title: sql`searchable(title)`,
  // Not indexed, because every enrolment would have to update the index.
  places: sql`places_taken::float8 / capacity`,
  price: sql`price_cents`,
};

// Both directions reverse all columns, so that one index serves both. Sorting by places uses no index, and always
// breaks ties by the earlier departure.
function sortTrips<O>(trips: SelectQueryBuilder<Schema, 'trips', O>, sort: TripSort) {
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const column = sort.replace('-', '') as keyof typeof sortColumns;
  const sorted = trips.orderBy(sortColumns[column], direction);
  const next = column === 'places' ? 'asc' : direction;
  return (column === 'date' ? sorted : sorted.orderBy('departs_at', next)).orderBy('id', next);
}

/** Inserts a trip under its slug, numbered if it exists. */
export async function insertTrip(
  trx: DatabaseTransaction,
  { slug, ...trip }: Insertable<Schema['trips']>,
): Promise<TripRow> {
  for (let number = 1; ; number += 1) {
    const row = await trx
      .insertInto('trips')
      .values({ ...trip, slug: number === 1 ? slug : `${slug}-${number}` })
      .onConflict((conflict) => conflict.column('slug').doNothing())
      .returningAll()
      .returning([placesLeft.as('places_left'), isForWaiting.as('is_for_waiting')])
      .executeTakeFirst();
    if (row) return row;
  }
}

/** Updates a trip and raises its version. */
export function updateTrip(
  trx: DatabaseTransaction,
  id: string,
  change: Updateable<Schema['trips']>,
): Promise<TripRow> {
  return trx
    .updateTable('trips')
    .set((eb) => ({ ...change, version: eb('version', '+', 1), updated_at: new Date() }))
    .where('id', '=', id)
    .returningAll()
    .returning([placesLeft.as('places_left'), isForWaiting.as('is_for_waiting')])
    .executeTakeFirstOrThrow();
}

function selectTrips(db: Database) {
  return db
    .selectFrom('trips')
    .selectAll()
    .select([placesLeft.as('places_left'), isForWaiting.as('is_for_waiting')]);
}

export function findTrip(db: Database, column: 'id' | 'slug', value: string): Promise<TripRow | undefined> {
  return selectTrips(db).where(column, '=', value).executeTakeFirst();
}

/** A trip that exists. */
export function readTripRow(trx: DatabaseTransaction, id: string): Promise<TripRow> {
  return selectTrips(trx).where('id', '=', id).executeTakeFirstOrThrow();
}

export type ShownImage = Pick<
  TripImageRow,
  'id' | 'trip_id' | 'is_card_img' | 'alt' | 'color' | 'width' | 'height' | 'widths'
>;

/** Locks a trip for the transaction and reads it. Must be the transaction's first read of the trip. */
export function lockTrip(trx: DatabaseTransaction, id: string): Promise<TripRow | undefined> {
  return selectTrips(trx).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

/** The day on which a trip's minimum is checked: its decision date, else that of its departure. */
export function decisionDay(alias: string, timeZone: string) {
  return sql<string>`coalesce(${sql.ref(`${alias}.decision_date`)},
    (${sql.ref(`${alias}.departs_at`)} at time zone ${timeZone})::date)`;
}

/** When the next active trip departs, which changes lists without a write. */
export async function nextDeparture(db: Database): Promise<Date | undefined> {
  const next = await db
    .selectFrom('trips')
    .select('departs_at')
    .where('is_active', '=', true)
    .where('departs_at', '>', sql<Date>`now()`)
    .orderBy('departs_at')
    .limit(1)
    .executeTakeFirst();
  return next?.departs_at;
}

/** When the departures of a series depart, without archived and cancelled ones. */
export async function departuresOfSeries(db: Database, seriesId: string): Promise<Date[]> {
  const rows = await db
    .selectFrom('trips')
    .select('departs_at')
    .where('series_id', '=', seriesId)
    .where('archived_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .execute();
  return rows.map((row) => row.departs_at);
}

export function listImages(db: Database, tripIds: string[]): Promise<TripImageRow[]> {
  if (tripIds.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('trip_images')
    .selectAll()
    .where('trip_id', 'in', tripIds)
    .orderBy('trip_id')
    .orderBy('position')
    .execute();
}

function filterTrips<O>(
  all: SelectQueryBuilder<Schema, 'trips', O>,
  {
    isActive,
    isFull,
    belowMinimum,
    archived,
    cancelled,
    upcoming,
    month,
    from,
    to,
    otherDatesOf,
    text,
    timeZone,
  }: TripQuery,
): SelectQueryBuilder<Schema, 'trips', O> {
  // Midnight in the operator's time zone.
  const midnight = (date: string, plus = '0 days') =>
    sql<Date>`((${date}::date + ${plus}::interval) at time zone ${timeZone})`;
  let trips = all;
  // Archived trips are never active (trips_archived_are_inactive): omitting the condition allows an index-only count.
  if (archived || !isActive) trips = trips.where('archived_at', archived ? 'is not' : 'is', null);
  // Literals, because a generic plan could not use the partial index.
  if (isActive !== undefined) trips = trips.where('is_active', '=', sql.lit(isActive));
  if (upcoming !== undefined) trips = trips.where('departs_at', upcoming ? '>' : '<=', sql<Date>`now()`);
  if (cancelled !== undefined) trips = trips.where('cancelled_at', cancelled ? 'is not' : 'is', null);
  if (month) {
    trips = trips
      .where('departs_at', '>=', midnight(`${month}-01`))
      .where('departs_at', '<', midnight(`${month}-01`, '1 month'));
  }
  if (from) trips = trips.where('departs_at', '>=', midnight(from));
  if (to) trips = trips.where('departs_at', '<', midnight(to, '1 day'));
  if (otherDatesOf) {
    const series = sql<string>`(select series_id from trips where id = ${otherDatesOf})`;
    trips = trips.where('series_id', '=', series).where('id', '<>', otherDatesOf);
  }
  if (isFull !== undefined) trips = trips.where(placesLeft, isFull ? '<=' : '>', 0);
  if (belowMinimum) {
    trips = trips
      .where('is_active', '=', true)
      .where('departs_at', '>', sql<Date>`now()`)
      .where('guaranteed_at', 'is', null)
      .where('places_taken', '<', sql<number>`min_participants`);
  }
  if (text) trips = trips.where((eb) => matchesText(eb.ref('search_text'), text));
  return trips;
}

/** Cancelled departures with people to notify or choices to make, or which would still depart. */
export async function openCancellations(db: Database): Promise<OpenCancellation[]> {
  const rows = await db
    .selectFrom('trip_cancellations as c')
    .innerJoin('trips as t', 't.id', 'c.trip_id')
    .select(['t.id', 't.title', 't.departs_at', 'c.choose_until', 'c.done_at'])
    .select(
      sql<number>`(select count(*)::integer from trip_cancellation_choices o
        where o.trip_id = c.trip_id and o.outcome is null)`.as('open'),
    )
    .where((eb) =>
      eb.or([
        eb('t.departs_at', '>', sql<Date>`now()`),
        eb('c.done_at', 'is', null),
        sql<boolean>`exists (select from trip_cancellation_choices o where o.trip_id = c.trip_id and o.outcome is null)`,
      ]),
    )
    .orderBy('t.departs_at')
    .orderBy('t.id')
    .execute();
  return rows.map(({ id, title, departs_at, choose_until, done_at, open }) => ({
    ...{ id, title, date: departs_at.toISOString(), chooseUntil: choose_until, open },
    isDone: done_at !== null,
  }));
}
