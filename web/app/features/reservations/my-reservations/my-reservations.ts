import { pagePaths } from '@passeio/contract/paths';
import { enrolmentRoutes } from '@passeio/contract/reservations/enrolment-routes';
import { reservationRoutes } from '@passeio/contract/reservations/reservation-routes';
import { type Reservation, reservation as reservationSchema } from '@passeio/contract/reservations/reservations';
import type { WaitingListEntry } from '@passeio/contract/reservations/waiting-list';
import { waitingListRoutes } from '@passeio/contract/reservations/waiting-list-routes';
import { z } from '@passeio/contract/zod';
import { queryOptions } from '@tanstack/react-query';
import { api } from '~/features/session/api';
import { orStored } from '~/features/session/or-stored';
import { readUserCache, writeUserCache } from '~/features/session/own-copies';
import { load } from '~/features/session/queries';
import { deleteCachesOfOthers } from '~/features/session/user-cache';
import { ownerId } from '~/features/session/user-store';
import { cacheForOffline } from '~/lib/offline';
import { isActive, isOffer, isWaiting } from '../status/reservation-states';
import { cacheVoucher, deleteCachedVoucher, hasVoucher, readCachedVoucher } from './voucher';

const NAME = 'coming-reservations';
/** More than a family plans at once; bounds the personal data on a device and the calls for vouchers. */
const MAX_RESERVATIONS = 20;

/** Pages that show them: their HTML shells must be cached too, as those of a reservation and of its voucher. */
const LIST_PAGE = '/minhasreservas';
/** Where a receipt that was shared with the application is sent from. */
const RECEIPT_PAGE = '/comprovante';

/** The user's coming reservations, cached for reading offline. */
const cachedReservations = z.object({
  /** Time of the API's answer, ISO 8601. */
  savedAt: z.string(),
  reservations: z.array(reservationSchema),
});
type CachedReservations = z.infer<typeof cachedReservations>;

/** Caches the coming reservations, the nearest first, and the vouchers of the booked ones. Failures are only logged. */
async function cacheReservations(coming: readonly Reservation[]): Promise<void> {
  const owner = ownerId();
  if (owner === null) return;
  try {
    const reservations = coming.slice(0, MAX_RESERVATIONS);
    const before = (await readCache(owner))?.reservations ?? [];
    await writeCache(owner, { savedAt: new Date().toISOString(), reservations });
    const [next] = reservations;
    if (next) for (const page of [LIST_PAGE, pagePaths.reservation(next.code), RECEIPT_PAGE]) cacheForOffline(page);
    await cacheVouchers(before, reservations);
  } catch (error) {
    console.warn('Reservations could not be cached', error);
  }
}

/** One after the other: the page that was opened comes first. Skips copies of reservations that have not changed. */
async function cacheVouchers(before: readonly Reservation[], coming: readonly Reservation[]): Promise<void> {
  const valid = coming.filter(hasVoucher);
  for (const { code } of before) if (!valid.some((one) => one.code === code)) await deleteCachedVoucher(code);
  const unchanged = new Set(before.map((one) => JSON.stringify(one)));
  for (const one of valid) {
    if (!(unchanged.has(JSON.stringify(one)) && (await readCachedVoucher(one.code)))) await cacheVoucher(one.code);
  }
}

/** The signed-in user's cached reservations of trips that are not over; undefined if there are none. */
async function readCachedReservations(): Promise<CachedReservations | undefined> {
  const owner = ownerId();
  const cached = owner === null ? undefined : await readCache(owner);
  const reservations = cached?.reservations
    .filter(({ trip }) => Date.parse(trip.returnDate) > Date.now())
    // Changes need the network.
    .map((one) => ({ ...one, cancellable: false, changeable: false, payable: false }));
  return cached && reservations?.length ? { ...cached, reservations } : undefined;
}

async function readCache(owner: string): Promise<CachedReservations | undefined> {
  return cachedReservations.safeParse(await readUserCache(owner, NAME).catch(() => undefined)).data;
}

async function writeCache(owner: string, cached: CachedReservations): Promise<void> {
  // The user may have signed out meanwhile, which deleted the cache.
  if (ownerId() !== owner) return;
  await writeUserCache(owner, NAME, cached);
  if (ownerId() !== owner) await deleteCachesOfOthers(ownerId());
}

/** `savedAt` if the API was unreachable: then the reservations are the cached ones, of coming trips only. */
export interface MyReservations {
  reservations: Reservation[];
  savedAt?: string | undefined;
}

/** `onLate`: called with an answer that comes after the copy was taken. */
export function loadMyReservations(
  signal: AbortSignal,
  onLate?: (mine: MyReservations) => void,
): Promise<MyReservations> {
  const answer = fetchMyReservations(signal).then((reservations): MyReservations => {
    void cacheComing(reservations);
    return { reservations, savedAt: undefined };
  });
  return orStored(answer, { readStored: readCachedReservations, ...(onLate && { onLate }) });
}

async function fetchMyReservations(signal?: AbortSignal): Promise<Reservation[]> {
  return (await api.call(enrolmentRoutes.list, { signal, worksOffline: true })).data;
}

/**
 * The lists on which the user waits, the earliest departure first, without those whose places are offered: these are
 * reservations. Empty without an answer, because a place in a line is soon another one. `onLate`: as of reservations.
 */
export function loadWaiting(
  signal: AbortSignal,
  onLate?: (waiting: WaitingListEntry[]) => void,
): Promise<WaitingListEntry[]> {
  const call = api.call(waitingListRoutes.listOwn, { signal, worksOffline: true });
  const answer = call.then(({ data }) => data.filter(isWaiting));
  return orStored(answer, { readStored: async () => [], ...(onLate && { onLate }) });
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
      const details = await api.call(reservationRoutes.read, { params, signal, toast: false });
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
