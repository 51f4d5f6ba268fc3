import { pagePaths } from '@passeio/contract/paths';
import { z } from '@passeio/contract/zod';
import { cacheForOffline } from '~/lib/offline';
import { readUserCache, writeUserCache } from '../session/user-cache';
import { deleteCachesOfOthers } from '../session/user-cache-names';
import { ownerId } from '../session/user-store';
import { type ClientReservation, clientReservation } from './client-reservation';

const NAME = 'next-reservation';

/** The list that shows it: its HTML shell must be cached too, as that of the reservation's own page. */
const PAGE = '/minhasreservas';

/** Where a receipt that was shared with the application is sent from. */
const RECEIPT_PAGE = '/comprovante';

/** The user's next reservation, cached for reading offline. */
const cachedReservation = z.object({
  /** Time of the API's answer, ISO 8601. */
  savedAt: z.string(),
  /** Null without an upcoming reservation. */
  reservation: clientReservation.nullable(),
});
type Stored = z.infer<typeof cachedReservation>;
export type CachedReservation = Stored & { reservation: ClientReservation };

/** Caches the next of the loaded reservations; `coming` in the order in which they matter. Failures are only logged. */
export async function cacheReservation(coming: readonly ClientReservation[]): Promise<void> {
  const owner = ownerId();
  if (owner === null) return;
  try {
    const next = coming[0];
    await writeCache(owner, { savedAt: new Date().toISOString(), reservation: next ?? null });
    if (!next) return;
    cacheForOffline(PAGE);
    cacheForOffline(pagePaths.reservation(next.code));
    cacheForOffline(RECEIPT_PAGE);
  } catch (error) {
    console.warn('Reservation could not be cached', error);
  }
}

/** The signed-in user's cached reservation. */
export async function readCachedReservation(): Promise<CachedReservation | undefined> {
  const owner = ownerId();
  if (owner === null) return undefined;
  const { data } = cachedReservation.safeParse(await readUserCache(owner, NAME).catch(() => undefined));
  // Changes need the network.
  return data?.reservation
    ? { ...data, reservation: { ...data.reservation, cancellable: false, changeable: false, payable: false } }
    : undefined;
}

async function writeCache(owner: string, cached: Stored): Promise<void> {
  // The user may have signed out meanwhile, which deleted the cache.
  if (ownerId() !== owner) return;
  await writeUserCache(owner, NAME, cached);
  if (ownerId() !== owner) await deleteCachesOfOthers(ownerId());
}
