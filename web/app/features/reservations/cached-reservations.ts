import { pagePaths } from '@passeio/contract/paths';
import { type Reservation, reservation as reservationSchema } from '@passeio/contract/reservations/reservations';
import { z } from '@passeio/contract/zod';
import { cacheForOffline } from '~/lib/offline';
import { readUserCache, writeUserCache } from '../session/user-cache';
import { deleteCachesOfOthers } from '../session/user-cache-names';
import { ownerId } from '../session/user-store';
import { cacheVoucher, deleteCachedVoucher, hasCachedVoucher, hasVoucher } from './voucher/load-voucher';

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
export type CachedReservations = z.infer<typeof cachedReservations>;

/** Caches the coming reservations, the nearest first, and the vouchers of the booked ones. Failures are only logged. */
export async function cacheReservations(coming: readonly Reservation[]): Promise<void> {
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
    if (!(unchanged.has(JSON.stringify(one)) && (await hasCachedVoucher(one.code)))) await cacheVoucher(one.code);
  }
}

/** The signed-in user's cached reservations of trips that are not over; undefined if there are none. */
export async function readCachedReservations(): Promise<CachedReservations | undefined> {
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
