import type { WaitingListEntry } from '@passeio/contract/reservations/waiting-list';
import { waitingListRoutes } from '@passeio/contract/reservations/waiting-list-routes';
import { isOffline } from '~/lib/api';
import { answered, apiOrOffline } from '../../session/api';
import { isWaiting } from '../reservation-states';

/**
 * The lists on which the user waits, the earliest departure first, without those whose places are offered: these are
 * reservations. Empty without a network, because a place in a line is soon another one.
 */
export async function loadWaiting(signal: AbortSignal): Promise<WaitingListEntry[]> {
  try {
    const { data } = await answered(apiOrOffline.call(waitingListRoutes.listOwn, { signal }));
    return data.filter(isWaiting);
  } catch (error) {
    if (isOffline(error)) return [];
    throw error;
  }
}
