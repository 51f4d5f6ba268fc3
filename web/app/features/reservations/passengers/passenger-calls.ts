import { passengerRoutes } from '@passeio/contract/boarding/passenger-routes';
import type {
  BoardingChange,
  PassengerFilters,
  PassengerList,
  StaffCancellation,
} from '@passeio/contract/boarding/passengers';
import { staffReservationRoutes } from '@passeio/contract/reservations/staff-reservation-routes';
import { answered, api, apiInPlace, apiOrOffline } from '../../session/api';
import { withRetry } from '../../session/with-retry';

export function loadPassengers(tripId: string, filters: PassengerFilters, signal: AbortSignal): Promise<PassengerList> {
  return answered(apiOrOffline.call(passengerRoutes.list, { params: { tripId }, query: filters, signal }));
}

export async function cancelForPassenger(reservationId: string, body: StaffCancellation): Promise<void> {
  await answered(apiInPlace.callUnchecked(staffReservationRoutes.cancel, { params: { reservationId }, body }));
}

/** Changes the boarding point of several people; null: to be agreed. */
export async function changeBoarding(tripId: string, body: BoardingChange): Promise<void> {
  await withRetry(() => answered(api.callUnchecked(passengerRoutes.changeBoarding, { params: { tripId }, body })));
}
