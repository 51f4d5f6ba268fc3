import { apiPaths } from '@passeio/contract/paths';
import { isOutOfReach } from '~/lib/api';
import { answered, apiOrOffline } from '../../session/api';
import { type ClientWaitingEntry, clientWaitingList, isWaiting } from './client-waiting';

/**
 * The lists on which the user waits, the earliest departure first, without those whose places are offered: these are
 * reservations. Empty without a network, because a place in a line is soon another one.
 */
export async function loadWaiting(signal: AbortSignal): Promise<ClientWaitingEntry[]> {
  try {
    const { data } = await answered(apiOrOffline.get(apiPaths.myWaitingList, clientWaitingList, { signal }));
    return data.filter(isWaiting);
  } catch (error) {
    if (isOutOfReach(error)) return [];
    throw error;
  }
}
