import type { StaffCancellation } from '@passeio/contract/passengers';
import { mayHappen } from '@passeio/contract/reservation-states';
import type { ReservationDetails } from '@passeio/contract/reservations';
import { type Actor, callerOfActor } from '../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../platform/database/connect.ts';
import { AppError } from '../../platform/http/errors.ts';
import { mayCancel, openCancellationRequest } from './reservations.policy.ts';
import { changeReservation, markCancelled } from './reservations.queries.ts';
import { lockWithTrip } from './reservations.ts';
import { respondToStaff } from './respond-to-staff.ts';

/**
 * Cancels a reservation and releases its places; payments become due for refund.
 * Throws RESERVATION_NOT_FOUND, RESERVATION_OVER or TRIP_DEPARTED.
 */
export async function cancelForPassenger(
  trx: DatabaseTransaction,
  actor: Actor,
  reservationId: string,
  { reason }: StaffCancellation,
): Promise<ReservationDetails> {
  const now = new Date();
  const { trip, reservation } = await lockWithTrip(trx, reservationId);
  if (!mayCancel(reservation, trip.departs_at, now)) {
    throw new AppError(mayHappen('cancel', reservation.state) ? 'TRIP_DEPARTED' : 'RESERVATION_OVER');
  }
  await markCancelled(trx, reservationId, { now, by: callerOfActor(actor).id, reason });
  return respondToStaff(trx, actor, reservationId, {
    action: 'reservation.cancelled',
    changes: { state: [reservation.state, 'cancelled'], cancellationReason: [null, reason] },
  });
}

/**
 * Dismisses a cancellation request; the reservation stays. Throws RESERVATION_NOT_FOUND or CANCELLATION_NOT_REQUESTED.
 */
export async function dismissCancellation(
  trx: DatabaseTransaction,
  actor: Actor,
  reservationId: string,
): Promise<ReservationDetails> {
  const { reservation } = await lockWithTrip(trx, reservationId);
  if (!openCancellationRequest(reservation)) throw new AppError('CANCELLATION_NOT_REQUESTED');
  await changeReservation(trx, reservationId, { cancellation_requested_at: null });
  return respondToStaff(trx, actor, reservationId, { action: 'reservation.cancellation_dismissed' });
}
