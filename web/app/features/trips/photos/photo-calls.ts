import { apiPaths } from '@passeio/contract/paths';
import { type TripImageOrder, tripImageList } from '@passeio/contract/trips/trip-changes';
import { type TripImage, trip as tripSchema } from '@passeio/contract/trips/trips';
import { createApi } from '~/lib/api';
import { answered, leftWhenRefused } from '../../session/api';
import { fetchWithToken } from '../../session/bearer';
import { uploadApi } from '../../session/upload-api';
import { expireTrips } from '../trips-store';

// Failures are shown beside the picture, not in a toast.
const onFailure = (error: Parameters<typeof leftWhenRefused>[0]) => (leftWhenRefused(error) ? 'handled' : 'rethrow');
const api = createApi({ fetch: fetchWithToken, onFailure });

/** What the pictures of a trip ask of the API; every change answers all of them, in their order. */
export const photoCalls = {
  upload(tripId: string, file: File, onProgress: (part: number) => void, signal: AbortSignal): Promise<TripImage[]> {
    const body = new FormData();
    body.append('images', file);
    return imagesOf(uploadApi(onProgress).post(apiPaths.tripImages(tripId), tripImageList, { body, signal }));
  },
  arrange: (tripId: string, images: TripImageOrder['images']): Promise<TripImage[]> =>
    imagesOf(api.put(apiPaths.tripImages(tripId), tripImageList, { body: { images } })),
  remove: (tripId: string, imageId: string): Promise<TripImage[]> =>
    imagesOf(api.delete(apiPaths.tripImage(tripId, imageId), tripImageList)),
  load: async (tripId: string): Promise<TripImage[]> =>
    (await answered(api.get(apiPaths.trip(tripId), tripSchema))).tripImages,
};
export type PhotoCalls = typeof photoCalls;

async function imagesOf(call: Promise<{ data: TripImage[] } | undefined>): Promise<TripImage[]> {
  const { data } = await answered(call);
  expireTrips();
  return data;
}
