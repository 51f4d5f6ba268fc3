import type { ColumnType, Generated } from 'kysely';
import type { CalendarDate, InstantByDefault } from './column-types.ts';

/** What staff decided about a trip's departure. */
export interface DepartureColumns {
  guaranteed_at: Generated<Date | null>;
  guaranteed_by: Generated<string | null>;
  /** When the e-mails of the guarantee were queued; stays if it is taken back. */
  guarantee_told_at: Generated<Date | null>;
  cancelled_at: Generated<Date | null>;
}

interface TripCancellationsTable {
  trip_id: string;
  reason: string;
  /** The last day. */
  choose_until: CalendarDate;
  cancelled_by: string;
  cancelled_at: InstantByDefault;
  /** When its people began to be notified. */
  told_at: Generated<Date | null>;
  /** When all were. */
  done_at: Generated<Date | null>;
}

interface TripCancellationChoicesTable {
  reservation_id: string;
  trip_id: string;
  /** When the payer was notified. */
  received_cents: number;
  email_id: string | null;
  told_at: InstantByDefault;
  /** Null: the payer has not chosen; maintained by triggers, but for 'ended'. */
  outcome: Generated<'ended' | 'refund' | 'credit' | 'moved' | null>;
  moved_to: ColumnType<string | null, never, never>;
  settled_at: ColumnType<Date | null, Date | undefined, never>;
  is_default: Generated<boolean>;
}

interface TripChoiceLinksTable {
  token_hash: string;
  reservation_id: string;
  trip_id: string;
  created_at: InstantByDefault;
}

/** Cancelled departures. */
export interface DeparturesSchema {
  trip_cancellations: TripCancellationsTable;
  trip_cancellation_choices: TripCancellationChoicesTable;
  trip_choice_links: TripChoiceLinksTable;
}
