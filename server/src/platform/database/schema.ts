import type { AuditAction, AuditSubject } from '@passeio/contract/audit';
import type { FareAudience } from '@passeio/contract/fares';
import type { PaymentKind, PaymentMethod } from '@passeio/contract/payments';
import type { ReservationStatus } from '@passeio/contract/reservation-states';
import type { Role } from '@passeio/contract/users';
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';

type Instant = ColumnType<Date, Date | string, Date | string>;
type InstantByDefault = ColumnType<Date, Date | string | undefined, Date | string>;
// The driver returns dates as "YYYY-MM-DD".
type CalendarDate = string;

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

interface TripsTable {
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
  vehicle: Generated<string>;
  capacity: number;
  places_taken: GeneratedAlways<number>;
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
  status: ReservationStatus;
  places: Generated<number>;
  price_cents: number;
  deposit_cents: number;
  channel: 'site' | 'operator';
  boarding_point_id: string | null;
  /** Maintained by the ledger's trigger. */
  received_cents: GeneratedAlways<number>;
  cancellation_reason: Generated<string>;
  created_at: InstantByDefault;
  updated_at: InstantByDefault;
  cancelled_at: Instant | null;
  cancellation_requested_at: Generated<Date | null>;
}

interface PaymentsTable {
  id: string;
  reservation_id: string;
  kind: PaymentKind;
  method: PaymentMethod;
  amount_cents: number;
  note: Generated<string>;
  confirmed_by: string;
  confirmed_at: InstantByDefault;
}

interface ReservationStatusesTable {
  status: ReservationStatus;
  holds_place: boolean;
}

interface ReservationTransitionsTable {
  from_status: ReservationStatus;
  to_status: ReservationStatus;
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
export interface Schema {
  operator: OperatorTable;
  users: UsersTable;
  invitations: InvitationsTable;
  trips: TripsTable;
  trip_fares: TripFaresTable;
  trip_images: TripImagesTable;
  reservations: ReservationsTable;
  payments: PaymentsTable;
  reservation_statuses: ReservationStatusesTable;
  reservation_transitions: ReservationTransitionsTable;
  idempotency_keys: IdempotencyKeysTable;
  role_grants: RoleGrantsTable;
  rate_limits: RateLimitsTable;
  audit_entries: AuditEntriesTable;
}
