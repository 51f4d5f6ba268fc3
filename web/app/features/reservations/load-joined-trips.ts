import { apiPaths, pagePaths } from '@passeio/contract/paths';
import { quietApi } from '../session/profile';
import { clientReservationList, isActive } from './client-reservation';

/** Pages of the user's active reservations by trip. Shows no error toast. */
export async function loadJoinedTrips(): Promise<Record<string, string>> {
  const list = await quietApi.get(apiPaths.myReservations, clientReservationList);
  const active = (list?.data ?? []).filter(isActive);
  return Object.fromEntries(active.map(({ trip, code }) => [trip.id, pagePaths.reservation(code)]));
}
