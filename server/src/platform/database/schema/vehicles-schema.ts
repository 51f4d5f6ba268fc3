import type { Cell } from '@passeio/contract/seats/seat-map';
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { Instant, InstantByDefault } from './column-types.ts';

interface VehiclesTable {
  id: string;
  name: string;
  plate: Generated<string>;
  seat_map: JSONColumnType<Cell[][]>;
  /** Of the map; generated. */
  seats: GeneratedAlways<number>;
  version: Generated<number>;
  archived_at: Instant | null;
  created_at: InstantByDefault;
  updated_at: InstantByDefault;
}

/** A vehicle of a trip, as it was when the trip was given it. */
interface TripVehiclesTable {
  id: string;
  trip_id: string;
  vehicle_id: string;
  position: number;
  name: string;
  seat_map: JSONColumnType<Cell[][]>;
  /** Of the map; generated. */
  seats: GeneratedAlways<number>;
}

export interface VehiclesSchema {
  vehicles: VehiclesTable;
  trip_vehicles: TripVehiclesTable;
}
