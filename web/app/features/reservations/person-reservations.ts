import { apiPaths } from '@passeio/contract/paths';
import { type PersonReservationList, personReservationList } from '@passeio/contract/reservations/reservations';
import { answered, api } from '../session/api';

/** A page of a person's reservations, the newest first. */
export function loadPersonReservations(
  userId: string,
  page: number,
  signal?: AbortSignal,
): Promise<PersonReservationList> {
  return answered(api.get(apiPaths.userReservations(userId), personReservationList, { query: { page }, signal }));
}
