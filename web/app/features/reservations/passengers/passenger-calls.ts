import { passengerRoutes } from '@passeio/contract/boarding/passenger-routes';
import type { BoardingChange, PassengerFilters, PassengerList } from '@passeio/contract/boarding/passengers';
import { answered, api, apiOrOffline } from '../../session/api';
import { withRetry } from '../../session/with-retry';

export function loadPassengers(tripId: string, filters: PassengerFilters, signal: AbortSignal): Promise<PassengerList> {
  return answered(apiOrOffline.call(passengerRoutes.list, { params: { tripId }, query: filters, signal }));
}

/** Changes the boarding point of several people; null: to be agreed. */
export async function changeBoarding(tripId: string, body: BoardingChange): Promise<void> {
  await withRetry(() => answered(api.callUnchecked(passengerRoutes.changeBoarding, { params: { tripId }, body })));
}
