import type { FinalManifestContent } from '@passeio/contract/boarding/final-manifest';
import type { OpenItem, SettlementFigures } from '@passeio/contract/payments/settlement-report';
import type { Cell } from '@passeio/contract/seats/seat-map';
import type { TripChange } from '@passeio/contract/trips/trip-notice';
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { CalendarDate, Instant, InstantByDefault } from './column-types.ts';

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
  /** When notifying its people began. */
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

interface FinalManifestsTable {
  id: string;
  trip_id: string;
  version: number;
  content: JSONColumnType<FinalManifestContent, string, never>;
  /** Of the content; written by a trigger. */
  content_hash: GeneratedAlways<string>;
  /** Of the content, by the trigger; stays when they are erased. */
  people: GeneratedAlways<number>;
  erased_at: Generated<Date | null>;
  created_by: string;
  created_at: InstantByDefault;
}

interface ReviewsTable {
  id: string;
  reservation_id: string;
  trip_id: string;
  stars: number;
  sentence: Generated<string>;
  may_publish: Generated<boolean>;
  published_at: Generated<Date | null>;
  created_at: InstantByDefault;
  updated_at: InstantByDefault;
}

interface ReviewLinksTable {
  reservation_id: string;
  token_hash: string;
  created_at: InstantByDefault;
}

interface SettlementReportsTable {
  trip_id: string;
  /** Without extras where the accounts were closed before any were sold. */
  figures: JSONColumnType<Omit<SettlementFigures, 'extras'> & Partial<SettlementFigures>, string, never>;
  exceptions: JSONColumnType<OpenItem[], string, never>;
  cash_exceptions: JSONColumnType<OpenItem[], string | undefined, never>;
  note: Generated<string>;
  /** The ledger entries that the figures count. */
  entries: string[];
  created_by: string;
  created_at: InstantByDefault;
}

/** What is kept of a departure. */
export interface TripRecordsSchema {
  road_lists: FinalManifestsTable;
  trip_closings: SettlementReportsTable;
  reviews: ReviewsTable;
  review_links: ReviewLinksTable;
}

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
