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

/** The page that shows it; its frame must be there too. */
const PAGE = '/minhasreservas';

/** The person's next reservation as this browser has cached it, with what is needed on the road. */
const cachedReservation = z.object({
  /** When it was so, ISO 8601. */
  savedAt: z.string(),
  /** Null where nothing is coming. */
  reservation: reservation.nullable(),
  boardingPoints: z.array(boardingPoint),
});
type Stored = z.infer<typeof cachedReservation>;
export type CachedReservation = Stored & { reservation: Reservation };

/** The first trip that is not over yet in which this person holds a place: also one that is under way. */
export function reservationToCache(coming: readonly Reservation[]): Reservation | undefined {
  return coming.find(({ status }) => reservationStates[status].holdsPlace);
}

/** Keeps what has just been loaded; `coming` as in SortedReservations. Failing is no harm, and only logged. */
export async function cacheReservation(coming: readonly Reservation[]): Promise<void> {
  const owner = ownerId();
  if (owner === null) return;
  try {
    const next = reservationToCache(coming);
    const savedAt = new Date().toISOString();
    // At once without the boarding points, which come from another call.
    await writeCache(owner, { savedAt, reservation: next ?? null, boardingPoints: [] });
    if (!next) return;
    cacheForOffline(PAGE);
    await writeCache(owner, { savedAt, reservation: next, boardingPoints: await loadBoardingPoints(next) });
  } catch (error) {
    console.warn('Reservation could not be cached', error);
  }
}

/** What was cached for whoever is signed in. */
export async function readCachedReservation(): Promise<CachedReservation | undefined> {
  const owner = ownerId();
  if (owner === null) return undefined;
  const { data } = cachedReservation.safeParse(await readUserCache(owner, NAME).catch(() => undefined));
  // Nobody can cancel without a network.
  return data?.reservation ? { ...data, reservation: { ...data.reservation, cancellable: false } } : undefined;
}

async function writeCache(owner: string, cached: Stored): Promise<void> {
  // The person may have gone meanwhile, and what was theirs with them.
  if (ownerId() !== owner) return;
  await writeUserCache(owner, NAME, cached);
  if (ownerId() !== owner) await deleteCachesOfOthers(ownerId());
}

async function loadBoardingPoints({ trip: { slug } }: Reservation): Promise<Stored['boardingPoints']> {
  // Public, and the answer is the same for everybody: no token is needed.
  const publicApi = createApi({ fetch: (path, init) => fetch(path, init) });
  return (await publicApi.get(apiPaths.trip(slug), trip))?.boardingPoints ?? [];
}
