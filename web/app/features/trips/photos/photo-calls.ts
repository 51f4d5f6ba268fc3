import type { TripImageOrder } from '@passeio/contract/trips/trip-changes';
import { tripEditingRoutes } from '@passeio/contract/trips/trip-editing-routes';
import { tripRoutes } from '@passeio/contract/trips/trip-routes';
import type { TripImage } from '@passeio/contract/trips/trips';
import { createApi } from '~/lib/api';
import { leftWhenRefused, orRedirect, uploadApi } from '../../session/api';
import { fetchWithToken } from '../../session/token';

// Failures are shown beside the picture, not in a toast.
const onFailure = (error: Parameters<typeof leftWhenRefused>[0]) => (leftWhenRefused(error) ? 'handled' : 'rethrow');
const api = createApi({ fetch: fetchWithToken, onFailure });

/** What the pictures of a trip ask of the API; every change answers all of them, in their order. */
export const photoCalls = {
  upload(tripId: string, file: File, onProgress: (part: number) => void, signal: AbortSignal): Promise<TripImage[]> {
    const body = { images: [file] };
    return imagesOf(uploadApi(onProgress).call(tripEditingRoutes.addImages, { params: { tripId }, body, signal }));
  },
  arrange: (tripId: string, images: TripImageOrder['images']): Promise<TripImage[]> =>
    imagesOf(api.call(tripEditingRoutes.orderImages, { params: { tripId }, body: { images } })),
  remove: (tripId: string, imageId: string): Promise<TripImage[]> =>
    imagesOf(api.call(tripEditingRoutes.removeImage, { params: { tripId, imageId } })),
  load: async (tripId: string): Promise<TripImage[]> =>
    (await orRedirect(api.call(tripRoutes.read, { params: { id: tripId } }))).tripImages,
};
export type PhotoCalls = typeof photoCalls;

async function imagesOf(call: Promise<{ data: TripImage[] } | undefined>): Promise<TripImage[]> {
  const { data } = await orRedirect(call);
  return data;
}
