import { mayHappen, reservationStates } from '@passeio/contract/reservation-states';
import type { Caller } from '../../platform/http/access.ts';
import type { ReservationRow } from './reservations.queries.ts';

/** To anyone but its owner a reservation does not exist (404). */
export function ownsReservation(caller: Caller, reservation: Pick<ReservationRow, 'user_id'>): boolean {
  return reservation.user_id === caller.id;
}

/** Owner and staff may cancel in every state that the state table allows, until departure. */
export function mayCancel(reservation: Pick<ReservationRow, 'status'>, departsAt: Date, now: Date): boolean {
  return mayHappen('cancel', reservation.status) && departsAt > now;
}

/** With money received, the owner can only request the cancellation: staff settles the refund first. */
export function mustAskToCancel({ received_cents }: Pick<ReservationRow, 'received_cents'>): boolean {
  return received_cents > 0;
}

/** When the owner requested the cancellation; null once staff has answered. */
export function openCancellationRequest(
  reservation: Pick<ReservationRow, 'status' | 'cancellation_requested_at'>,
): Date | null {
  return mayHappen('cancel', reservation.status) ? reservation.cancellation_requested_at : null;
}

/** People enrol in active trips; staff may also fill drafts, but no archived trip. */
export function mayTakePlace(
  channel: ReservationRow['channel'],
  trip: { is_active: boolean; archived_at: Date | null },
): boolean {
  return trip.is_active || (channel === 'operator' && trip.archived_at === null);
}

/** The boarding point can change while the person may still travel. */
export function mayChangeBoarding({ status }: Pick<ReservationRow, 'status'>): boolean {
  return reservationStates[status].active;
}

/** Payments are accepted while the reservation holds a place. */
export function mayReceive({ status }: Pick<ReservationRow, 'status'>): boolean {
  return reservationStates[status].holdsPlace;
}
