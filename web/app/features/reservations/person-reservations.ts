import { apiPaths } from '@passeio/contract/paths';
import { reservationStates } from '@passeio/contract/reservation-states';
import {
  type PersonReservation,
  type PersonReservationList,
  personReservationList,
} from '@passeio/contract/reservations';
import { formatMoney } from '~/lib/formats';
import { answered, api } from '../session/api';

/** A page of a person's reservations, the newest first. */
export function loadPersonReservations(
  userId: string,
  page: number,
  signal?: AbortSignal,
): Promise<PersonReservationList> {
  return answered(api.get(apiPaths.userReservations(userId), personReservationList, { query: { page }, signal }));
}

/** Amount due or to return of a reservation; undefined if settled. */
export function openMoney({ status, priceCents, receivedCents }: PersonReservation): string | undefined {
  if (!reservationStates[status].active) {
    return receivedCents > 0 ? `A devolver: ${formatMoney(receivedCents)}` : undefined;
  }
  return priceCents > receivedCents ? `Falta: ${formatMoney(priceCents - receivedCents)}` : undefined;
}
