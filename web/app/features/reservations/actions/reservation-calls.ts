import { apiPaths } from '@passeio/contract/paths';
import {
  type AdjustmentDraft,
  type MoveQuote,
  moveQuote,
  type RequestRefusal,
  type ReservationDetails,
  type ReservationMove,
  reservationDetails,
} from '@passeio/contract/reservations/reservations';
import { tripRoutes } from '@passeio/contract/trips/trip-routes';
import type { Trip } from '@passeio/contract/trips/trips';
import type { PersonCompletion } from '@passeio/contract/users/users';
import { answered, apiInPlace } from '../../session/api';

// Failures are thrown without a toast: the dialogs say them in place.

export function changeFare(reservationId: string, participantId: string, fareId: string): Promise<ReservationDetails> {
  const path = apiPaths.participant(reservationId, participantId);
  return answered(apiInPlace.put(path, reservationDetails, { body: { fareId } }));
}

export function takeOut(reservationId: string, participantId: string): Promise<ReservationDetails> {
  return answered(apiInPlace.delete(apiPaths.participant(reservationId, participantId), reservationDetails));
}

export function adjustTotal(
  reservationId: string,
  body: AdjustmentDraft,
  idempotencyKey: string,
): Promise<ReservationDetails> {
  const path = apiPaths.reservationAdjustments(reservationId);
  return answered(apiInPlace.post(path, reservationDetails, { body, idempotencyKey }));
}

/** Corrects the data of a payer without an account. */
export function changePayer(reservationId: string, body: PersonCompletion): Promise<ReservationDetails> {
  return answered(apiInPlace.put(apiPaths.reservationPayer(reservationId), reservationDetails, { body }));
}

/** Sets the deadline; null for none. */
export function changeDeadline(reservationId: string, holdExpiresAt: string | null): Promise<ReservationDetails> {
  const path = apiPaths.reservationHold(reservationId);
  return answered(apiInPlace.put(path, reservationDetails, { body: { holdExpiresAt } }));
}

/** Books without a deposit. */
export function confirmReservation(reservationId: string, idempotencyKey: string): Promise<ReservationDetails> {
  const path = apiPaths.reservationConfirmation(reservationId);
  return answered(apiInPlace.post(path, reservationDetails, { idempotencyKey }));
}

/** The operator's yes to a request. */
export function acceptRequest(reservationId: string, idempotencyKey: string): Promise<ReservationDetails> {
  const path = apiPaths.requestAcceptance(reservationId);
  return answered(apiInPlace.post(path, reservationDetails, { idempotencyKey }));
}

/** The operator's no to a request, with the sentence that the client reads. */
export function refuseRequest(
  reservationId: string,
  body: RequestRefusal,
  idempotencyKey: string,
): Promise<ReservationDetails> {
  const path = apiPaths.requestRefusal(reservationId);
  return answered(apiInPlace.post(path, reservationDetails, { body, idempotencyKey }));
}

/** Departures to come, in order. */
export async function loadDepartures(signal: AbortSignal): Promise<Trip[]> {
  const query = { upcoming: true, showImages: false, sort: 'date', size: 100 } as const;
  return (await answered(apiInPlace.call(tripRoutes.list, { query, signal }))).data;
}

/** What a move to `tripId` would change. */
export function quoteMove(reservationId: string, tripId: string, signal: AbortSignal): Promise<MoveQuote> {
  const path = apiPaths.reservationMove(reservationId);
  return answered(apiInPlace.get(path, moveQuote, { query: { tripId }, signal }));
}

export function moveReservation(
  reservationId: string,
  body: ReservationMove,
  idempotencyKey: string,
): Promise<ReservationDetails> {
  return answered(
    apiInPlace.post(apiPaths.reservationMove(reservationId), reservationDetails, { body, idempotencyKey }),
  );
}
