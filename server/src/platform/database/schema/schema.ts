import type { AuditAction, AuditSubject } from '@passeio/contract/audit';
import type { FinalManifestContent } from '@passeio/contract/boarding/final-manifest';
import type { ContractValues } from '@passeio/contract/contracts/travel-contract';
import type { ImportCounts, ImportQuestion, RowProblem } from '@passeio/contract/imports/imports';
import type { LineKind } from '@passeio/contract/lines';
import type { TripMeans } from '@passeio/contract/means';
import type { OperatorFields } from '@passeio/contract/operator/operator';
import type { ReservationSettings } from '@passeio/contract/operator/reservation-settings';
import type { AccessSettings } from '@passeio/contract/operator/settings';
import type { DoorPaymentState } from '@passeio/contract/payments/door-payment-routes';
import type { EntryKind, PaymentMethod } from '@passeio/contract/payments/payments';
import type { OpenItem, SettlementFigures } from '@passeio/contract/payments/settlement-report';
import type { Permission } from '@passeio/contract/permissions';
import type { PrivacyNotice } from '@passeio/contract/privacy/privacy';
import type { ReservationState } from '@passeio/contract/reservation-states';
import type { AnswerValue } from '@passeio/contract/reservations/answers';
import type { AcceptedPolicy } from '@passeio/contract/reservations/cancellation';
import type { AgreedInstalment } from '@passeio/contract/reservations/instalments';
import type { Participant, PersonField } from '@passeio/contract/reservations/participants';
import type { Role } from '@passeio/contract/roles';
import type { RoomShare } from '@passeio/contract/room-rules';
import type { Cell } from '@passeio/contract/seats/seat-map';
import type { CommissionTerms } from '@passeio/contract/sellers/commission';
import type { Touch } from '@passeio/contract/sources';
import type { ExtraChoice, ExtraScope } from '@passeio/contract/trips/extras';
import type { RoomPricing } from '@passeio/contract/trips/room-types';
import type { SeriesFields } from '@passeio/contract/trips/series-changes';
import type { TripAd } from '@passeio/contract/trips/trip-costs';
import type { TripDraft } from '@passeio/contract/trips/trip-draft';
import type { TripChange } from '@passeio/contract/trips/trip-notice';
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { CellKind } from '../../spreadsheets/read-workbook.ts';
import type { Columns } from '../column-names.ts';
import type { Tables } from './tables.ts';

/** JSON whose column has a default. */
type JsonByDefault<Value extends object> = JSONColumnType<Value, string | undefined, string>;
/** JSON that is written once. */
type FinalJson<Value extends object> = JSONColumnType<Value, string, never>;
/** A moment that only an update writes, if anybody does. */
type LaterInstant = ColumnType<Date | null, undefined, Date | string | null>;
/** A value that is written once, or not at all. */
type FinalOrNull = ColumnType<string | null, string | null | undefined, never>;

type Settings = OperatorFields & AccessSettings & ReservationSettings;
type Data = Pick<Participant, PersonField>;

/** The rule by which the seller of a reservation earns, as it was agreed. */
export interface CommissionRule extends CommissionTerms {
  id: string;
}

/** What a route is called with, as its entry has read it. */
export interface LinkRequestInput {
  params: Record<string, unknown>;
  query: unknown;
  body: unknown;
}

