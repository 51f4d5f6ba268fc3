import { seatRoutes } from '@passeio/contract/seats/seat-routes';
import type { ReservationSeats, SeatChanges, TripSeats } from '@passeio/contract/seats/seats';
import { answered, api, apiInPlace } from '../session/api';

export function loadReservationSeats(reservationId: string, signal?: AbortSignal): Promise<ReservationSeats> {
  return answered(apiInPlace.call(seatRoutes.readOfReservation, { params: { reservationId }, signal }));
}

/** Seats people; whoever is not named stays. Throws ApiError SEAT_TAKEN if somebody else was faster. */
export function saveReservationSeats(reservationId: string, seats: SeatChanges['seats']): Promise<ReservationSeats> {
  return answered(apiInPlace.call(seatRoutes.changeOfReservation, { params: { reservationId }, body: { seats } }));
}

export function loadTripSeats(tripId: string, signal?: AbortSignal): Promise<TripSeats> {
  return answered(api.call(seatRoutes.readOfTrip, { params: { tripId }, signal }));
}

/** Seats people of a trip; whoever is not named stays. */
export function saveTripSeats(tripId: string, seats: SeatChanges['seats']): Promise<TripSeats> {
  return answered(apiInPlace.call(seatRoutes.changeOfTrip, { params: { tripId }, body: { seats } }));
}
