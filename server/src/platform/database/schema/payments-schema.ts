import type { CreditKind } from '@passeio/contract/payments/credits';
import type { DoorPaymentState } from '@passeio/contract/payments/door-payment-routes';
import type {
  ChargePurpose,
  ChargeState,
  EntryKind,
  PaymentMethod,
  ReceiptState,
  RefundReason,
  RefundState,
} from '@passeio/contract/payments/payments';
import type { ChargebackKind } from '@passeio/contract/payments/statements';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { CalendarDate, Instant, InstantByDefault } from './column-types.ts';

interface CreditEntriesTable {
  id: Generated<string>;
  user_id: string;
  kind: CreditKind;
  amount_cents: number;
  ledger_entry_id: string;
  created_at: GeneratedAlways<Date>;
}

/** The sum of a person's entries. */
interface CreditBalancesTable {
  user_id: string;
  cents: Generated<number>;
}

export interface CreditsSchema {
  credit_entries: CreditEntriesTable;
  credit_balances: CreditBalancesTable;
}

export interface TripCostsTable {
  trip_id: string;
  vehicle_cents: number;
  guide_cents: number;
  other_cents: number;
  ticket_cents: number;
  meal_cents: number;
  version: Generated<number>;
  updated_at: InstantByDefault;
}

interface LedgerEntriesTable {
  id: string;
  reservation_id: string;
  kind: EntryKind;
  direction: GeneratedAlways<'in' | 'out'>;
  method: PaymentMethod;
  amount_cents: number;
  note: Generated<string>;
  payer_name: Generated<string>;
  /** Who gives `reference`: 'pix', or the name of a provider. */
  provider: Generated<string | null>;
  reference: Generated<string | null>;
  /** What the provider keeps of it, and the day on which it pays out the rest; null where it does not say. */
  fee_cents: Generated<number | null>;
  settles_on: Generated<CalendarDate | null>;
  occurred_at: InstantByDefault;
  recorded_via: Generated<'person' | 'provider' | 'system'>;
  recorded_by: string | null;
  recorded_at: InstantByDefault;
  charge_id: Generated<string | null>;
  refund_id: Generated<string | null>;
  reverses: Generated<string | null>;
  /** The reversed entry of the same payment in whose place this one stands; found by a trigger. */
  records_again: ColumnType<string | null, never, never>;
}

interface ChargesTable {
  id: string;
  /** Null for a gift card's. */
  reservation_id: string | null;
  /** Whose share of the reservation it asks for; null: it is of the whole. */
  participant_id: Generated<string | null>;
  gift_card_id: Generated<string | null>;
  purpose: ChargePurpose;
  /** Contains `adjustment_cents`, which its means adds to what it settles, or takes off. */
  amount_cents: number;
  adjustment_cents: Generated<number>;
  /** The name of what started it. */
  provider: string;
  kind: 'pix' | 'card' | 'manual';
  reference: string;
  payload: string | null;
  address: Generated<string | null>;
  state: Generated<ChargeState>;
  provider_state: 'wanted' | 'active' | 'withdrawn' | null;
  expires_at: Instant | null;
  /** The day of the instalment that it asks for, if it has that at the provider. */
  due_on: Generated<CalendarDate | null>;
  /** A notice names it about which the provider has not been asked yet. */
  noticed_at: ColumnType<Date | null, never, Date | null>;
  created_by: string | null;
  created_at: InstantByDefault;
  updated_at: InstantByDefault;
}

interface ReceiptsTable {
  id: string;
  reservation_id: string;
  charge_id: string | null;
  content_type: 'image/webp' | 'application/pdf';
  size_bytes: number;
  /** Of the file as it was sent. */
  sha256: string;
  /** A picture, or a file with the structure of a PDF. */
  is_readable: Generated<boolean>;
  state: Generated<ReceiptState>;
  reason: Generated<string>;
  submitted_by: string;
  reviewed_by: Generated<string | null>;
  reviewed_at: ColumnType<Date | null, undefined, Date | string | null>;
  ledger_entry_id: Generated<string | null>;
  created_at: InstantByDefault;
  file_deleted_at: ColumnType<Date | null, undefined, Date | string | null>;
}

