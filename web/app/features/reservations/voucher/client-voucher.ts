import { apiPaths, pagePaths } from '@passeio/contract/paths';
import { voucher } from '@passeio/contract/reservations/voucher';
import { z } from '@passeio/contract/zod';
import { ApiError, isOutOfReach } from '~/lib/api';
import { cacheForOffline } from '~/lib/offline';
import { answered, apiInPlace } from '../../session/api';
import { readUserCache, writeUserCache } from '../../session/user-cache';
import { deleteCachesOfOthers } from '../../session/user-cache-names';
import { ownerId } from '../../session/user-store';
import { clientReservation } from '../client-reservation';

const NAME = 'vouchers';
/** Only the vouchers opened last, so that little personal data stays on a device. */
const MAX_VOUCHERS = 5;
const DAY_MS = 24 * 60 * 60 * 1000;

/** A voucher as the browser reads it. */
const clientVoucher = voucher.extend({ status: clientReservation.shape.status });
export type ClientVoucher = z.infer<typeof clientVoucher>;

/** `savedAt`: time of the API's answer, ISO 8601. */
const savedVoucher = z.object({ savedAt: z.string(), voucher: clientVoucher });
type SavedVoucher = z.infer<typeof savedVoucher>;

/** A voucher, `savedAt` if it is the cached copy, or the sentence that says why there is none. */
export type LoadedVoucher =
  | { voucher: ClientVoucher; savedAt?: string; refusal?: undefined }
  | { voucher?: undefined; refusal: string };

/** Throws an ApiError, RESERVATION_NOT_FOUND for an unknown code or somebody else's reservation. */
export async function loadVoucher(code: string, signal: AbortSignal): Promise<LoadedVoucher> {
  try {
    const loaded = await answered(apiInPlace.get(apiPaths.voucher(code), clientVoucher, { signal }));
    void keep(code, loaded);
    return { voucher: loaded };
  } catch (error) {
    const saved = isOutOfReach(error) ? (await readSaved()).find(({ voucher }) => voucher.code === code) : undefined;
    if (saved) return saved;
    if (!(error instanceof ApiError && error.status === 409)) throw error;
    // A copy of a voucher that is no longer valid must not be shown at the bus.
    void keep(code, undefined);
    return { refusal: error.message };
  }
}

/** Caches a voucher as the one opened last, or forgets it. Failures are only logged. */
async function keep(code: string, opened: ClientVoucher | undefined): Promise<void> {
  const owner = ownerId();
  if (owner === null) return;
  try {
    const others = (await readSaved()).filter(({ voucher }) => voucher.code !== code);
    const saved = opened ? [{ savedAt: new Date().toISOString(), voucher: opened }] : [];
    // The user may have signed out meanwhile, which deleted the cache.
    if (ownerId() !== owner) return;
    await writeUserCache(owner, NAME, [...saved, ...others].slice(0, MAX_VOUCHERS));
    if (ownerId() !== owner) await deleteCachesOfOthers(ownerId());
    else if (opened) cacheForOffline(pagePaths.voucher(code));
  } catch (error) {
    console.warn('Voucher could not be saved', error);
  }
}

/** The signed-in user's cached vouchers, the last opened first; drops trips that ended more than a day ago. */
async function readSaved(): Promise<SavedVoucher[]> {
  const owner = ownerId();
  if (owner === null) return [];
  const { data = [] } = z.array(savedVoucher).safeParse(await readUserCache(owner, NAME).catch(() => undefined));
  return data.filter(({ voucher }) => Date.parse(voucher.trip.returnsAt) > Date.now() - DAY_MS);
}
