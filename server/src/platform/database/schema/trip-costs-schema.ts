import type { Generated } from 'kysely';
import type { InstantByDefault } from './column-types.ts';

export interface TripCostsTable {
  trip_id: string;
  vehicle_cents: number;
  guide_cents: number;
  other_cents: number;
  ticket_cents: number;
  meal_cents: number;
  version: Generated<number>;
  updated_at: InstantByDefault;
}
