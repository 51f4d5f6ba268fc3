import type { TripWaitingList } from '@passeio/contract/reservations/waiting-list';
import { waitingListRoutes } from '@passeio/contract/reservations/waiting-list-routes';
import { answered, api } from '../session/api';
import { withRetry } from '../session/with-retry';

export function loadTripWaitingList(tripId: string, page: number, signal: AbortSignal): Promise<TripWaitingList> {
  return answered(api.call(waitingListRoutes.list, { params: { tripId }, query: { page }, signal }));
}

/** Puts somebody at another position; 1 is the first who waits. Throws after showing why not. */
export async function moveWaiting(tripId: string, entryId: string, position: number): Promise<void> {
  const input = { params: { tripId, entryId }, body: { position } };
  await answered(withRetry(() => api.callUnchecked(waitingListRoutes.move, input)));
}

/** Takes somebody off the list. Throws after showing why not. */
export async function removeWaiting(tripId: string, entryId: string): Promise<void> {
  await answered(api.callUnchecked(waitingListRoutes.remove, { params: { tripId, entryId } }));
}

/** Offers free places before somebody's turn. Throws after showing why not. */
export async function offerPlaces(tripId: string, entryId: string): Promise<void> {
  await answered(withRetry(() => api.callUnchecked(waitingListRoutes.offer, { params: { tripId, entryId } })));
}
