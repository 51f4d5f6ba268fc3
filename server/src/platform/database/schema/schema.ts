import type { AuditAction, AuditSubject } from '@passeio/contract/audit';
import type { CouponEffect } from '@passeio/contract/discounts/coupon-lines';
import type { RuleBenefitKind } from '@passeio/contract/discounts/rule-lines';
import type { OperatorFields } from '@passeio/contract/operator/operator';
import type { ReservationSettings } from '@passeio/contract/operator/reservation-settings';
import type { AccessSettings } from '@passeio/contract/operator/settings';
import type { TripMeans } from '@passeio/contract/payments/means';
import type { AnswerValue } from '@passeio/contract/reservations/answers';
import type { ExtraChoice, ExtraScope } from '@passeio/contract/trips/extras';
import type { FareAudience } from '@passeio/contract/trips/fares';
import type { QuestionKind, QuestionScope, Sensitivity } from '@passeio/contract/trips/questions';
import type { Permission } from '@passeio/contract/users/permissions';
import type { Role } from '@passeio/contract/users/roles';
import type { StaffRole } from '@passeio/contract/users/staff-invitations';
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { Columns } from '../column-names.ts';
import type { BackupSchema } from './backup-schema.ts';
import type { BoardingSchema } from './boarding-schema.ts';
import type { CalendarDate, Instant, InstantByDefault } from './column-types.ts';
import type { ContractsSchema } from './contracts-schema.ts';
import type { GiftCardsSchema } from './gift-cards-schema.ts';
import type { ImportsSchema } from './imports-schema.ts';
import type { MessagesSchema } from './messages-schema.ts';
import type { CreditsSchema, PaymentsSchema, TripCostsTable } from './payments-schema.ts';
import type { PrivacySchema } from './privacy-schema.ts';
import type {
  MinorsSchema,
  ParticipantLinksTable,
  ParticipantsTable,
  PayerLinksSchema,
  ReservationsSchema,
  WaitingListEntriesTable,
} from './reservations-schema.ts';
import type {
  DepartureColumns,
  DeparturesSchema,
  TripNoticesSchema,
  TripRecordsSchema,
  VehiclesSchema,
} from './trips-schema.ts';

type Settings = OperatorFields & AccessSettings & ReservationSettings;

