import type { CancellationQuote, CancellingParty } from '@passeio/contract/reservations/cancellation';
import { reservationRoutes } from '@passeio/contract/reservations/reservation-routes';
import type { Reservation } from '@passeio/contract/reservations/reservations';
import { answered, apiInPlace } from '../../session/api';

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
  return answered(apiInPlace.call(reservationRoutes.quoteCancellation, { params: { reservationId }, query, signal }));
}

/** Cancels for the refund that was shown. */
export function cancelReservation(
  reservationId: string,
  body: { refundCents: number; participants?: string[] | undefined },
): Promise<Reservation> {
  return answered(apiInPlace.call(reservationRoutes.cancel, { params: { reservationId }, body }));
}
