import type { Passenger, ReservationChange, StaffCancellation } from '@passeio/contract/passengers';
import { mayHappen } from '@passeio/contract/reservation-states';
import type { PersonCompletion } from '@passeio/contract/users';
import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../platform/database/connect.ts';
import { mapConstraintErrors } from '../../platform/database/constraints.ts';
import { AppError } from '../../platform/http/errors.ts';
import { completePerson } from '../users/index.ts';
import { boardingPlace, readPassenger } from './passengers.ts';
import { reservationLabel } from './reservation-label.ts';
import { mayCancel, mayChangeBoarding, openCancellationRequest } from './reservations.policy.ts';
import { changeReservation, findReservation, markCancelled } from './reservations.queries.ts';
import { lockWithTrip } from './reservations.ts';

/**
 * Changes the boarding point; null: to be agreed.
 * Throws RESERVATION_NOT_FOUND, RESERVATION_OVER or BOARDING_POINT_UNKNOWN.
 */
export async function changeBoarding(
  trx: DatabaseTransaction,
  actor: Actor,
  reservationId: string,
  { boardingPointId }: ReservationChange,
): Promise<Passenger> {
  const { trip, reservation } = await lockWithTrip(trx, reservationId);
  if (!mayChangeBoarding(reservation)) throw new AppError('RESERVATION_OVER');
  if (reservation.boarding_point_id === boardingPointId) return readPassenger(trx, reservation);
  await mapConstraintErrors({ reservations_boarding_point_of_trip: 'BOARDING_POINT_UNKNOWN' }, () =>
    changeReservation(trx, reservationId, { boarding_point_id: boardingPointId }),
  );
  const passenger = await readPassenger(trx, reservation);
  await recordAudit(trx, actor, {
    action: 'reservation.changed',
    subject: {
      type: 'reservation',
      id: reservationId,
      label: reservationLabel(reservation.code, passenger.person, trip),
    },
    changes: {
      boardingPoint: [boardingPlace(trip, reservation.boarding_point_id), boardingPlace(trip, boardingPointId)],
    },
  });
  return passenger;
}

/**
 * Cancels a reservation and releases its place; payments become due for refund.
 * Throws RESERVATION_NOT_FOUND, RESERVATION_OVER or TRIP_DEPARTED.
 */
export async function cancelForPassenger(
  trx: DatabaseTransaction,
  actor: Actor,
  reservationId: string,
  { reason }: StaffCancellation,
): Promise<Passenger> {
  const now = new Date();
  const { trip, reservation } = await lockWithTrip(trx, reservationId);
  if (!mayCancel(reservation, trip.departs_at, now)) {
    throw new AppError(mayHappen('cancel', reservation.status) ? 'TRIP_DEPARTED' : 'RESERVATION_OVER');
  }
  await markCancelled(trx, reservationId, now, reason);
  const passenger = await readPassenger(trx, reservation);
  await recordAudit(trx, actor, {
    action: 'reservation.cancelled',
    subject: {
      type: 'reservation',
      id: reservationId,
      label: reservationLabel(reservation.code, passenger.person, trip),
    },
    changes: { status: [reservation.status, 'cancelled'], cancellationReason: [null, reason] },
  });
  return passenger;
}

/**
 * Dismisses a cancellation request; the reservation stays. Throws RESERVATION_NOT_FOUND or CANCELLATION_NOT_REQUESTED.
 */
export async function dismissCancellation(
  trx: DatabaseTransaction,
  actor: Actor,
  reservationId: string,
): Promise<Passenger> {
  const { trip, reservation } = await lockWithTrip(trx, reservationId);
  if (!openCancellationRequest(reservation)) throw new AppError('CANCELLATION_NOT_REQUESTED');
  await changeReservation(trx, reservationId, { cancellation_requested_at: null });
  const passenger = await readPassenger(trx, reservation);
  await recordAudit(trx, actor, {
    action: 'reservation.cancellation_dismissed',
    subject: {
      type: 'reservation',
      id: reservationId,
      label: reservationLabel(reservation.code, passenger.person, trip),
    },
  });
  return passenger;
}

/** Edits the data of a reservation's person. Throws RESERVATION_NOT_FOUND and what `completePerson` throws. */
export async function completePassenger(
  trx: DatabaseTransaction,
  actor: Actor,
  reservationId: string,
  change: PersonCompletion,
): Promise<Passenger> {
  const reservation = await findReservation(trx, reservationId);
  if (!reservation) throw new AppError('RESERVATION_NOT_FOUND');
  await completePerson(trx, actor, reservation.user_id, change);
  return readPassenger(trx, reservation);
}
