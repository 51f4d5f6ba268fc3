import { apiPaths } from '@passeio/contract/paths';
import { type TripWaitingList, tripWaitingList } from '@passeio/contract/reservations/waiting-list';
import { z } from '@passeio/contract/zod';
import { answered, api } from '../session/api';
import { withRetry } from '../session/with-retry';

export function loadTripWaitingList(tripId: string, page: number, signal: AbortSignal): Promise<TripWaitingList> {
  return answered(api.get(apiPaths.waitingEntries(tripId), tripWaitingList, { query: { page }, signal }));
}

/** Puts somebody at another position; 1 is the first who waits. Throws after showing why not. */
export async function moveWaiting(tripId: string, entryId: string, position: number): Promise<void> {
  const path = apiPaths.waitingPosition(tripId, entryId);
  await answered(withRetry(() => api.put(path, z.unknown(), { body: { position } })));
}

/** Takes somebody off the list. Throws after showing why not. */
export async function removeWaiting(tripId: string, entryId: string): Promise<void> {
  await answered(api.delete(apiPaths.waitingEntry(tripId, entryId), z.unknown()));
}

/** Offers free places before somebody's turn. Throws after showing why not. */
export async function offerPlaces(tripId: string, entryId: string): Promise<void> {
  const path = apiPaths.waitingOffer(tripId, entryId);
  // One key for all attempts, so that a lost answer is no second offer.
  const idempotencyKey = crypto.randomUUID();
  await answered(withRetry(() => api.post(path, z.unknown(), { idempotencyKey })));
}
