import { apiPaths } from '@passeio/contract/paths';
import {
  type Vehicle,
  type VehicleDraft,
  type VehicleList,
  vehicle,
  vehicleList,
} from '@passeio/contract/seats/vehicles';
import { answered, api } from '../session/api';

export function loadVehicles(signal: AbortSignal): Promise<VehicleList> {
  return answered(api.get(apiPaths.vehicles, vehicleList, { signal }));
}

export function loadVehicle(id: string, signal: AbortSignal): Promise<Vehicle> {
  return answered(api.get(apiPaths.vehicle(id), vehicle, { signal }));
}

/** Adds a vehicle, or replaces the version that was edited. */
export function saveVehicle(
  draft: VehicleDraft,
  edited: Pick<Vehicle, 'id' | 'version'> | undefined,
  idempotencyKey: string,
): Promise<Vehicle> {
  return answered(
    edited
      ? api.put(apiPaths.vehicle(edited.id), vehicle, { body: { ...draft, version: edited.version } })
      : api.post(apiPaths.vehicles, vehicle, { body: draft, idempotencyKey }),
  );
}

export function archiveVehicle(id: string, isArchived: boolean): Promise<Vehicle> {
  return answered(api.put(apiPaths.vehicleArchive(id), vehicle, { body: { isArchived } }));
}