/** Rows that are due are written by a trigger of the reservations. */
interface RefundsTable {
  id: string;
  reservation_id: string;
  amount_cents: number;
  reason: RefundReason;
  promised_for: CalendarDate;
  pix_key: Generated<string>;
  pix_key_changed_by: Generated<string | null>;
  pix_key_changed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  state: Generated<RefundState>;
  provider_reference: Generated<string | null>;
  /** The entry of the payment that the provider returns. */
  returned_entry: Generated<string | null>;
  created_at: InstantByDefault;
  decided_by: Generated<string | null>;
  paid_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

interface UnmatchedPaymentsTable {
  id: string;
  provider: string;
  reference: string;
  charge_reference: Generated<string>;
  method: PaymentMethod;
  amount_cents: number;
  payer_name: Generated<string>;
  description: Generated<string>;
  occurred_at: Instant;
  /** What of it went back while it waits. */
  returned_cents: Generated<number>;
  /** What the provider keeps of it, and the day on which it pays out the rest. */
  fee_cents: Generated<number | null>;
  settles_on: Generated<CalendarDate | null>;
  state: Generated<'waiting' | 'assigned' | 'dismissed'>;
  reason: Generated<string>;
  ledger_entry_id: Generated<string | null>;
  decided_by: Generated<string | null>;
  decided_at: ColumnType<Date | null, undefined, Date | string | null>;
  created_at: InstantByDefault;
}

interface CardReviewsTable {
  provider: string;
  reference: string;
  charge_id: string;
  amount_cents: number;
  is_open: boolean;
  /** By the provider's clock. */
  changed_at: Instant;
  seen_at: InstantByDefault;
}

interface StatementsTable {
  id: string;
  filename: string;
  format: 'ofx' | 'csv';
  unread_rows: Generated<number>;
  /** How many rows are none of the lines, by reason; empty of servers of 0.3.0. */
  left_out: ColumnType<Partial<Record<string, number>>, string | undefined, never>;
  imported_by: string;
  created_at: InstantByDefault;
}

interface StatementLinesTable {
  id: string;
  statement_id: string;
  position: number;
  line_key: string;
  occurred_on: CalendarDate;
  amount_cents: number;
  description: Generated<string>;
  payer_name: Generated<string>;
  charge_reference: Generated<string>;
  reference: string | null;
  /** Of a confirmed line; others are compared when they are read. */
  reservation_id: Generated<string | null>;
  state: Generated<'unmatched' | 'confirmed'>;
  ledger_entry_id: Generated<string | null>;
  doubt: Generated<'direction' | 'reversed' | 'repeated' | null>;
}

interface DismissedLinesTable {
  line_key: string;
  dismissed_by: string;
  dismissed_at: InstantByDefault;
}

interface ProviderPollsTable {
  provider: string;
  polled_until: Instant;
  /** By the clock of the database. */
  asked_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** When it was asked for two days back, and for a week. */
  two_days_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  week_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** When it last sent a notice of a payment. */
  noticed_at: ColumnType<Date | null, never, Date>;
}

interface ChargebacksTable {
  id: string;
  kind: ChargebackKind;
  /** What the bank calls what went back. */
  provider: string;
  reference: string;
  amount_cents: number;
  /** Null where nothing was left, or the bank has not taken it yet. */
  entry_id: string | null;
  is_settled: boolean;
  /** The entry of the payment that was taken back. */
  payment_entry: string;
  answer_by: CalendarDate | null;
  decision_by: CalendarDate | null;
  noticed_at: InstantByDefault;
  checked_at: ColumnType<Date | null, never, Date | null>;
  checked_by: ColumnType<string | null, never, string | null>;
}

interface UnreadablePixTable {
  id: string;
  reference: string;
  charge_reference: string;
  seen_at: InstantByDefault;
  checked_at: Generated<Date | null>;
  checked_by: Generated<string | null>;
}

/** Cash taken at the boarding point. */
interface DoorPaymentsTable {
  /** Made by the phone. */
  id: string;
  reservation_id: string;
  amount_cents: number;
  taken_at: Instant;
  /** Null where a guide took it. */
  recorded_by: string | null;
  guide_link_id: string | null;
  recorded_at: InstantByDefault;
  state: DoorPaymentState;
  decided_by: string | null;
  decided_at: Date | null;
  ledger_entry_id: string | null;
}

interface InvoicesTable {
  id: string;
  reservation_id: string;
  number: string;
  issued_on: CalendarDate;
  recorded_by: string;
  recorded_at: InstantByDefault;
}

/** To whom the notes of a reservation are made out; empty: its payer. */
interface BillingDetailsTable {
  reservation_id: string;
  name: Generated<string>;
  tax_id: Generated<string>;
  address: Generated<string>;
  updated_at: InstantByDefault;
}

/** The tables of payments. */
export interface PaymentsSchema {
  ledger_entries: LedgerEntriesTable;
  charges: ChargesTable;
  receipts: ReceiptsTable;
  refunds: RefundsTable;
  unmatched_payments: UnmatchedPaymentsTable;
  card_reviews: CardReviewsTable;
  statements: StatementsTable;
  statement_lines: StatementLinesTable;
  dismissed_lines: DismissedLinesTable;
  provider_polls: ProviderPollsTable;
  unreadable_pix: UnreadablePixTable;
  chargebacks: ChargebacksTable;
  door_payments: DoorPaymentsTable;
  invoices: InvoicesTable;
  billing_details: BillingDetailsTable;
}
