import type { Cell } from '@passeio/contract/seat-map';
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { Instant, InstantByDefault } from './column-types.ts';

export interface VehiclesTable {
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
