import type { PersonReservationList } from '@passeio/contract/reservations/reservations';
import { staffReservationRoutes } from '@passeio/contract/reservations/staff-reservation-routes';
import { answered, api } from '../session/api';

/** A page of a person's reservations, the newest first. */
export function loadPersonReservations(
  userId: string,
  page: number,
  signal?: AbortSignal,
): Promise<PersonReservationList> {
  return answered(api.call(staffReservationRoutes.listOfPerson, { params: { userId }, query: { page }, signal }));
}
