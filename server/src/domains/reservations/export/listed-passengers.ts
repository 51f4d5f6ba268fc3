import type { Database } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { readBrand, readTimeZone } from '../../settings/index.ts';
import { findTrip, type TripRow } from '../../trips/index.ts';
import { type PassengerRow, passengersToList } from '../passengers.queries.ts';

/** The data of every format of the passenger list. */
export interface ListedPassengers {
  operator: { name: string; cnpj: string; cadastur: string; phone: string };
  trip: TripRow;
  /** Departure in the operator's time zone, as in "2026-12-05" and "04:30". */
  departure: { date: string; time: string };
  timeZone: string;
  /** Everybody who holds a place, by boarding order, then name. */
  rows: PassengerRow[];
}

/** Throws TRIP_NOT_FOUND. */
export async function readListedPassengers(db: Database, tripId: string): Promise<ListedPassengers> {
  const trip = await findTrip(db, 'id', tripId);
  if (!trip) throw new AppError('TRIP_NOT_FOUND');
  const timeZone = await readTimeZone(db);
  const [operator, rows] = await Promise.all([readBrand(db), passengersToList(db, tripId, timeZone)]);
  const departsAt = Temporal.Instant.from(trip.departs_at.toISOString()).toZonedDateTimeISO(timeZone);
  const departure = {
    date: departsAt.toPlainDate().toString(),
    time: departsAt.toPlainTime().toString({ smallestUnit: 'minute' }),
  };
  return { operator, trip, departure, timeZone, rows };
}

/** Passengers by boarding point; those without one (null) last. */
export function groupsOf(
  rows: PassengerRow[],
): { boardingPoint: PassengerRow['boarding_point']; rows: PassengerRow[] }[] {
  return [...Map.groupBy(rows, (row) => row.boarding_point?.id ?? null).values()].map((group) => ({
    boardingPoint: group[0]?.boarding_point ?? null,
    rows: group,
  }));
}
