import type { ReservationStatus } from '@passeio/contract/reservation-states';
import type { Role } from '@passeio/contract/users';
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';

type Instant = ColumnType<Date, Date | string, Date | string>;
type InstantByDefault = ColumnType<Date, Date | string | undefined, Date | string>;
// The driver is set to hand calendar dates over as "YYYY-MM-DD": they have no time zone.
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
  updated_at: InstantByDefault;
}

interface UsersTable {
  id: string;
  issuer: string;
  subject: string;
  name: string;
  email: string;
  cpf: string;
  rg: string;
  emitter: string;
  birthdate: CalendarDate;
  contact: string;
  role: Generated<Role>;
  is_disabled: Generated<boolean>;
  search_text: GeneratedAlways<string>;
  created_at: InstantByDefault;
  updated_at: InstantByDefault;
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
  price_cents: number;
  child_price_cents: number | null;
  lap_child_price_cents: number | null;
  deposit_percent: Generated<number>;
  vehicle: Generated<string>;
  capacity: number;
  places_taken: GeneratedAlways<number>;
  min_participants: Generated<number>;
  decision_date: CalendarDate | null;
  interstate: Generated<boolean>;
  boarding_points: JSONColumnType<{ time: string; place: string }[]>;
  itinerary: JSONColumnType<{ day: number; time: string | null; text: string }[]>;
  included: Generated<string[]>;
  excluded: Generated<string[]>;
  bring: Generated<string[]>;
  risks: Generated<string>;
  search_text: GeneratedAlways<string>;
  created_at: InstantByDefault;
  updated_at: InstantByDefault;
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
  created_at: InstantByDefault;
  updated_at: InstantByDefault;
  cancelled_at: Instant | null;
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

interface RateLimitsTable {
  key: string;
  attempts: number;
  resets_at: Instant;
}

/** The application's tables, as the migrations leave them. */
export interface Schema {
  operator: OperatorTable;
  users: UsersTable;
  trips: TripsTable;
  trip_images: TripImagesTable;
  reservations: ReservationsTable;
  reservation_statuses: ReservationStatusesTable;
  reservation_transitions: ReservationTransitionsTable;
  idempotency_keys: IdempotencyKeysTable;
  role_grants: RoleGrantsTable;
  rate_limits: RateLimitsTable;
}
