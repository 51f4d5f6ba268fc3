import { mayHappen, reservationStates } from '@passeio/contract/reservation-states';
import type { Caller } from '../../platform/http/access.ts';
import type { ReservationRow } from './reservations.queries.ts';

/** A reservation belongs to the person who took it; for anyone else it does not exist. */
export function ownsReservation(caller: Caller, reservation: Pick<ReservationRow, 'user_id'>): boolean {
  return reservation.user_id === caller.id;
}

/** The owner, and staff for them, may cancel in every state that the state table allows, until the trip departs. */
export function mayCancel(reservation: Pick<ReservationRow, 'status'>, departsAt: Date, now: Date): boolean {
  return mayHappen('cancel', reservation.status) && departsAt > now;
}

/** Where money has been received, its owner cannot cancel at once: staff says first what is given back. */
export function mustAskToCancel({ received_cents }: Pick<ReservationRow, 'received_cents'>): boolean {
  return received_cents > 0;
}

/** When the owner asked for the cancellation; null once staff has answered it in either way. */
export function openCancellationRequest(
  reservation: Pick<ReservationRow, 'status' | 'cancellation_requested_at'>,
): Date | null {
  return mayHappen('cancel', reservation.status) ? reservation.cancellation_requested_at : null;
}

/** People take places in trips that are on sale; staff may also fill one that is not on sale yet, but no archived one. */
export function mayTakePlace(
  channel: ReservationRow['channel'],
  trip: { is_active: boolean; archived_at: Date | null },
): boolean {
  return trip.is_active || (channel === 'operator' && trip.archived_at === null);
}

/** Where somebody boards can be changed as long as they may still travel. */
export function mayChangeBoarding({ status }: Pick<ReservationRow, 'status'>): boolean {
  return reservationStates[status].active;
}

/** Money is taken for whoever holds a place. */
export function mayReceive({ status }: Pick<ReservationRow, 'status'>): boolean {
  return reservationStates[status].holdsPlace;
}
