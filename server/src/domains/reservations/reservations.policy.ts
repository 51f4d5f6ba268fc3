import { mayHappen } from '@passeio/contract/reservation-states';
import type { Caller } from '../../platform/access.ts';
import type { ReservationRow } from './reservations.queries.ts';

/** A reservation belongs to the person who took it; for anyone else it does not exist. */
export function ownsReservation(caller: Caller, reservation: Pick<ReservationRow, 'user_id'>): boolean {
  return reservation.user_id === caller.id;
}

/** The owner may cancel in every state that the state table allows, until the trip departs. */
export function mayCancel(reservation: Pick<ReservationRow, 'status'>, departsAt: Date, now: Date): boolean {
  return mayHappen('cancel', reservation.status) && departsAt > now;
}