/** The columns of settings have the names and types of the contract. */
interface OperatorTable extends Columns<{ [Key in keyof Settings]: Generated<Settings[Key]> }> {
  only_row: Generated<boolean>;
  /** Whether PAYMENTS names a provider; written at every start. */
  has_payment_provider: Generated<boolean>;
  /** Whether CARD_PAYMENTS names one. */
  has_card_provider: Generated<boolean>;
  /** Whether administrators still have to read that earlier operators keep every permission. */
  permissions_notice: Generated<boolean>;
  version: Generated<number>;
  logo_id: string | null;
  logo_width: number | null;
  logo_height: number | null;
  privacy_controller: Generated<string>;
  privacy_contact: Generated<string>;
  /** Null: people are not erased for their age. */
  erase_idle_years: Generated<number | null>;
  contract_text: Generated<string>;
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
  /** Of an operator; null: all of them. */
  permissions: Permission[] | null;
  refund_limit_cents: number | null;
  /** A guest who gave their data by reserving; else staff did. */
  is_self_made: Generated<boolean>;
  /** When they were erased; their row says nothing since. */
  erased_at: Generated<Date | null>;
  /** The e-mail that a guest has confirmed, in small letters; it says nothing of another `email`. */
  confirmed_email: Generated<string | null>;
  /** Who of staff wrote down the `email` without being allowed what it opens; null once it is the client's. */
  email_written_by: ColumnType<string | null, string | null | undefined, string | null>;
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

interface StaffInvitationsTable {
  id: string;
  name: string;
  email: string | null;
  role: StaffRole;
  permissions: Permission[] | null;
  refund_limit_cents: Generated<number | null>;
  /** Null until the e-mail with the link is sent. */
  token_hash: string | null;
  expires_at: Instant;
  created_at: InstantByDefault;
}

interface FirstAccessCodesTable {
  code_hash: string;
  expires_at: Instant;
}

interface TripsTable extends DepartureColumns {
  id: string;
  /** Shared by the departures of one trip; by default it begins a series. */
  series_id: Generated<string>;
  slug: string;
  title: string;
  summary: Generated<string>;
  description: Generated<string>;
  show_description: Generated<boolean>;
  departs_at: Instant;
  returns_at: Instant;
  is_active: Generated<boolean>;
  /** The lowest public fare that takes a place. */
  price_cents: Generated<number>;
  deposit_percent: Generated<number>;
  on_request: Generated<boolean>;
  /** Hours before departure; null: the operator's setting. */
  balance_due_hours: Generated<number | null>;
  /** Its balance in so many monthly instalments, the last so many days before the departure; null: at once. */
  plan_instalments: number | null;
  plan_last_due_days: number | null;
  payment_means: Generated<TripMeans>;
  vehicle: Generated<string>;
  seat_choice: Generated<boolean>;
  auto_seating: Generated<boolean>;
  capacity: number;
  places_taken: GeneratedAlways<number>;
  /** Of those that are left, kept for the people of coupons. */
  places_set_aside: GeneratedAlways<number>;
  /** Places of the smallest party that waits. */
  smallest_waiting: GeneratedAlways<number | null>;
  min_participants: Generated<number>;
  decision_date: CalendarDate | null;
  interstate: Generated<boolean>;
  boarding_points: JSONColumnType<{ id: string; time: string; place: string; address?: string; imageId?: string }[]>;
  itinerary: JSONColumnType<{ day: number; time: string | null; text: string }[]>;
  included: Generated<string[]>;
  excluded: Generated<string[]>;
  bring: Generated<string[]>;
  risks: Generated<string>;
  /** The trip's `faq`, as JSON: [{ question, answer }]. The column keeps the name that release 0.3.0 reads. */
  questions: Generated<string>;
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

interface TripExtrasTable {
  id: string;
  trip_id: string;
  position: number;
  label: string;
  description: Generated<string>;
  price_cents: number;
  per: ExtraScope;
  min_quantity: Generated<number>;
  max_quantity: number;
  stock: number | null;
  sold_until_hours: Generated<number>;
  refundable: Generated<boolean>;
  choice: Generated<ExtraChoice>;
  /** Of participants who can have it; null is open. */
  min_age: Generated<number | null>;
  max_age: Generated<number | null>;
  /** Counted by the database. */
  taken: Generated<number>;
  /** Since when it is not offered any more. */
  ended_at: Generated<Date | null>;
}

interface TripQuestionsTable {
  id: string;
  trip_id: string;
  position: number;
  label: string;
  help: Generated<string>;
  kind: QuestionKind;
  options: string[];
  per: QuestionScope;
  is_required: Generated<boolean>;
  sensitivity: Generated<Sensitivity>;
  /** Since when it is not asked any more. */
  ended_at: Generated<Date | null>;
}

interface AnswersTable {
  question_id: string;
  reservation_id: string;
  /** Null: of the reservation as a whole. */
  participant_id: string | null;
  value: ColumnType<AnswerValue, string, string>;
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
  /** Who of staff made the link by which it came. */
  link_made_by: ColumnType<string | null, string | null | undefined, never>;
  search_text: GeneratedAlways<string>;
}

interface SweepRunsTable {
  name: string;
  succeeded_at: Instant;
}

interface ReadinessTable {
  only_row: Generated<boolean>;
  at: Instant;
}

interface RateLimitsTable {
  key: string;
  attempts: number;
  resets_at: Instant;
}

interface CouponsTable {
  id: string;
  code: string;
  tag: string;
  effect: CouponEffect;
  value: number;
  valid_from: ColumnType<Date | null, string | null, string | null>;
  valid_until: ColumnType<Date | null, string | null, string | null>;
  trip_ids: string[];
  fare_labels: string[];
  max_uses: number | null;
  max_uses_per_client: number | null;
  max_discount_cents: number | null;
  min_people: number;
  min_total_cents: number;
  first_only: boolean;
  is_active: boolean;
  /** Kept for its people in each of its trips, until a moment if not the departure. */
  places_set_aside: number | null;
  set_aside_until: ColumnType<Date | null, string | null, string | null>;
  /** Counted by the database: reservations that have not ended, and the centavos of their lines. */
  uses: Generated<number>;
  discounted_cents: Generated<number>;
  created_at: Generated<Date>;
}

/** Places of a trip for the people of a coupon, until a moment. */
interface AllotmentsTable {
  id: string;
  coupon_id: string;
  trip_id: string;
  places: number;
  ends_at: Instant;
  ended_at: Instant | null;
  created_at: Generated<Date>;
}

interface DiscountRulesTable {
  id: string;
  label: string;
  min_people: number | null;
  min_total_cents: number | null;
  min_days_before: number | null;
  counted_fares: string[];
  benefit: RuleBenefitKind;
  value: number;
  lowered_fares: string[];
  trip_ids: string[];
  valid_from: ColumnType<Date | null, string | null, string | null>;
  valid_until: ColumnType<Date | null, string | null, string | null>;
  is_active: boolean;
  position: number;
  created_at: Generated<Date>;
}

/** The application's tables. */
export interface Schema
  extends BackupSchema,
    BoardingSchema,
    PaymentsSchema,
    ReservationsSchema,
    PayerLinksSchema,
    CreditsSchema,
    DeparturesSchema,
    GiftCardsSchema,
    ImportsSchema,
    MessagesSchema,
    ContractsSchema,
    MinorsSchema,
    PrivacySchema,
    TripNoticesSchema,
    TripRecordsSchema,
    VehiclesSchema {
  operator: OperatorTable;
  users: UsersTable;
  invitations: InvitationsTable;
  staff_invitations: StaffInvitationsTable;
  first_access_codes: FirstAccessCodesTable;
  trips: TripsTable;
  trip_fares: TripFaresTable;
  trip_extras: TripExtrasTable;
  trip_questions: TripQuestionsTable;
  answers: AnswersTable;
  allotments: AllotmentsTable;
  coupons: CouponsTable;
  discount_rules: DiscountRulesTable;
  trip_costs: TripCostsTable;
  trip_images: TripImagesTable;
  participants: ParticipantsTable;
  waiting_list_entries: WaitingListEntriesTable;
  participant_links: ParticipantLinksTable;
  idempotency_keys: IdempotencyKeysTable;
  role_grants: RoleGrantsTable;
  rate_limits: RateLimitsTable;
  readiness: ReadinessTable;
  sweep_runs: SweepRunsTable;
  audit_entries: AuditEntriesTable;
}
