import { pagePaths } from '@passeio/contract/paths';
import { reservationRoutes } from '@passeio/contract/reservations/reservation-routes';
import type { Reservation } from '@passeio/contract/reservations/reservations';
import { type Voucher, voucher as voucherSchema } from '@passeio/contract/reservations/voucher';
import { z } from '@passeio/contract/zod';
import { queryOptions } from '@tanstack/react-query';
import { api, payerLink } from '~/features/session/api';
import { orStored } from '~/features/session/or-stored';
import { deleteUserFile, linkOwner, readUserCache, writeUserCache } from '~/features/session/own-copies';
import { queryClient } from '~/features/session/queries';
import { deleteCachesOfOthers } from '~/features/session/user-cache';
import { ownerId } from '~/features/session/user-store';
import { ApiError } from '~/lib/api';
import { cacheForOffline } from '~/lib/offline';

/** In place of a code where the payer's link names the reservation. */
export const LINKED = 'link';
/** Page of every payer's link. */
const LINK_PAGE = '/reserva';

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
export function voucherOf(code: string) {
  return queryOptions({ queryKey: ['voucher', code], queryFn: ({ signal }) => loadVoucher(code, signal) });
}

async function loadVoucher(code: string, signal: AbortSignal): Promise<LoadedVoucher> {
  const owner = await copyOwner(code);
  try {
    const answer = api
      .call(reservationRoutes.readVoucher, { params: { reservationId: code }, signal, toast: false })
      .then((loaded): LoadedVoucher => {
        void save(owner, code, loaded);
        return { voucher: loaded };
      });
    return await orStored(answer, {
      readStored: () => readSaved(owner, code),
      onLate: (late) => queryClient.setQueryData(voucherOf(code).queryKey, late),
    });
  } catch (error) {
    const isOver = error instanceof ApiError && (error.status === 409 || error.code === 'RESERVATION_LINK_OVER');
    if (!isOver) throw error;
    // A copy of a voucher that is no longer valid must not be shown at the bus.
    if (owner !== null) void deleteUserFile(owner, nameOf(code));
    return { refusal: error.message };
  }
}

/** Caches the voucher of a booked reservation. A failure is only logged: it is tried again with the next list. */
export async function cacheVoucher(code: string): Promise<void> {
  const owner = ownerId();
  try {
    const params = { reservationId: code };
    await save(owner, code, await api.call(reservationRoutes.readVoucher, { params, session: 'optional' }));
  } catch (error) {
    console.warn('Voucher could not be loaded', error);
  }
}

/** The copy on this device, until a day after its trip. */
export async function readCachedVoucher(code: string): Promise<SavedVoucher | undefined> {
  return readSaved(await copyOwner(code), code);
}

export async function deleteCachedVoucher(code: string): Promise<void> {
  const owner = await copyOwner(code);
  if (owner !== null) await deleteUserFile(owner, nameOf(code));
}

/** The owner of the copy: the signed-in user, or the payer's link by which the page acts. */
async function copyOwner(code: string): Promise<string | null> {
  if (code !== LINKED) return ownerId();
  const link = payerLink();
  return link ? linkOwner(link.token) : null;
}

async function save(owner: string | null, code: string, loaded: Voucher): Promise<void> {
  const until = endOf(loaded);
  if (owner === null || until <= Date.now()) return;
  try {
    await writeUserCache(owner, nameOf(code), { savedAt: new Date().toISOString(), voucher: loaded }, until);
    if (code === LINKED) cacheForOffline(LINK_PAGE);
    // The user may have signed out meanwhile, which deleted the cache.
    else if (ownerId() !== owner) await deleteCachesOfOthers(ownerId());
    else cacheForOffline(pagePaths.voucher(code));
  } catch (error) {
    console.warn('Voucher could not be saved', error);
  }
}

async function readSaved(owner: string | null, code: string): Promise<SavedVoucher | undefined> {
  if (owner === null) return undefined;
  const { data } = savedVoucher.safeParse(await readUserCache(owner, nameOf(code)).catch(() => undefined));
  return data && endOf(data.voucher) > Date.now() ? data : undefined;
}

/** Epoch milliseconds after which nothing is left of a copy. */
function endOf({ trip }: Voucher): number {
  return Date.parse(trip.returnsAt) + DAY_MS;
}
