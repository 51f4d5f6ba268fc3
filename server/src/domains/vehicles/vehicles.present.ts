import type { Vehicle } from '@passeio/contract/seats/vehicles';
import type { VehicleRow } from './vehicles.queries.ts';

export function presentVehicle(row: VehicleRow): Vehicle {
  return {
    id: row.id,
    name: row.name,
    plate: row.plate,
    map: row.seat_map,
    seats: row.seats,
    version: row.version,
    isArchived: row.archived_at !== null,
  };
}
