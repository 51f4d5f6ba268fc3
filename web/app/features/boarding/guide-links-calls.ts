import {
  type GuideLinkList,
  guideLinkList,
  type NewGuideLink,
  newGuideLink,
} from '@passeio/contract/boarding/guide-links';
import { apiPaths } from '@passeio/contract/paths';
import { z } from '@passeio/contract/zod';
import { answered, api, apiOrOffline } from '../session/api';

export function loadGuideLinks(tripId: string, signal: AbortSignal): Promise<GuideLinkList> {
  return answered(apiOrOffline.get(apiPaths.guideLinks(tripId), guideLinkList, { signal }));
}

/** Rejects with an ApiError, whose toast has been shown. */
export function createGuideLink(tripId: string, name: string): Promise<NewGuideLink> {
  return answered(api.post(apiPaths.guideLinks(tripId), newGuideLink, { body: { name } }));
}

/** Rejects with an ApiError, whose toast has been shown. */
export async function revokeGuideLink(tripId: string, linkId: string): Promise<void> {
  await answered(api.delete(apiPaths.guideLink(tripId, linkId), z.object({})));
}
