import { apiPaths } from '@passeio/contract/paths';
import type { TripDraft, TripUpdate } from '@passeio/contract/trips/trip-draft';
import { type Trip, trip as tripSchema } from '@passeio/contract/trips/trips';
import { answered, api } from '../../session/api';
import { publishTrip } from '../manage-trip';
import { expireTrips } from '../trips-store';

/** A trip as staff sees it, drafts included. */
export function loadTrip(tripId: string, signal?: AbortSignal): Promise<Trip> {
  return answered(api.get(apiPaths.trip(tripId), tripSchema, { signal }));
}

/** API calls of the editor. Failures are shown in a toast and thrown. */
export const tripCalls = {
  load: loadTrip,
  create: (draft: TripDraft, idempotencyKey: string): Promise<Trip> =>
    changed(api.post(apiPaths.trips, tripSchema, { body: draft, idempotencyKey })),
  update: (update: TripUpdate): Promise<Trip> => changed(api.put(apiPaths.trips, tripSchema, { body: update })),
  publish: publishTrip,
};
export type TripCalls = typeof tripCalls;

/** Invalidates the portal's schedule. */
async function changed(call: Promise<Trip | undefined>): Promise<Trip> {
  const trip = await answered(call);
  expireTrips();
  return trip;
}
