import { apiPaths } from '@passeio/contract/paths';
import { tripWaitingList, waitingPerson } from '@passeio/contract/reservations/waiting-list';
import { z } from '@passeio/contract/zod';
import { answered, api } from '../session/api';
import { withRetry } from '../session/with-retry';

// A tab may be older than the server.
const clientWaitingPerson = waitingPerson.extend({ state: z.string() });
export type ClientWaitingPerson = z.infer<typeof clientWaitingPerson>;

const clientTripWaitingList = tripWaitingList.extend({ data: z.array(clientWaitingPerson) });
export type ClientTripWaitingList = z.infer<typeof clientTripWaitingList>;

export function loadTripWaitingList(tripId: string, page: number, signal: AbortSignal): Promise<ClientTripWaitingList> {
  return answered(api.get(apiPaths.waitingEntries(tripId), clientTripWaitingList, { query: { page }, signal }));
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
