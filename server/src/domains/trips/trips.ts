import { publicFares } from '@passeio/contract/fare-labels';
import { id as idSchema } from '@passeio/contract/fields';
import type { Trip, TripList, TripMonthList, tripFilters } from '@passeio/contract/trips/trips';
import type { z } from '@passeio/contract/zod';
import type { Database } from '../../platform/database/connect.ts';
import { type Caller, isStaff } from '../../platform/http/access.ts';
import { AppError } from '../../platform/http/errors.ts';
import { readRulesInForce } from '../discounts/index.ts';
import { readTimeZone } from '../settings/index.ts';
import { listExtras } from './trip/extras.ts';
import { type FareRow, listFares } from './trip/fares.ts';
import { listQuestions } from './trip/questions.ts';
import { listRoomTypes } from './trip/room-types.ts';
import { listTripVehicles } from './trip/trip-vehicles.queries.ts';
import { presentTrip, presentTrips } from './trip/trips.present.ts';
import { countByMonth, findTrip, foldedDates, listImages, listTrips, type TripQuery } from './trip/trips.queries.ts';

/** A page of trips. Only staff may filter for inactive or archived trips. */
export async function findTrips(
  db: Database,
  caller: Caller | null,
  filters: z.output<typeof tripFilters>,
): Promise<TripList> {
  const seesInactive = isStaff(caller);
  const isForStaff = filters.isActive === false || filters.archived || filters.belowMinimum;
  if (isForStaff && !seesInactive) throw new AppError(caller ? 'FORBIDDEN' : 'UNAUTHENTICATED');
  const isActive = seesInactive ? filters.isActive : true;
  const timeZone = await readTimeZone(db);
  const query = { ...filters, isActive, timeZone };
  const { rows, ...count } = await listTrips(db, query);
  const ids = rows.map((row) => row.id);
  const [fares, extras, roomTypes, questions, vehicles, images, discounts] = await Promise.all([
    shownFares(db, caller, ids),
    listExtras(db, ids),
    listRoomTypes(db, rows),
    listQuestions(db, ids),
    listTripVehicles(db, ids),
    filters.showImages ? listImages(db, ids) : [],
    readRulesInForce(db),
  ]);
  const trips = presentTrips(rows, { fares, extras, roomTypes, questions, vehicles, images, discounts }, new Date());
  return {
    data: filters.folded ? await withFoldedDates(db, query, trips) : trips,
    page: { number: filters.page, size: filters.size, ...count },
  };
}

async function withFoldedDates(db: Database, query: TripQuery, trips: Trip[]): Promise<TripList['data']> {
  if (trips.length === 0) return trips;
  const found = await foldedDates(
    db,
    query,
    trips.flatMap(({ seriesId }) => seriesId ?? []),
  );
  const bySeries = new Map(
    found.map(({ series_id, places_left, from, to, ...series }) => [
      series_id,
      { ...series, placesLeft: places_left, from: from.toISOString(), to: to.toISOString() },
    ]),
  );
  return trips.map((trip) => {
    const series = bySeries.get(trip.seriesId ?? '');
    return series ? { ...trip, series } : trip;
  });
}

/** The months with departures of unarchived trips. */
export async function findTripMonths(db: Database): Promise<TripMonthList> {
  const data = await countByMonth(db, await readTimeZone(db));
  return { data, page: { number: 1, size: data.length, total: data.length } };
}

/**
 * One trip by id or slug. Throws TRIP_CANCELLED for a cancelled departure, TRIP_WITHDRAWN for a formerly published
 * trip, and TRIP_NOT_FOUND for a draft too.
 */
export async function readTrip(db: Database, caller: Caller | null, idOrSlug: string): Promise<Trip> {
  const isId = idSchema.safeParse(idOrSlug).success;
  const row = await findTrip(db, isId ? 'id' : 'slug', idOrSlug);
  if (!row) throw new AppError('TRIP_NOT_FOUND');
  if (!row.is_active && !isStaff(caller)) {
    if (row.cancelled_at) throw new AppError('TRIP_CANCELLED');
    throw new AppError(row.published_at ? 'TRIP_WITHDRAWN' : 'TRIP_NOT_FOUND');
  }
  const [fares, extras, roomTypes, questions, vehicles, images, discounts] = await Promise.all([
    shownFares(db, caller, [row.id]),
    listExtras(db, [row.id]),
    listRoomTypes(db, [row]),
    listQuestions(db, [row.id]),
    listTripVehicles(db, [row.id]),
    listImages(db, [row.id]),
    readRulesInForce(db),
  ]);
  return presentTrip(row, { fares, extras, roomTypes, questions, vehicles, images, discounts }, new Date());
}

async function shownFares(db: Database, caller: Caller | null, tripIds: string[]): Promise<FareRow[]> {
  const fares = await listFares(db, tripIds);
  return isStaff(caller) ? fares : publicFares(fares);
}
