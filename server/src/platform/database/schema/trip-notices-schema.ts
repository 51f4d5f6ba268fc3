import type { TripChange } from '@passeio/contract/trips/trip-notice';
import type { JSONColumnType } from 'kysely';
import type { InstantByDefault } from './column-types.ts';

interface TripNoticesTable {
  /** In the order of time. */
  id: string;
  trip_id: string;
  changes: JSONColumnType<TripChange[]>;
  /** Null: nobody was to be notified. */
  message: string | null;
  told_count: number;
  created_by: string | null;
  created_at: InstantByDefault;
}

interface TripNoticeReservationsTable {
  notice_id: string;
  reservation_id: string;
  changes: JSONColumnType<(TripChange & { tell: boolean })[]>;
  message: string;
  /** In the log of e-mails; null: no e-mail. */
  email_id: string | null;
}

export interface TripNoticesSchema {
  trip_notices: TripNoticesTable;
  trip_notice_reservations: TripNoticeReservationsTable;
}
