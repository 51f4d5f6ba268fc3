import type { StaffCancellation } from '@passeio/contract/boarding/passengers';
import type { ReservationDetails } from '@passeio/contract/reservations/reservations';
import { type Actor, callerOfActor } from '../../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { NotifyDeps } from '../../messages/index.ts';
import { readDetails } from '../reservation/load-reservations.ts';
import { lockWithTrip } from '../reservation/lock-reservation.ts';
import { mayCancel } from '../reservation/reservations.policy.ts';
import { cancelAsQuoted } from './cancel-reservation.ts';
import { leavingOf, quoteOf, requireConfirmed } from './quote-cancellation.ts';

/**
 * Cancels a reservation, or takes some of its people out, and releases the places; what the rules give back becomes due
 * for refund. Throws RESERVATION_NOT_FOUND, RESERVATION_OVER, TRIP_DEPARTED, PARTICIPANT_NOT_FOUND, QUOTE_CHANGED if
 * `refundCents` is another, and what {@link cancelAsQuoted} throws.
 */
export async function cancelForPassenger(
  trx: DatabaseTransaction,
  actor: Actor,
  notifyDeps: NotifyDeps,
  { reservationId, reason, by, refundCents, participants }: StaffCancellation & { reservationId: string },
): Promise<ReservationDetails> {
  const now = new Date();
  const locked = await lockWithTrip(trx, reservationId);
  const { trip, reservation } = locked;
  if (!mayCancel(reservation, trip.departs_at, now)) {
    throw new AppError(reservation.is_active ? 'TRIP_DEPARTED' : 'RESERVATION_OVER');
  }
  const leaving = participants && (await leavingOf(trx, reservation, participants));
  const quoted = await quoteOf(trx, locked, { by, now, leaving });
  if (refundCents !== undefined) requireConfirmed(quoted.quote, refundCents);
  await cancelAsQuoted(trx, actor, notifyDeps, { locked, leaving, quoted, by, editor: 'staff', now, reason });
  return readDetails(trx, reservationId, callerOfActor(actor));
}
