import type { AuditAction, AuditSubject } from '@passeio/contract/audit';
import type { AcceptedPolicy } from '@passeio/contract/reservations/cancellation';
import type { ReservationState } from '@passeio/contract/reservations/reservation-states';
import type { FareAudience } from '@passeio/contract/trips/fares';
import type { Role } from '@passeio/contract/users/users';
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { BoardingSchema } from './boarding-schema.ts';
import type { CalendarDate, Instant, InstantByDefault } from './column-types.ts';
import type { CreditsSchema } from './credits-schema.ts';
import type { DepartureColumns, DeparturesSchema } from './departures-schema.ts';
import type { MessagesSchema } from './messages-schema.ts';
import type { ParticipantLinksTable, ParticipantsTable } from './participants-schema.ts';
import type { PaymentsSchema } from './payments-schema.ts';
import type { TripCostsTable } from './trip-costs-schema.ts';
import type { TripNoticesSchema } from './trip-notices-schema.ts';
import type { TripRecordsSchema } from './trip-records-schema.ts';
import type { VehiclesSchema } from './vehicles-schema.ts';
import type { WaitingListEntriesTable } from './waiting-list-schema.ts';

interface OperatorTable {
  only_row: Generated<boolean>;
  name: string;
  legal_name: Generated<string>;
  cnpj: Generated<string>;
  cadastur: Generated<string>;
  address: Generated<string>;
  city: Generated<string>;
  state: Generated<string>;
  email: Generated<string>;
  phone: Generated<string>;
  whatsapp: Generated<string>;
  social_url: Generated<string>;
  social_label: Generated<string>;
  opening_hours: Generated<string>;
  time_zone: Generated<string>;
  accent_color: Generated<string>;
  pix_key: Generated<string>;
  tagline: Generated<string>;
  hero_text: Generated<string>;
  contact_html: Generated<string>;
  cancellation_policy_html: Generated<string>;
  require_confirmed_email: Generated<boolean>;
  client_idle_minutes: Generated<number>;
  staff_idle_minutes: Generated<number>;
  hold_minutes: Generated<number>;
  shortest_hold_minutes: Generated<number>;
  last_moment_minutes: Generated<number>;
  offer_minutes: Generated<number>;
  request_minutes: Generated<number>;
  balance_due_hours: Generated<number>;
  transfer_hours: Generated<number>;
  withdrawal_days: Generated<number>;
  withdrawal_right: Generated<boolean>;
  refund_days: Generated<number>;
  receipt_days: Generated<number>;
  list_days: Generated<number>;
  /** Whether PAYMENTS names a provider; written at every start. */
  has_payment_provider: Generated<boolean>;
  version: Generated<number>;
  logo_id: string | null;
  logo_width: number | null;
  logo_height: number | null;
  updated_at: InstantByDefault;
}

interface UsersTable {
  id: string;
  /** Null, like `subject`, for guests, who have no account; only they may lack data. */
  issuer: string | null;
  subject: string | null;
  name: string;
  email: string | null;
  cpf: string | null;
  rg: string | null;
  emitter: string | null;
  birthdate: CalendarDate | null;
  contact: string;
  role: Generated<Role>;
  is_disabled: Generated<boolean>;
  search_text: GeneratedAlways<string>;
  /** The sort key of the name. */
  sort_name: GeneratedAlways<string>;
  /** Maintained by a trigger. */
  version: GeneratedAlways<number>;
  created_at: InstantByDefault;
  updated_at: InstantByDefault;
}

interface InvitationsTable {
  user_id: string;
  token_hash: string;
  expires_at: Instant;
}

interface TripsTable extends DepartureColumns {
  id: string;
  slug: string;
  title: string;
  summary: Generated<string>;
  description: Generated<string>;
  show_description: Generated<boolean>;
  departs_at: Instant;
  returns_at: Instant;
  is_active: Generated<boolean>;
  /** The lowest public fare that takes a place; maintained by a trigger. */
  price_cents: GeneratedAlways<number>;
  deposit_percent: Generated<number>;
  on_request: Generated<boolean>;
  /** Hours before departure; null: the operator's setting. */
  balance_due_hours: Generated<number | null>;
  vehicle: Generated<string>;
  seat_choice: Generated<boolean>;
  auto_seating: Generated<boolean>;
  capacity: number;
  places_taken: GeneratedAlways<number>;
  /** Places of the smallest party that waits; maintained by the waiting list's trigger. */
  smallest_waiting: GeneratedAlways<number | null>;
  min_participants: Generated<number>;
  decision_date: CalendarDate | null;
  interstate: Generated<boolean>;
  boarding_points: JSONColumnType<{ id: string; time: string; place: string }[]>;
  itinerary: JSONColumnType<{ day: number; time: string | null; text: string }[]>;
  included: Generated<string[]>;
  excluded: Generated<string[]>;
  bring: Generated<string[]>;
  risks: Generated<string>;
  version: Generated<number>;
  archived_at: Instant | null;
  /** When the trip was first published; set by a trigger. */
  published_at: GeneratedAlways<Date | null>;
  cancellation_tiers: JSONColumnType<{ minHoursBefore: number; penaltyPercent: number }[], string | undefined, string>;
  search_text: GeneratedAlways<string>;
  created_at: InstantByDefault;
  updated_at: InstantByDefault;
}

