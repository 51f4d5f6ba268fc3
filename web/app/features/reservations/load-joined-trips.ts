import { apiPaths } from '@passeio/contract/paths';
import { reservationStates } from '@passeio/contract/reservation-states';
import { reservationList } from '@passeio/contract/reservations';
import { quietApi } from '../session/profile';

/** Ids of the trips in which the user has an active reservation. Shows no error toast. */
export async function loadJoinedTrips(): Promise<string[]> {
  const list = await quietApi.get(apiPaths.myReservations, reservationList);
  return (list?.data ?? []).filter(({ status }) => reservationStates[status].active).map(({ trip }) => trip.id);
}
