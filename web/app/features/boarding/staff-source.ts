import { boardingList, tapResults } from '@passeio/contract/boarding/boarding';
import { apiPaths } from '@passeio/contract/paths';
import { apiOrOffline } from '../session/api';
import { userCacheName } from '../session/user-cache-names';
import type { BoardingSource } from './boarding-sync';

/** The boarding of a trip for the person who is signed in. */
export function staffSource(userId: string, tripId: string): BoardingSource {
  return {
    owner: userId,
    database: userCacheName(userId),
    list: tripId,
    load: () => apiOrOffline.get(apiPaths.boarding(tripId), boardingList),
    send: (body) => apiOrOffline.post(apiPaths.boardingTaps(tripId), tapResults, { body }),
  };
}