interface TripFaresTable {
  id: string;
  trip_id: string;
  position: number;
  label: string;
  min_age: number | null;
  max_age: number | null;
  price_cents: number;
  takes_place: Generated<boolean>;
  audience: Generated<FareAudience>;
}

interface TripImagesTable {
  id: string;
  trip_id: string;
  position: number;
  is_card_img: Generated<boolean>;
  alt: Generated<string>;
  color: string;
  width: number;
  height: number;
  widths: number[];
  created_at: InstantByDefault;
}

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
  /** When the payer was told that it was received. */
  acknowledged_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  accepted_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  request_key: Generated<string | null>;
  request_fingerprint: Generated<string | null>;
  /** Maintained by the ledger's trigger. */
  received_cents: GeneratedAlways<number>;
  /** Maintained by the ledger's trigger. */
  refunded_cents: GeneratedAlways<number>;
  /** What the operator keeps of a cancelled reservation. */
  retained_cents: Generated<number>;
  /** Maintained by the receipts' trigger. */
  receipt_submitted_at: GeneratedAlways<Date | null>;
  /** Maintained by the refunds' trigger. */
  refund_due_on: GeneratedAlways<CalendarDate | null>;
  cancellation_reason: Generated<string>;
  created_at: InstantByDefault;
  updated_at: InstantByDefault;
  cancelled_at: Instant | null;
  cancelled_by: Generated<string | null>;
  cancellation_requested_at: Generated<Date | null>;
  /** Until when the payer chooses what becomes of a reservation whose departure was cancelled. */
  choose_until: Generated<Date | null>;
}

interface AdjustmentsTable {
  id: string;
  reservation_id: string;
  amount_cents: number;
  reason: string;
  is_penalty: Generated<boolean>;
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

interface IdempotencyKeysTable {
  user_id: string;
  key: string;
  fingerprint: string;
  status_code: number | null;
  answer: JSONColumnType<object> | null;
  created_at: InstantByDefault;
}

interface RoleGrantsTable {
  issuer: string;
  subject: string;
  role: Role;
  created_at: InstantByDefault;
}

interface AuditEntriesTable {
  id: string;
  at: InstantByDefault;
  actor_id: string | null;
  actor_name: string;
  actor_role: Role | null;
  address: string;
  device: string;
  request_id: string;
  action: AuditAction;
  subject_type: AuditSubject;
  subject_id: string;
  subject_label: string;
  changes: JSONColumnType<Record<string, [unknown, unknown]>>;
  search_text: GeneratedAlways<string>;
}

interface RateLimitsTable {
  key: string;
  attempts: number;
  resets_at: Instant;
}

/** The application's tables. */
export interface Schema
  extends BoardingSchema,
    PaymentsSchema,
    CreditsSchema,
    DeparturesSchema,
    MessagesSchema,
    TripNoticesSchema,
    TripRecordsSchema,
    VehiclesSchema {
  operator: OperatorTable;
  users: UsersTable;
  invitations: InvitationsTable;
  trips: TripsTable;
  trip_fares: TripFaresTable;
  trip_costs: TripCostsTable;
  trip_images: TripImagesTable;
  reservations: ReservationsTable;
  participants: ParticipantsTable;
  waiting_list_entries: WaitingListEntriesTable;
  participant_links: ParticipantLinksTable;
  adjustments: AdjustmentsTable;
  reservation_states: ReservationStatesTable;
  reservation_state_transitions: ReservationStateTransitionsTable;
  idempotency_keys: IdempotencyKeysTable;
  role_grants: RoleGrantsTable;
  rate_limits: RateLimitsTable;
  audit_entries: AuditEntriesTable;
}
