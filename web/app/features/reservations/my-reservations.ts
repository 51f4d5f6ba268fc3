import { enrolmentRoutes } from '@passeio/contract/reservations/enrolment-routes';
import { reservationRoutes } from '@passeio/contract/reservations/reservation-routes';
import type { Reservation } from '@passeio/contract/reservations/reservations';
import { queryOptions } from '@tanstack/react-query';
import { isOffline } from '~/lib/api';
import { answered, apiInPlace, apiOrOffline } from '../session/api';
import { load } from '../session/queries';
import { cacheReservations, readCachedReservations } from './cached-reservations';
import { isActive, isOffer } from './reservation-states';

/** `savedAt` if the API was unreachable: then the reservations are the cached ones, of coming trips only. */
export interface MyReservations {
  reservations: Reservation[];
  savedAt?: string;
}

export async function loadMyReservations(signal: AbortSignal): Promise<MyReservations> {
  try {
    const reservations = await fetchMyReservations(signal);
    void cacheComing(reservations);
    return { reservations };
  } catch (error) {
    const cached = isOffline(error) ? await readCachedReservations() : undefined;
    if (!cached) throw error;
    return cached;
  }
}

async function fetchMyReservations(signal?: AbortSignal): Promise<Reservation[]> {
  return (await answered(apiOrOffline.call(enrolmentRoutes.list, { signal }))).data;
}

/** Places that were offered come last: what is paid for must not be displaced. */
function cacheComing(reservations: Reservation[]): Promise<void> {
  const { offered, coming } = sortReservations(reservations);
  return cacheReservations([...coming, ...offered]);
}

/** One reservation; RESERVATION_NOT_FOUND for an unknown code or somebody else's reservation. */
export function reservationOf(code: string) {
  const params = { reservationId: code };
  return queryOptions({
    ...load(reservationRoutes.read, { params }),
    queryFn: async ({ signal }) => {
      const details = await answered(apiInPlace.call(reservationRoutes.read, { params, signal }));
      void cacheNew(details);
      return details;
    },
  });
}

/** The copy of a coming reservation on this device. */
export async function readCachedReservation(code: string) {
  const cached = await readCachedReservations();
  const reservation = cached?.reservations.find((one) => one.code === code);
  return cached && reservation && { savedAt: cached.savedAt, reservation };
}

/** A link in an e-mail may open a reservation before the list of them was ever loaded. */
async function cacheNew({ code, state, trip }: Reservation): Promise<void> {
  if (!isActive({ state }) || Date.parse(trip.returnDate) <= Date.now()) return;
  const cached = (await readCachedReservations())?.reservations.find((one) => one.code === code);
  if (cached?.state === state) return;
  // The page that was opened works without it.
  const reservations = await fetchMyReservations().catch(() => undefined);
  if (reservations) await cacheComing(reservations);
}

export interface SortedReservations {
  /** Places that were offered from the waiting list, the one whose deadline is nearest first. */
  offered: Reservation[];
  /** Other active reservations of trips that are not over, the nearest first. */
  coming: Reservation[];
  /** Past trips and inactive reservations, the latest first. */
  over: Reservation[];
}

export function sortReservations(reservations: readonly Reservation[], now = Date.now()): SortedReservations {
  const byDate = reservations.toSorted((a, b) => a.trip.date.localeCompare(b.trip.date));
  const isComing = (one: Reservation) => isActive(one) && Date.parse(one.trip.returnDate) > now;
  const coming = byDate.filter(isComing);
  const offered = coming.filter(isOffer).sort((a, b) => deadlineOf(a) - deadlineOf(b));
  return {
    offered,
    coming: coming.filter((one) => !isOffer(one)),
    over: byDate.filter((one) => !isComing(one)).reverse(),
  };
}

function deadlineOf({ status: { until } }: Reservation): number {
  return until === null ? Number.MAX_SAFE_INTEGER : Date.parse(until);
}

/** Reservations whose deposit is due by a deadline, the nearest first; without places that were offered. */
export function holdsToPay(reservations: readonly Reservation[], now = Date.now()): Reservation[] {
  return sortReservations(reservations, now)
    .coming.filter(
      ({ status: { key, until } }) =>
        (key === 'deposit_due' || key === 'added_deposit_due') && until !== null && Date.parse(until) > now,
    )
    .sort((a, b) => deadlineOf(a) - deadlineOf(b));
}

/** The next departure in which the user holds places. */
export function nextDeparture(reservations: readonly Reservation[], now = Date.now()) {
  return sortReservations(reservations, now).coming.find(({ trip }) => Date.parse(trip.date) > now);
}

/** The user's active reservation in a trip: it prevents another one. */
export function activeReservationIn(reservations: readonly Reservation[], tripId: string) {
  return reservations.find((one) => one.trip.id === tripId && isActive(one));
}