/** What the database does not say of its columns: JSON, rules of triggers, and what needs a word. */
interface Meanings {
  answers: { value: ColumnType<AnswerValue, string, string> };
  audit_entries: {
    action: AuditAction;
    subject_type: AuditSubject;
    actor_role: Role | null;
    changes: JSONColumnType<Record<string, [unknown, unknown]>>;
    /** Who of staff made the link by which it came. */
    link_made_by: FinalOrNull;
    search_text: GeneratedAlways<string>;
  };
  backup_runs: { details: JsonByDefault<Record<string, unknown>> };
  boarding_taps: {
    clock_offset_ms: number;
    /** Set by a trigger, by the server's clock. */
    decided_at: GeneratedAlways<Date>;
  };
  chargebacks: {
    checked_at: ColumnType<Date | null, never, Date | null>;
    checked_by: ColumnType<string | null, never, string | null>;
  };
  charges: {
    /** When a notice named it about which the provider has not been asked yet. */
    noticed_at: ColumnType<Date | null, never, Date | null>;
  };
  contract_acceptances: { field_values: FinalJson<ContractValues> };
  /** What is kept of a departure's list. */
  final_manifests: {
    content: FinalJson<FinalManifestContent>;
    /** Written by a trigger from the content. */
    content_hash: GeneratedAlways<string>;
    /** Counted in the content by the trigger; stays when they are erased. */
    people: GeneratedAlways<number>;
  };
  gift_cards: {
    sent_at: LaterInstant;
    /** When what went back of its payment last grew, until staff has seen to it. */
    returned_at: ColumnType<Date | null, never, Date>;
    return_checked_at: ColumnType<Date | null, never, Date | null>;
    return_checked_by: ColumnType<string | null, never, string | null>;
  };
  idempotency_keys: { answer: JSONColumnType<object> | null };
  import_effects: { before: JsonByDefault<Record<string, unknown>> };
  import_rows: { kinds: JsonByDefault<Record<number, CellKind>>; problems: JsonByDefault<RowProblem[]> };
  imports: {
    columns: (string | null)[];
    counts: JsonByDefault<ImportCounts>;
    answers: JsonByDefault<Record<string, string>>;
    questions: JsonByDefault<ImportQuestion[]>;
  };
  link_requests: {
    /** What the route is called with; null once it is decided. */
    input: JSONColumnType<LinkRequestInput> | null;
  };
  /** The columns of settings have the names and types of the contract. */
  operator: Columns<{ [Key in keyof Settings]: Generated<Settings[Key]> }>;
  /** The columns of a person's data have the names and types of the contract. */
  participants: Columns<{ [Key in PersonField]: null extends Data[Key] ? Data[Key] : Generated<Data[Key]> }> & {
    /** Repeats the reservation's, like `trip_id`; a foreign key carries changes over. */
    is_active: boolean;
    removed_at: LaterInstant;
    sort_name: GeneratedAlways<string>;
    search_text: GeneratedAlways<string>;
  };
  privacy_notices: { content: FinalJson<Omit<PrivacyNotice, 'version'>> };
  provider_polls: {
    /** When it last sent a notice of a payment. */
    noticed_at: ColumnType<Date | null, never, Date>;
  };
  receipts: { reviewed_at: LaterInstant; file_deleted_at: LaterInstant };
  reservation_emails: {
    /** What it is about, from which its subject is read until it is sent. */
    about: JSONColumnType<object> | null;
  };
  reservation_rooms: { share: RoomShare | null };
  reservation_lines: { kind: LineKind; ended_at: ColumnType<Date | null, undefined, Date> };
  reservation_state_transitions: { from_state: ReservationState; to_state: ReservationState };
  reservation_states: { state: ReservationState };
  reservation_tags: {
    /** The label without case and accents. */
    key: GeneratedAlways<string>;
  };
  reservations: {
    state: ReservationState;
    places: number;
    channel: 'site' | 'operator' | 'waiting_list';
    /** Whether it holds places. */
    is_active: GeneratedAlways<boolean>;
    /** Since when the latest card is known about which its bank has not decided. */
    card_review_at: ColumnType<Date | null, never, Date | null>;
    /** When it was asked for in a trip on request; null: it needed no answer. */
    requested_at: ColumnType<Date | null, Date | string | null | undefined, never>;
    policy: JSONColumnType<AcceptedPolicy> | null;
    /** Who sold it keeps the rule of then. Reserving writes rows as JSON. */
    commission_rule: ColumnType<CommissionRule | null, CommissionRule | null | undefined, string | null>;
    /** How somebody came who reserved. Reserving writes rows as JSON. */
    first_touch: ColumnType<Touch | null, Touch | undefined, null>;
    last_touch: ColumnType<Touch | null, Touch | undefined, null>;
    /** The coupon with which it was made. */
    coupon_id: FinalOrNull;
    /** The balance's, as they were agreed; null: it is paid at once. Reserving writes rows as JSON. */
    instalments: ColumnType<AgreedInstalment[] | null, AgreedInstalment[] | null | undefined, string | null>;
  };
  settlement_reports: {
    /** Without extras where the accounts were closed before any were sold. */
    figures: FinalJson<Omit<SettlementFigures, 'extras'> & Partial<SettlementFigures>>;
    exceptions: FinalJson<OpenItem[]>;
    cash_exceptions: JSONColumnType<OpenItem[], string | undefined, never>;
  };
  rooming_lists: { people: FinalJson<Record<string, string>> };
  series_change_dates: {
    before: JSONColumnType<TripDraft & { tripImages?: object[] }> | null;
    changes: ColumnType<Record<string, [unknown, unknown]>, string | undefined, string>;
  };
  series_changes: { fields: JSONColumnType<SeriesFields>; actor: JSONColumnType<object> | null };
  staff_invitations: { permissions: Permission[] | null };
  statement_lines: {
    state: Generated<'unmatched' | 'confirmed'>;
  };
  statements: {
    /** How many rows are none of the lines, by reason. */
    left_out: ColumnType<Partial<Record<string, number>>, string | undefined, never>;
  };
  transfers: {
    direction: GeneratedAlways<'in' | 'out'>;
    /**
     * What this one follows: the transfer of the same payment that was reversed, or is with the unknown payer, found by
     * a trigger; for cash of a guide that counts its report; for a report the payment that counted and was reversed.
     */
    records_again: ColumnType<string | null, string | null | undefined, never>;
    /** The reservation whose ledger it is in; null for money of no reservation. */
    reservation_id: GeneratedAlways<string | null>;
  };
  trip_cancellation_choices: {
    /** Null: the payer has not chosen. */
    outcome: Generated<'ended' | 'refund' | 'credit' | 'moved' | null>;
  };
  trip_costs: { ads: JsonByDefault<TripAd[]> };
  trip_extras: { per: ExtraScope; choice: Generated<ExtraChoice> };
  trip_notice_reservations: { changes: JSONColumnType<(TripChange & { tell: boolean })[]> };
  trip_notices: { changes: JSONColumnType<TripChange[]> };
  trip_room_types: {
    per: RoomPricing;
    private_rooms: GeneratedAlways<number>;
    sharing_women: GeneratedAlways<number>;
    sharing_men: GeneratedAlways<number>;
    sharing_any: GeneratedAlways<number>;
  };
  trip_vehicles: {
    seat_map: JSONColumnType<Cell[][]>;
    /** Counted in the map. */
    seats: GeneratedAlways<number>;
  };
  trips: {
    boarding_points: JSONColumnType<{ id: string; time: string; place: string; address?: string; imageId?: string }[]>;
    cancellation_tiers: JsonByDefault<{ minHoursBefore: number; penaltyPercent: number }[]>;
    itinerary: JSONColumnType<{ day: number; time: string | null; text: string }[]>;
    payment_means: Generated<TripMeans>;
    places_taken: GeneratedAlways<number>;
    /** Places left that are kept for the people of coupons. */
    places_set_aside: GeneratedAlways<number>;
    /** When the trip was first published; set by a trigger. */
    published_at: GeneratedAlways<Date | null>;
    /** Places of the smallest party that waits, if rooms are left for it. */
    smallest_waiting: GeneratedAlways<number | null>;
    search_text: GeneratedAlways<string>;
  };
  unmatched_payments: { method: PaymentMethod };
  users: {
    permissions: Permission[] | null;
    /** The e-mail that a guest has confirmed, in small letters; it says nothing of another `email`. */
    confirmed_email: Generated<string | null>;
    /** Who of staff wrote down the `email` without being allowed what it opens; null once it is the client's. */
    email_written_by: ColumnType<string | null, string | null | undefined, string | null>;
    search_text: GeneratedAlways<string>;
    sort_name: GeneratedAlways<string>;
    /** Maintained by a trigger. */
    version: GeneratedAlways<number>;
  };
  vehicles: {
    seat_map: JSONColumnType<Cell[][]>;
    /** Counted in the map. */
    seats: GeneratedAlways<number>;
  };
  waiting_list_entries: {
    share: RoomShare | null;
    party: JSONColumnType<{ fareId: string; count: number }[]>;
    first_touch: ColumnType<Touch | null, string | undefined, null>;
    last_touch: ColumnType<Touch | null, string | undefined, null>;
    /** The client's address while they wait, as rate limits count it. */
    client_network: FinalOrNull;
    accepted_at: ColumnType<Date | null, Date | string | null, never>;
    /** The order in which they are asked. */
    queue_position: GeneratedAlways<string>;
  };
}

