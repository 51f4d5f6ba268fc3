import { apiPaths, pagePaths } from '@passeio/contract/paths';
import { reservationStates } from '@passeio/contract/reservation-states';
import { reservationList } from '@passeio/contract/reservations';
import { quietApi } from '../session/profile';

/** Pages of the user's active reservations by trip. Shows no error toast. */
export async function loadJoinedTrips(): Promise<Record<string, string>> {
  const list = await quietApi.get(apiPaths.myReservations, reservationList);
  const active = (list?.data ?? []).filter(({ state }) => reservationStates[state].holdsPlaces);
  return Object.fromEntries(active.map(({ trip, code }) => [trip.id, pagePaths.reservation(code)]));
}
