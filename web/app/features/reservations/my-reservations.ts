import { apiPaths } from '@passeio/contract/paths';
import { reservationStates } from '@passeio/contract/reservation-states';
import { type Reservation, reservationList } from '@passeio/contract/reservations';
import { isOutOfReach } from '~/lib/api';
import { answered, apiOrOffline } from '../session/api';
import { type CachedReservation, cacheReservation, readCachedReservation } from './cached-reservation';

/** `cached` if the API was unreachable: then the only reservation is the cached one. */
export interface MyReservations {
  reservations: Reservation[];
  cached?: CachedReservation;
}

export async function loadMyReservations(signal: AbortSignal): Promise<MyReservations> {
  try {
    const { data } = await answered(apiOrOffline.get(apiPaths.myReservations, reservationList, { signal }));
    void cacheReservation(sortReservations(data).coming);
    return { reservations: data };
  } catch (error) {
    const cached = isOutOfReach(error) ? await readCachedReservation() : undefined;
    if (!cached) throw error;
    return { reservations: [cached.reservation], cached };
  }
}

export interface SortedReservations {
  /** Active reservations of trips that are not over, the nearest first. */
  coming: Reservation[];
  /** Past trips and inactive reservations, the latest first. */
  over: Reservation[];
}

export function sortReservations(reservations: readonly Reservation[], now = Date.now()): SortedReservations {
  const byDate = reservations.toSorted((a, b) => a.trip.date.localeCompare(b.trip.date));
  const isComing = ({ status, trip }: Reservation) =>
    reservationStates[status].active && Date.parse(trip.returnDate) > now;
  return { coming: byDate.filter(isComing), over: byDate.filter((one) => !isComing(one)).reverse() };
}

/** The next departure in which the user holds a place. */
export function nextDeparture(reservations: readonly Reservation[], now = Date.now()): Reservation | undefined {
  return sortReservations(reservations, now).coming.find(
    ({ status, trip }) => reservationStates[status].holdsPlace && Date.parse(trip.date) > now,
  );
}

/** The user's active reservation in a trip: it prevents another one. */
export function activeReservationIn(reservations: readonly Reservation[], tripId: string): Reservation | undefined {
  return reservations.find(({ status, trip }) => trip.id === tripId && reservationStates[status].active);
}
