import { readSaved, type SavedBoarding } from '~/features/boarding/saved-boarding';
import { unsealAll } from '~/features/boarding/vault';
import { userCacheName } from '~/features/session/user-cache';
import { ownerId } from '~/features/session/user-store';

/**
 * The boarding lists that this browser has of the person who is signed in, by departure; none if they cannot be read.
 */
export async function readStoredBoardings(): Promise<SavedBoarding[]> {
  const owner = ownerId();
  if (owner === null) return [];
  const stored = await unsealAll(userCacheName(owner)).catch(() => []);
  return stored
    .flatMap((one) => readSaved(one) ?? [])
    .sort((a, b) => Date.parse(a.list.trip.date) - Date.parse(b.list.trip.date));
}
