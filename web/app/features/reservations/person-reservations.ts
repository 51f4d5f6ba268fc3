import { apiPaths } from '@passeio/contract/paths';
import { answered, api } from '../session/api';
import { type ClientPersonReservationList, clientPersonReservationList } from './client-reservation';

/** A page of a person's reservations, the newest first. */
export function loadPersonReservations(
  userId: string,
  page: number,
  signal?: AbortSignal,
): Promise<ClientPersonReservationList> {
  return answered(api.get(apiPaths.userReservations(userId), clientPersonReservationList, { query: { page }, signal }));
}
