import { apiPaths } from '@passeio/contract/paths';
import {
  type Vehicle,
  type VehicleDepartures,
  type VehiclePeriod,
  vehicleDepartures,
  vehicleList,
} from '@passeio/contract/seats/vehicles';
import { answered, apiInPlace } from '../../session/api';

/** The operator's vehicles. */
export async function loadAllVehicles(_: string, signal: AbortSignal): Promise<Vehicle[]> {
  return (await answered(apiInPlace.get(apiPaths.vehicles, vehicleList, { signal }))).data;
}

/** Trips that vehicles serve in a period, by departure. */
export async function loadVehicleDepartures(
  period: VehiclePeriod,
  signal: AbortSignal,
): Promise<VehicleDepartures['data']> {
  return (await answered(apiInPlace.get(apiPaths.vehicleDepartures, vehicleDepartures, { query: period, signal })))
    .data;
}
