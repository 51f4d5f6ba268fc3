import type { tripFilters } from '@passeio/contract/trips';
import type { z } from '@passeio/contract/zod';
import { type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import type { Schema } from '../../platform/database/schema.ts';

export type TripRow = Selectable<Schema['trips']>;
export type TripImageRow = Selectable<Schema['trip_images']>;

/** Filters after validation, with the time zone in which their calendar dates are meant. */
export type TripQuery = z.output<typeof tripFilters> & { timeZone: string };

export async function listTrips(db: Database, query: TripQuery): Promise<{ rows: TripRow[]; total: number }> {
  const matching = filterTrips(db.selectFrom('trips'), query);
  const rows = await matching
    .selectAll()
    .orderBy(sql.ref(query.sort === 'title' ? 'title' : 'departs_at'), query.sort === '-date' ? 'desc' : 'asc')
    .orderBy('id')
    .limit(query.size)
    .offset((query.page - 1) * query.size)
    .execute();
  const { total } = await matching.select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

export function findTrip(db: Database, column: 'id' | 'slug', value: string): Promise<TripRow | undefined> {
  return db.selectFrom('trips').selectAll().where(column, '=', value).executeTakeFirst();
}

/**
 * Locks a trip until the transaction ends and reads it as it is then, so that availability cannot change between
 * the look and the write. Must be the transaction's first look at the trip.
 */
export function lockTrip(trx: DatabaseTransaction, id: string): Promise<TripRow | undefined> {
  return trx.selectFrom('trips').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
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
  { isActive, upcoming, month, from, to, text, timeZone }: TripQuery,
): SelectQueryBuilder<Schema, 'trips', O> {
  // Midnight of a calendar date where the operator is.
  const midnight = (date: string, plus = '0 days') =>
    sql<Date>`((${date}::date + ${plus}::interval) at time zone ${timeZone})`;
  let trips = all;
  if (isActive !== undefined) trips = trips.where('is_active', '=', isActive);
  if (upcoming !== undefined) trips = trips.where('departs_at', upcoming ? '>' : '<=', sql<Date>`now()`);
  if (month) {
    trips = trips
      .where('departs_at', '>=', midnight(`${month}-01`))
      .where('departs_at', '<', midnight(`${month}-01`, '1 month'));
  }
  if (from) trips = trips.where('departs_at', '>=', midnight(from));
  if (to) trips = trips.where('departs_at', '<', midnight(to, '1 day'));
  if (text) {
    const wanted = text.replace(/[\\%_]/g, '\\$&');
    trips = trips.where('search_text', 'like', sql<string>`'%' || searchable(${wanted}) || '%'`);
  }
  return trips;
}
