import { apiPaths } from '@passeio/contract/paths';
import type { TripDraft, TripUpdate } from '@passeio/contract/trip-draft';
import { type Trip, trip as tripSchema } from '@passeio/contract/trips';
import { answered, api } from '../../session/api';
import { publishTrip } from '../manage-trip';
import { expireTrips } from '../trips-store';

/** One trip as staff sees it, drafts included. */
export function loadTrip(tripId: string, signal?: AbortSignal): Promise<Trip> {
  return answered(api.get(apiPaths.trip(tripId), tripSchema, { signal }));
}

/** What the editor asks of the API. Failures are told in a toast, and thrown. */
export const tripCalls = {
  load: loadTrip,
  create: (draft: TripDraft, idempotencyKey: string): Promise<Trip> =>
    changed(api.post(apiPaths.trips, tripSchema, { body: draft, idempotencyKey })),
  update: (update: TripUpdate): Promise<Trip> => changed(api.put(apiPaths.trips, tripSchema, { body: update })),
  publish: publishTrip,
};
export type TripCalls = typeof tripCalls;

/** What the portal's schedule knows is out of date then. */
async function changed(call: Promise<Trip | undefined>): Promise<Trip> {
  const trip = await answered(call);
  expireTrips();
  return trip;
}
