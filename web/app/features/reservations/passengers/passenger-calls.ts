import type { BoardingChange, PassengerFilters, StaffCancellation } from '@passeio/contract/boarding/passengers';
import { apiPaths } from '@passeio/contract/paths';
import { z } from '@passeio/contract/zod';
import { answered, api, apiInPlace, apiOrOffline } from '../../session/api';
import { withRetry } from '../../session/with-retry';
import {
  type ClientPassengerList,
  type ClientReservationDetails,
  clientPassengerList,
  clientReservationDetails,
} from '../client-reservation';

export function loadPassengers(
  tripId: string,
  filters: PassengerFilters,
  signal: AbortSignal,
): Promise<ClientPassengerList> {
  return answered(
    apiOrOffline.get(apiPaths.passengers(tripId), clientPassengerList, { query: { ...filters }, signal }),
  );
}

/** The reservation of a passenger with all its people. Rejects with an ApiError, whose toast has been shown. */
export function loadReservation(reservationId: string, signal: AbortSignal): Promise<ClientReservationDetails> {
  return answered(api.get(apiPaths.reservation(reservationId), clientReservationDetails, { signal }));
}

export async function cancelForPassenger(
  reservationId: string,
  body: StaffCancellation,
  idempotencyKey: string,
): Promise<void> {
  const path = apiPaths.reservationCancellation(reservationId);
  await answered(apiInPlace.post(path, z.unknown(), { body, idempotencyKey }));
}

export async function dismissCancellation(reservationId: string): Promise<void> {
  await answered(api.delete(apiPaths.reservationCancellation(reservationId), z.unknown()));
}

/** Changes the boarding point of several people; null: to be agreed. */
export async function changeBoarding(tripId: string, body: BoardingChange): Promise<void> {
  await withRetry(() => answered(api.put(apiPaths.passengerBoarding(tripId), z.unknown(), { body })));
}
