import type { TripPublication } from '@passeio/contract/trips/trip-changes';
import { tripEditingRoutes } from '@passeio/contract/trips/trip-editing-routes';
import type { Trip } from '@passeio/contract/trips/trips';
import { api, orRedirect, withRetry } from '~/features/session/api';

/** Publishes, withdraws, archives or restores a trip. Failures are shown in a toast and thrown. */
export async function publishTrip(tripId: string, change: TripPublication): Promise<Trip> {
  const trip = await withRetry(() =>
    orRedirect(api.call(tripEditingRoutes.publish, { params: { id: tripId }, body: change })),
  );
  return trip;
}
