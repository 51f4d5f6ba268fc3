import { apiPaths } from '@passeio/contract/paths';
import type { TripCopies, TripPublication } from '@passeio/contract/trips/trip-changes';
import { type Trip, type TripList, tripList, trip as tripSchema } from '@passeio/contract/trips/trips';
import { answered, api } from '../session/api';
import { withRetry } from '../session/with-retry';
import { expireTrips } from './trips-store';

/** Publishes, withdraws, archives or restores a trip. Failures are shown in a toast and thrown. */
export async function publishTrip(tripId: string, change: TripPublication): Promise<Trip> {
  const trip = await withRetry(() => answered(api.put(apiPaths.tripPublication(tripId), tripSchema, { body: change })));
  expireTrips();
  return trip;
}

/** Copies a trip to other days, "YYYY-MM-DD" in the operator's time zone; once per `idempotencyKey`. */
export function copyTrip(tripId: string, copies: TripCopies, idempotencyKey: string): Promise<TripList> {
  return answered(api.post(apiPaths.tripCopies(tripId), tripList, { body: copies, idempotencyKey }));
}
