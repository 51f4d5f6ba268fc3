import type { BoardingDecision } from '@passeio/contract/boarding/boarding';
import type { Generated, GeneratedAlways } from 'kysely';
import type { Instant, InstantByDefault } from './column-types.ts';

interface BoardingTapsTable {
  id: string;
  trip_id: string;
  participant_id: string;
  decision: BoardingDecision;
  tapped_at: Instant;
  clock_offset_ms: number;
  /** By the server's clock; set by a trigger. */
  decided_at: GeneratedAlways<Date>;
  device_id: string;
  /** Null where a guide tapped. */
  recorded_by: string | null;
  guide_link_id: string | null;
  recorded_at: InstantByDefault;
  /** Up to when the phone knew the taps of others. */
  seen_at: Instant | null;
  /** Of a correction after attendance has closed. */
  reason: Generated<string | null>;
}

interface GuideLinksTable {
  id: string;
  trip_id: string;
  name: string;
  token_hash: string;
  pin_hash: string;
  failed_attempts: Generated<number>;
  locked_until: Date | null;
  created_by: string;
  created_at: InstantByDefault;
  revoked_at: Date | null;
  /** When the name was erased. */
  erased_at: Generated<Date | null>;
}

interface TripGuidesTable {
  trip_id: string;
  user_id: string;
}

interface GuideSessionsTable {
  token_hash: string;
  link_id: string;
  expires_at: Instant;
}

/** Boarding, and guides' links to it. */
export interface BoardingSchema {
  boarding_taps: BoardingTapsTable;
  guide_links: GuideLinksTable;
  guide_sessions: GuideSessionsTable;
  trip_guides: TripGuidesTable;
}
