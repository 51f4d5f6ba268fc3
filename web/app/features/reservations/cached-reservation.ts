import { apiPaths } from '@passeio/contract/paths';
import { reservationStates } from '@passeio/contract/reservation-states';
import { type Reservation, reservation } from '@passeio/contract/reservations';
import { boardingPoint, trip } from '@passeio/contract/trips';
import { z } from '@passeio/contract/zod';
import { createApi } from '~/lib/api';
import { cacheForOffline } from '~/lib/offline';
import { readUserCache, writeUserCache } from '../session/user-cache';
import { deleteCachesOfOthers } from '../session/user-cache-names';
import { ownerId } from '../session/user-store';

const NAME = 'next-reservation';

/** The page that shows it: its HTML shell must be cached too. */
const PAGE = '/minhasreservas';

/** The user's next reservation, cached for reading offline. */
const cachedReservation = z.object({
  /** Time of the API's answer, ISO 8601. */
  savedAt: z.string(),
  /** Null without an upcoming reservation. */
  reservation: reservation.nullable(),
  boardingPoints: z.array(boardingPoint),
});
type Stored = z.infer<typeof cachedReservation>;
export type CachedReservation = Stored & { reservation: Reservation };

/** The first reservation that holds a place; the trip may be under way. */
export function reservationToCache(coming: readonly Reservation[]): Reservation | undefined {
  return coming.find(({ status }) => reservationStates[status].holdsPlace);
}

/** Caches the next of the loaded reservations; `coming` as in SortedReservations. Failures are only logged. */
export async function cacheReservation(coming: readonly Reservation[]): Promise<void> {
  const owner = ownerId();
  if (owner === null) return;
  try {
    const next = reservationToCache(coming);
    const savedAt = new Date().toISOString();
    // Cached at once without the boarding points, which need another call.
    await writeCache(owner, { savedAt, reservation: next ?? null, boardingPoints: [] });
    if (!next) return;
    cacheForOffline(PAGE);
    await writeCache(owner, { savedAt, reservation: next, boardingPoints: await loadBoardingPoints(next) });
  } catch (error) {
    console.warn('Reservation could not be cached', error);
  }
}

/** The signed-in user's cached reservation. */
export async function readCachedReservation(): Promise<CachedReservation | undefined> {
  const owner = ownerId();
  if (owner === null) return undefined;
  const { data } = cachedReservation.safeParse(await readUserCache(owner, NAME).catch(() => undefined));
  // Cancelling needs the network.
  return data?.reservation ? { ...data, reservation: { ...data.reservation, cancellable: false } } : undefined;
}

async function writeCache(owner: string, cached: Stored): Promise<void> {
  // The user may have signed out meanwhile, which deleted the cache.
  if (ownerId() !== owner) return;
  await writeUserCache(owner, NAME, cached);
  if (ownerId() !== owner) await deleteCachesOfOthers(ownerId());
}

async function loadBoardingPoints({ trip: { slug } }: Reservation): Promise<Stored['boardingPoints']> {
  // Public: no token is needed.
  const publicApi = createApi({ fetch: (path, init) => fetch(path, init) });
  return (await publicApi.get(apiPaths.trip(slug), trip))?.boardingPoints ?? [];
}
