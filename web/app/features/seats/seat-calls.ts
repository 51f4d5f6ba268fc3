import { apiPaths } from '@passeio/contract/paths';
import {
  type ReservationSeats,
  reservationSeats,
  type SeatChanges,
  type TripSeats,
  tripSeats,
} from '@passeio/contract/seats/seats';
import { answered, api, apiInPlace } from '../session/api';

export function loadReservationSeats(reservationId: string, signal?: AbortSignal): Promise<ReservationSeats> {
  return answered(apiInPlace.get(apiPaths.reservationSeats(reservationId), reservationSeats, { signal }));
}

/** Seats people; whoever is not named stays. Throws ApiError SEAT_TAKEN if somebody else was faster. */
export function saveReservationSeats(reservationId: string, seats: SeatChanges['seats']): Promise<ReservationSeats> {
  return answered(apiInPlace.put(apiPaths.reservationSeats(reservationId), reservationSeats, { body: { seats } }));
}

export function loadTripSeats(tripId: string, signal?: AbortSignal): Promise<TripSeats> {
  return answered(api.get(apiPaths.tripSeats(tripId), tripSeats, { signal }));
}

/** Seats people of a trip; whoever is not named stays. */
export function saveTripSeats(tripId: string, seats: SeatChanges['seats']): Promise<TripSeats> {
  return answered(apiInPlace.put(apiPaths.tripSeats(tripId), tripSeats, { body: { seats } }));
}