type Of<Map, Name> = Name extends keyof Map ? Map[Name] : never;

/** What {@link Meanings} says of a column that no table has. */
export type UnknownMeaning = {
  [Name in keyof Meanings]: Exclude<keyof Meanings[Name], keyof Of<Tables, Name>>;
}[keyof Meanings];

/** Transfers of reservations, as the view `entries` has them. */
type Entries = Omit<Tables['transfers'], 'kind' | 'method' | 'direction' | 'reservation_id'> & {
  kind: ColumnType<EntryKind, never, never>;
  method: ColumnType<PaymentMethod, never, never>;
  direction: GeneratedAlways<'in' | 'out'>;
  reservation_id: GeneratedAlways<string>;
};

/** Cash that a guide reported, as the views have it. `hand`: its account; `person_id`: null for a guide's link. */
interface CashReport {
  id: GeneratedAlways<string>;
  reservation_id: GeneratedAlways<string>;
  amount_cents: GeneratedAlways<number>;
  taken_at: GeneratedAlways<Date>;
  hand: GeneratedAlways<string>;
  person_id: GeneratedAlways<string | null>;
  guide: GeneratedAlways<string>;
  state: GeneratedAlways<DoorPaymentState>;
  note: GeneratedAlways<string>;
}

/** The application's tables, and its views. */
export type Schema = {
  entries: Entries;
  cash_reports: CashReport;
  cash_with_guides: CashReport;
  crew_of_trips: Tables['trip_crew'];
} & {
  [Name in keyof Tables]: Name extends keyof Meanings
    ? Omit<Tables[Name], keyof Meanings[Name]> & Meanings[Name]
    : Tables[Name];
};
