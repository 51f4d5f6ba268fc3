import { reservationRoutes } from '@passeio/contract/reservations/reservation-routes';
import type {
  AdjustmentDraft,
  MoveQuote,
  RequestRefusal,
  ReservationDetails,
  ReservationMove,
} from '@passeio/contract/reservations/reservations';
import { staffReservationRoutes } from '@passeio/contract/reservations/staff-reservation-routes';
import { tripRoutes } from '@passeio/contract/trips/trip-routes';
import type { Trip } from '@passeio/contract/trips/trips';
import type { PersonCompletion } from '@passeio/contract/users/users';
import { answered, apiInPlace } from '../../session/api';

// Failures are thrown without a toast: the dialogs say them in place.

export function changeFare(reservationId: string, participantId: string, fareId: string): Promise<ReservationDetails> {
  const params = { reservationId, participantId };
  return answered(apiInPlace.call(reservationRoutes.changeParticipant, { params, body: { fareId } }));
}

export function takeOut(reservationId: string, participantId: string): Promise<ReservationDetails> {
  const params = { reservationId, participantId };
  return answered(apiInPlace.call(reservationRoutes.removeParticipant, { params }));
}

export function adjustTotal(reservationId: string, body: AdjustmentDraft): Promise<ReservationDetails> {
  return answered(apiInPlace.call(staffReservationRoutes.adjust, { params: { reservationId }, body }));
}

/** Corrects the data of a payer without an account. */
export function changePayer(reservationId: string, body: PersonCompletion): Promise<ReservationDetails> {
  return answered(apiInPlace.call(staffReservationRoutes.changePayer, { params: { reservationId }, body }));
}

/** Sets the deadline; null for none. */
export function changeDeadline(reservationId: string, holdExpiresAt: string | null): Promise<ReservationDetails> {
  const params = { reservationId };
  return answered(apiInPlace.call(staffReservationRoutes.changeHold, { params, body: { holdExpiresAt } }));
}

/** Books without a deposit. */
export function confirmReservation(reservationId: string): Promise<ReservationDetails> {
  return answered(apiInPlace.call(staffReservationRoutes.confirm, { params: { reservationId } }));
}

/** The operator's yes to a request. */
export function acceptRequest(reservationId: string): Promise<ReservationDetails> {
  return answered(apiInPlace.call(staffReservationRoutes.accept, { params: { reservationId } }));
}

/** The operator's no to a request, with the sentence that the client reads. */
export function refuseRequest(reservationId: string, body: RequestRefusal): Promise<ReservationDetails> {
  return answered(apiInPlace.call(staffReservationRoutes.refuse, { params: { reservationId }, body }));
}

/** Departures to come, in order. */
export async function loadDepartures(signal: AbortSignal): Promise<Trip[]> {
  const query = { upcoming: true, showImages: false, sort: 'date', size: 100 } as const;
  return (await answered(apiInPlace.call(tripRoutes.list, { query, signal }))).data;
}

/** What a move to `tripId` would change. */
export function quoteMove(reservationId: string, tripId: string, signal: AbortSignal): Promise<MoveQuote> {
  const input = { params: { reservationId }, query: { tripId }, signal };
  return answered(apiInPlace.call(staffReservationRoutes.quoteMove, input));
}

export function moveReservation(reservationId: string, body: ReservationMove): Promise<ReservationDetails> {
  return answered(apiInPlace.call(staffReservationRoutes.move, { params: { reservationId }, body }));
}
