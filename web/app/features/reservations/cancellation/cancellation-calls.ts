import { apiPaths } from '@passeio/contract/paths';
import {
  type CancellationQuote,
  type CancellingParty,
  cancellationQuote,
} from '@passeio/contract/reservations/cancellation';
import { type Reservation, reservation } from '@passeio/contract/reservations/reservations';
import { answered, apiInPlace } from '../../session/api';
import { deleteEnrolmentKey } from '../enrolment-keys';

/** Whose cancellation is quoted: of the people with these ids, or of everybody. */
export interface QuoteQuestion {
  participants?: readonly string[] | undefined;
  by?: CancellingParty | undefined;
}

/** What cancelling costs and gives back now. */
export function loadQuote(
  reservationId: string,
  { participants, by }: QuoteQuestion,
  signal: AbortSignal,
): Promise<CancellationQuote> {
  const query = { participants: participants?.join(','), by };
  const path = apiPaths.reservationCancellation(reservationId);
  return answered(apiInPlace.get(path, cancellationQuote, { query, signal }));
}

/** Cancels for the refund that was shown. */
export async function cancelReservation(
  { id, trip }: Pick<Reservation, 'id' | 'trip'>,
  body: { refundCents: number; participants?: readonly string[] | undefined },
): Promise<Reservation> {
  // A key for each attempt: what was refused once may be possible now, and cancelling twice is refused anyway.
  const idempotencyKey = crypto.randomUUID();
  const path = apiPaths.cancelReservation(id);
  const cancelled = await answered(apiInPlace.post(path, reservation, { body, idempotencyKey }));
  if (!body.participants) deleteEnrolmentKey(trip.id);
  return cancelled;
}
