import type { BoardingDecision } from '@passeio/contract/boarding';
import type { GeneratedAlways } from 'kysely';
import type { Instant, InstantByDefault } from './column-types.ts';

export interface BoardingTapsTable {
  id: string;
  trip_id: string;
  participant_id: string;
  decision: BoardingDecision;
  tapped_at: Instant;
  clock_offset_ms: number;
  /** By the server's clock; set by a trigger. */
  decided_at: GeneratedAlways<Date>;
  device_id: string;
  recorded_by: string;
  recorded_at: InstantByDefault;
}
