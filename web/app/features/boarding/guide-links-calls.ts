import { boardingRoutes } from '@passeio/contract/boarding/boarding-routes';
import type { GuideLinkList, NewGuideLink } from '@passeio/contract/boarding/guide-links';
import { answered, api, apiOrOffline } from '../session/api';

export function loadGuideLinks(tripId: string, signal: AbortSignal): Promise<GuideLinkList> {
  return answered(apiOrOffline.call(boardingRoutes.listGuideLinks, { params: { tripId }, signal }));
}

/** Rejects with an ApiError, whose toast has been shown. */
export function createGuideLink(tripId: string, name: string): Promise<NewGuideLink> {
  return answered(api.call(boardingRoutes.createGuideLink, { params: { tripId }, body: { name } }));
}

/** Rejects with an ApiError, whose toast has been shown. */
export async function revokeGuideLink(tripId: string, linkId: string): Promise<void> {
  await answered(api.call(boardingRoutes.revokeGuideLink, { params: { tripId, linkId } }));
}
