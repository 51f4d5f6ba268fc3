import { seatRoutes } from '@passeio/contract/seats/seat-routes';
import type { TripSeats } from '@passeio/contract/seats/seats';
import type { VehicleSwap, VehicleSwapDraft } from '@passeio/contract/seats/vehicle-swaps';
import { answered, apiInPlace } from '../session/api';

/** What giving a trip these vehicles would do. */
export function loadSwap(
  tripId: string,
  { vehicleIds, seatsEverybody }: Pick<VehicleSwapDraft, 'vehicleIds' | 'seatsEverybody'>,
  signal?: AbortSignal,
): Promise<VehicleSwap> {
  const query = { vehicleIds: vehicleIds.join(','), seatsEverybody };
  return answered(apiInPlace.call(seatRoutes.previewSwap, { params: { tripId }, query, signal }));
}

/** Throws ApiError SWAP_CHANGED if the preview would now be another. */
export function saveSwap(tripId: string, draft: VehicleSwapDraft): Promise<TripSeats> {
  return answered(apiInPlace.call(seatRoutes.swapVehicles, { params: { tripId }, body: draft }));
}
