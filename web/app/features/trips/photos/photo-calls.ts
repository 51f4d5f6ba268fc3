import type { TripImageOrder } from '@passeio/contract/trips/trip-changes';
import { tripEditingRoutes } from '@passeio/contract/trips/trip-editing-routes';
import { tripRoutes } from '@passeio/contract/trips/trip-routes';
import type { TripImage } from '@passeio/contract/trips/trips';
import { api } from '../../session/api';

/**
 * What the pictures of a trip ask of the API; every change answers all of them, in their order. Failures are shown
 * beside the picture.
 */
export const photoCalls = {
  upload(tripId: string, file: File, onProgress: (part: number) => void, signal: AbortSignal): Promise<TripImage[]> {
    const body = { images: [file] };
    return imagesOf(
      api.call(tripEditingRoutes.addImages, { params: { tripId }, body, signal, toast: false, onProgress }),
    );
  },
  arrange: (tripId: string, images: TripImageOrder['images']): Promise<TripImage[]> =>
    imagesOf(api.call(tripEditingRoutes.orderImages, { params: { tripId }, body: { images }, toast: false })),
  remove: (tripId: string, imageId: string): Promise<TripImage[]> =>
    imagesOf(api.call(tripEditingRoutes.removeImage, { params: { tripId, imageId }, toast: false })),
  load: async (tripId: string): Promise<TripImage[]> =>
    (await api.call(tripRoutes.read, { params: { id: tripId }, toast: false })).tripImages,
};
export type PhotoCalls = typeof photoCalls;

async function imagesOf(call: Promise<{ data: TripImage[] }>): Promise<TripImage[]> {
  return (await call).data;
}
