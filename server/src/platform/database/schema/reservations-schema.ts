import type { AcceptedPolicy } from '@passeio/contract/reservations/cancellation';
import type { AgreedInstalment } from '@passeio/contract/reservations/instalments';
import type { LineKind } from '@passeio/contract/reservations/lines';
import type { StatementMeans } from '@passeio/contract/reservations/minor-statement';
import type { Participant, PersonField } from '@passeio/contract/reservations/participants';
import type { ReservationState } from '@passeio/contract/reservations/reservation-states';
import type { WaitingState } from '@passeio/contract/reservations/waiting-list';
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { DocumentType } from '../../http/document-files.ts';
import type { Columns } from '../column-names.ts';
import type { CalendarDate, Instant, InstantByDefault } from './column-types.ts';

interface ReservationsTable {
  id: string;
  code: string;
  trip_id: string;
  user_id: string;
  state: ReservationState;
  /** Whether it holds places. */
  is_active: GeneratedAlways<boolean>;
  places: number;
  total_cents: number;
  deposit_cents: number;
  channel: 'site' | 'operator' | 'waiting_list';
  hold_expires_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  hold_warned_at: Generated<Date | null>;
  /** When it was asked for in a trip on request; null: it needed no answer. */
  requested_at: ColumnType<Date | null, Date | string | null | undefined, never>;
  /** When the operator accepted or refused it. */
  answered_at: Generated<Date | null>;
  answered_by: Generated<string | null>;
  /** Why it was refused, as the client reads it. */
  refusal: Generated<string | null>;
  policy: JSONColumnType<AcceptedPolicy> | null;
  /** The client's address while places are unpaid, as rate limits count it. */
  client_network: ColumnType<string | null, string | null | undefined, string | null>;
  /** When the payer was notified that it was received. */
  acknowledged_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  accepted_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  request_key: Generated<string | null>;
  request_fingerprint: Generated<string | null>;
  /** The sums of its ledger: payments less refunds; refunds; those of them that became credit of the payer. */
  received_cents: Generated<number>;
  refunded_cents: Generated<number>;
  credited_cents: Generated<number>;
  /** What the operator keeps of a cancelled reservation. */
  retained_cents: Generated<number>;
  /** Since when a receipt waits. */
  receipt_submitted_at: Generated<Date | null>;
  /** When the receipt came that stopped the clock of this hold. */
  clock_stopped_at: Generated<Date | null>;
  /** What cards would settle about which their bank has not decided, and since when the latest is known. */
  card_review_cents: Generated<number>;
  card_review_at: ColumnType<Date | null, never, Date | null>;
  /** The day for which the earliest refund is promised. */
  refund_due_on: Generated<CalendarDate | null>;
  cancellation_reason: Generated<string>;
  /** When it came from another departure. */
  moved_at: Generated<Date | null>;
  /** The coupon with which it was made. */
  coupon_id: ColumnType<string | null, string | null | undefined, never>;
  created_at: InstantByDefault;
  updated_at: InstantByDefault;
  cancelled_at: Instant | null;
  cancelled_by: Generated<string | null>;
  /** Until when the payer chooses what becomes of a reservation whose departure was cancelled. */
  choose_until: Generated<Date | null>;
  /** Of its balance, as they were agreed; null: it is paid at once. Reserving writes rows as JSON. */
  instalments: ColumnType<AgreedInstalment[] | null, AgreedInstalment[] | null | undefined, string | null>;
  /** Of which the payer was reminded last: its day and 'soon', 'today' or 'overdue'. */
  instalment_reminder: Generated<string | null>;
  instalment_reminded_at: Generated<Date | null>;
  /** Whether its people pay a share each. */
  splits_payment: Generated<boolean>;
}

interface ReservationLinesTable {
  id: string;
  reservation_id: string;
  participant_id: string | null;
  kind: LineKind;
  label: string;
  quantity: Generated<number>;
  unit_cents: number;
  source_id: string;
  is_refundable: Generated<boolean>;
  created_by: string | null;
  created_at: InstantByDefault;
  ended_at: ColumnType<Date | null, undefined, Date>;
}

interface ReservationNotesTable {
  /** In the order of time. */
  id: string;
  reservation_id: string;
  author_id: string;
  text: string;
  created_at: InstantByDefault;
  edited_at: Generated<Date | null>;
}

