import { vehicleRoutes } from '@passeio/contract/seats/vehicle-routes';
import type { Vehicle, VehicleDepartures, VehiclePeriod } from '@passeio/contract/seats/vehicles';
import { answered, apiInPlace } from '../../session/api';

/** The operator's vehicles. */
export async function loadAllVehicles(_: string, signal: AbortSignal): Promise<Vehicle[]> {
  return (await answered(apiInPlace.call(vehicleRoutes.list, { signal }))).data;
}

/** Trips that vehicles serve in a period, by departure. */
export async function loadVehicleDepartures(
  period: VehiclePeriod,
  signal: AbortSignal,
): Promise<VehicleDepartures['data']> {
  return (await answered(apiInPlace.call(vehicleRoutes.listDepartures, { query: period, signal }))).data;
}
