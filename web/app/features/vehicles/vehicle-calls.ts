import { vehicleRoutes } from '@passeio/contract/seats/vehicle-routes';
import type { Vehicle, VehicleDraft, VehicleList } from '@passeio/contract/seats/vehicles';
import { answered, api } from '../session/api';

export function loadVehicles(signal: AbortSignal): Promise<VehicleList> {
  return answered(api.call(vehicleRoutes.list, { signal }));
}

export function loadVehicle(id: string, signal: AbortSignal): Promise<Vehicle> {
  return answered(api.call(vehicleRoutes.read, { params: { id }, signal }));
}

/** Adds a vehicle, or replaces the version that was edited. */
export function saveVehicle(
  draft: VehicleDraft,
  edited: Pick<Vehicle, 'id' | 'version'> | undefined,
): Promise<Vehicle> {
  return answered(
    edited
      ? api.call(vehicleRoutes.change, { params: { id: edited.id }, body: { ...draft, version: edited.version } })
      : api.call(vehicleRoutes.create, { body: draft }),
  );
}

export function archiveVehicle(id: string, isArchived: boolean): Promise<Vehicle> {
  return answered(api.call(vehicleRoutes.archive, { params: { id }, body: { isArchived } }));
}
