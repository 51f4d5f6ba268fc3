import { pagePaths } from '@passeio/contract/paths';
import { reservationRoutes } from '@passeio/contract/reservations/reservation-routes';
import type { Reservation } from '@passeio/contract/reservations/reservations';
import { type Voucher, voucher as voucherSchema } from '@passeio/contract/reservations/voucher';
import { z } from '@passeio/contract/zod';
import { ApiError, isOffline } from '~/lib/api';
import { cacheForOffline } from '~/lib/offline';
import { apiInPlace, orRedirect } from '../session/api';
import { quietApi } from '../session/profile';
import { deleteCachesOfOthers, deleteUserFile, readUserCache, writeUserCache } from '../session/user-cache';
import { ownerId } from '../session/user-store';

const nameOf = (code: string) => `voucher-${code}`;
const DAY_MS = 24 * 60 * 60 * 1000;

/** `savedAt`: time of the API's answer, ISO 8601. */
const savedVoucher = z.object({ savedAt: z.string(), voucher: voucherSchema });
type SavedVoucher = z.infer<typeof savedVoucher>;

/** A voucher, `savedAt` if it is the cached copy, or the sentence that says why there is none. */
export type LoadedVoucher =
  | { voucher: Voucher; savedAt?: string; refusal?: undefined }
  | { voucher?: undefined; savedAt?: undefined; refusal: string };

/** Whether there is a voucher: for a booked reservation, until its trip is over or cancelled. */
export function hasVoucher({ state, status, trip }: Pick<Reservation, 'state' | 'status' | 'trip'>): boolean {
  return state === 'booked' && status.key !== 'departure_cancelled' && Date.parse(trip.returnDate) > Date.now();
}

/** Throws an ApiError, RESERVATION_NOT_FOUND for an unknown code or somebody else's reservation. */
export async function loadVoucher(code: string, signal: AbortSignal): Promise<LoadedVoucher> {
  try {
    const loaded = await orRedirect(
      apiInPlace.call(reservationRoutes.readVoucher, { params: { reservationId: code }, signal }),
    );
    void save(code, loaded);
    return { voucher: loaded };
  } catch (error) {
    const saved = isOffline(error) ? await readSaved(code) : undefined;
    if (saved) return saved;
    if (!(error instanceof ApiError && error.status === 409)) throw error;
    // A copy of a voucher that is no longer valid must not be shown at the bus.
    void deleteCachedVoucher(code);
    return { refusal: error.message };
  }
}

/** Caches the voucher of a booked reservation. A failure is only logged: it is tried again with the next list. */
export async function cacheVoucher(code: string): Promise<void> {
  try {
    const loaded = await quietApi.call(reservationRoutes.readVoucher, { params: { reservationId: code } });
    if (loaded) await save(code, loaded);
  } catch (error) {
    console.warn('Voucher could not be loaded', error);
  }
}

export async function hasCachedVoucher(code: string): Promise<boolean> {
  return (await readSaved(code)) !== undefined;
}

export async function deleteCachedVoucher(code: string): Promise<void> {
  const owner = ownerId();
  if (owner !== null) await deleteUserFile(owner, nameOf(code));
}

async function save(code: string, loaded: Voucher): Promise<void> {
  const owner = ownerId();
  if (owner === null) return;
  try {
    await writeUserCache(owner, nameOf(code), { savedAt: new Date().toISOString(), voucher: loaded });
    // The user may have signed out meanwhile, which deleted the cache.
    if (ownerId() !== owner) await deleteCachesOfOthers(ownerId());
    else cacheForOffline(pagePaths.voucher(code));
  } catch (error) {
    console.warn('Voucher could not be saved', error);
  }
}

/** The signed-in user's cached voucher, until a day after its trip. */
async function readSaved(code: string): Promise<SavedVoucher | undefined> {
  const owner = ownerId();
  if (owner === null) return undefined;
  const { data } = savedVoucher.safeParse(await readUserCache(owner, nameOf(code)).catch(() => undefined));
  return data && Date.parse(data.voucher.trip.returnsAt) > Date.now() - DAY_MS ? data : undefined;
}
