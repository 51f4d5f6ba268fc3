import type { WaitingState } from '@passeio/contract/reservations/waiting-list';
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { InstantByDefault } from './column-types.ts';

export interface WaitingListEntriesTable {
  id: string;
  trip_id: string;
  user_id: string;
  party: JSONColumnType<{ fareId: string; count: number }[]>;
  places: number;
  boarding_point_id: string | null;
  /** The client's address while they wait, as rate limits count it. */
  client_network: ColumnType<string | null, string | null | undefined, never>;
  accepted_at: ColumnType<Date | null, Date | string | null, never>;
  /** The order in which they are asked. */
  queue_position: GeneratedAlways<string>;
  state: Generated<WaitingState>;
  reservation_id: string | null;
  told_at: Generated<Date | null>;
  joined_at: InstantByDefault;
  updated_at: InstantByDefault;
}
