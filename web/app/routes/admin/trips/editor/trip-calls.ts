import type { TripDraft, TripUpdate } from '@passeio/contract/trips/trip-draft';
import { tripEditingRoutes } from '@passeio/contract/trips/trip-editing-routes';
import { tripRoutes } from '@passeio/contract/trips/trip-routes';
import type { Trip } from '@passeio/contract/trips/trips';
import { api, orRedirect } from '~/features/session/api';
import { expireTrips } from '~/features/trips/trips-store';
import { publishTrip } from '../manage-trip';

/** A trip as staff sees it, drafts included. */
function loadTrip(tripId: string): Promise<Trip> {
  return orRedirect(api.call(tripRoutes.read, { params: { id: tripId } }));
}

/** API calls of the editor. Failures are shown in a toast and thrown. */
export const tripCalls = {
  load: loadTrip,
  create: (draft: TripDraft): Promise<Trip> => changed(api.call(tripEditingRoutes.create, { body: draft })),
  update: (update: TripUpdate): Promise<Trip> => changed(api.call(tripEditingRoutes.change, { body: update })),
  publish: publishTrip,
};
export type TripCalls = typeof tripCalls;

/** Invalidates the portal's schedule. */
async function changed(call: Promise<Trip | undefined>): Promise<Trip> {
  const trip = await orRedirect(call);
  expireTrips();
  return trip;
}