interface ReservationTagsTable {
  id: string;
  reservation_id: string;
  /** From 1 to 10: a reservation has no more. */
  position: number;
  label: string;
  /** The label without case and accents. */
  key: GeneratedAlways<string>;
  created_by: string;
  created_at: InstantByDefault;
}

interface ReservationStatesTable {
  state: ReservationState;
  holds_places: boolean;
}

interface ReservationStateTransitionsTable {
  from_state: ReservationState;
  to_state: ReservationState;
}

export interface ReservationsSchema {
  reservations: ReservationsTable;
  reservation_lines: ReservationLinesTable;
  reservation_notes: ReservationNotesTable;
  reservation_tags: ReservationTagsTable;
  reservation_states: ReservationStatesTable;
  reservation_state_transitions: ReservationStateTransitionsTable;
}

type Data = Pick<Participant, PersonField>;

/** The columns of a person's data have the names and types of the contract. */
export interface ParticipantsTable
  extends Columns<{ [Key in PersonField]: null extends Data[Key] ? Data[Key] : Generated<Data[Key]> }> {
  id: string;
  reservation_id: string;
  /** Repeats the reservation's, like `is_active`; a foreign key carries changes over. */
  trip_id: string;
  is_active: boolean;
  position: number;
  fare_id: string;
  fare_label: string;
  takes_place: boolean;
  companion_id: string | null;
  user_id: string | null;
  /** The seat, of a vehicle of the trip; a trigger takes it away from who stops travelling. */
  trip_vehicle_id: Generated<string | null>;
  seat: Generated<string | null>;
  /** Staff removed their seat after the system had seated everybody: it does not seat them again. */
  stands: Generated<boolean>;
  /** Of somebody whom the payer added and has not paid for: until when their place is held, and their deposit. */
  held_until: ColumnType<Date | null, Date | null | undefined, Date | null>;
  held_deposit_cents: Generated<number | null>;
  /** Of somebody who was held and is held for no deposit now, as on a lap: until when they were. */
  let_go_until: ColumnType<Date | null, Date | null | undefined, Date | null>;
  removed_at: ColumnType<Date | null, undefined, Date | string | null>;
  boarded_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  missed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  created_at: InstantByDefault;
  updated_at: InstantByDefault;
  sort_name: GeneratedAlways<string>;
  search_text: GeneratedAlways<string>;
}

export interface ParticipantLinksTable {
  participant_id: string;
  token_hash: string;
  /** Of staff; null: the payer. */
  made_by: string | null;
  created_at: InstantByDefault;
}

/** What a route is called with, as its entry has read it. */
export interface LinkRequestInput {
  params: Record<string, unknown>;
  query: unknown;
  body: unknown;
}

export interface PayerLinksSchema {
  reservation_links: {
    reservation_id: string;
    token_hash: string;
    /** Of staff, who made it or may read where it was sent; null: nobody of them. */
    made_by: string | null;
    created_at: InstantByDefault;
  };
  reservation_link_proofs: {
    reservation_id: string;
    email: string;
    /** Null: made of the row with a key. */
    code: string | null;
    failures: Generated<number>;
    created_at: InstantByDefault;
  };
  link_requests: {
    id: string;
    reservation_id: string;
    /** The name of the route's twin. */
    name: string;
    /** What the route is called with; null once it is decided. */
    input: JSONColumnType<LinkRequestInput> | null;
    /** The account that asks to become the payer. */
    person_id: string | null;
    made_by: string;
    asked_at: InstantByDefault;
    decided_at: Generated<Date | null>;
    decided_by: Generated<string | null>;
    is_confirmed: Generated<boolean | null>;
  };
  reservation_link_attempts: {
    reservation_id: string;
    failures: Generated<number>;
    locked_until: Generated<Date | null>;
  };
  reservation_email_codes: {
    reservation_id: string;
    email: string;
    /** Null: made of the row with a key. */
    code: string | null;
    failures: Generated<number>;
    created_at: InstantByDefault;
  };
}

export interface MinorsSchema {
  minor_statements: {
    reservation_id: string;
    name: string;
    version: string;
    means: StatementMeans;
    recorded_by: string | null;
    stated_at: InstantByDefault;
  };
  travel_authorizations: {
    /** Also of the file. */
    id: string;
    reservation_id: string;
    participant_id: string;
    valid_until: CalendarDate | null;
    content_type: DocumentType | null;
    size_bytes: number | null;
    sha256: string | null;
    created_at: InstantByDefault;
    sent_at: Instant | null;
    ended_at: Instant | null;
  };
}

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
