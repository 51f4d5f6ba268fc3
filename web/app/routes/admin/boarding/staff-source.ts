import { boardingRoutes } from '@passeio/contract/boarding/boarding-routes';
import type { BoardingSource } from '~/features/boarding/boarding-sync';
import { apiOrOffline } from '~/features/session/api';
import { userCacheName } from '~/features/session/user-cache-names';

/** The boarding of a trip for the person who is signed in. */
export function staffSource(userId: string, tripId: string): BoardingSource {
  const params = { tripId };
  return {
    owner: userId,
    database: userCacheName(userId),
    list: tripId,
    load: () => apiOrOffline.call(boardingRoutes.list, { params }),
    send: (body) => apiOrOffline.call(boardingRoutes.recordTaps, { params, body }),
  };
}
