import { apiPaths } from '@passeio/contract/paths';
import { reservationStates } from '@passeio/contract/reservation-states';
import { type Reservation, reservationList } from '@passeio/contract/reservations';
import { isOutOfReach } from '~/lib/api';
import { answered, apiOrOffline } from '../session/api';
import { type CachedReservation, cacheReservation, readCachedReservation } from './cached-reservation';

/** `cached` where the network was out of reach: the only reservation then is the one that this browser has cached. */
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
  /** What is still to come, the nearest first. */
  coming: Reservation[];
  /** Trips that are over and reservations that do not count any more, the latest first. */
  over: Reservation[];
}

export function sortReservations(reservations: readonly Reservation[], now = Date.now()): SortedReservations {
  const byDate = reservations.toSorted((a, b) => a.trip.date.localeCompare(b.trip.date));
  const isComing = ({ status, trip }: Reservation) =>
    reservationStates[status].active && Date.parse(trip.returnDate) > now;
  return { coming: byDate.filter(isComing), over: byDate.filter((one) => !isComing(one)).reverse() };
}

/** The next trip this person leaves on, if a place is theirs. */
export function nextDeparture(reservations: readonly Reservation[], now = Date.now()): Reservation | undefined {
  return sortReservations(reservations, now).coming.find(
    ({ status, trip }) => reservationStates[status].holdsPlace && Date.parse(trip.date) > now,
  );
}

/** The person's own reservation in a trip that keeps them from taking another. */
export function activeReservationIn(reservations: readonly Reservation[], tripId: string): Reservation | undefined {
  return reservations.find(({ status, trip }) => trip.id === tripId && reservationStates[status].active);
}
