import type { TripPublication } from '@passeio/contract/trips/trip-changes';
import { tripEditingRoutes } from '@passeio/contract/trips/trip-editing-routes';
import type { Trip } from '@passeio/contract/trips/trips';
import { api, withRetry } from '~/features/session/api';

/** Publishes, withdraws, archives or restores a trip. Failures are shown in a toast and thrown. */
export function publishTrip(tripId: string, change: TripPublication): Promise<Trip> {
  return withRetry(() => api.call(tripEditingRoutes.publish, { params: { id: tripId }, body: change }));
}
