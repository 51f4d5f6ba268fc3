import type { GiftCardEntryKind, GiftCardState } from '@passeio/contract/payments/gift-cards';
import type { PaymentMethod } from '@passeio/contract/payments/payments';
import type { ColumnType, Generated } from 'kysely';
import type { CalendarDate, Instant, InstantByDefault } from './column-types.ts';

interface GiftCardsTable {
  id: string;
  code_hash: string;
  link_hash: string;
  last4: string;
  /** How often it got a code. */
  generation: Generated<number>;
  value_cents: number;
  /** The sum of its entries. */
  balance_cents: Generated<number>;
  buyer_name: string;
  buyer_email: string;
  recipient_name: Generated<string>;
  recipient_email: Generated<string>;
  message: Generated<string>;
  send_on: CalendarDate | null;
  sent_at: ColumnType<Date | null, undefined, Date | null>;
  state: Generated<GiftCardState>;
  request_key: string | null;
  request_fingerprint: string | null;
  created_at: InstantByDefault;
}

interface GiftCardEntriesTable {
  id: Generated<string>;
  gift_card_id: string;
  kind: GiftCardEntryKind;
  amount_cents: number;
  ledger_entry_id: Generated<string | null>;
  reason: Generated<string>;
  recorded_by: Generated<string | null>;
  created_at: InstantByDefault;
}

interface GiftCardPaymentsTable {
  id: string;
  gift_card_id: string;
  charge_id: string | null;
  method: PaymentMethod;
  amount_cents: number;
  provider: string | null;
  reference: string | null;
  payer_name: Generated<string>;
  occurred_at: Instant;
  recorded_via: 'person' | 'provider';
  recorded_by: string | null;
  recorded_at: InstantByDefault;
  /** What went back of it, and when that last grew, until staff has seen to it. */
  returned_cents: Generated<number>;
  returned_at: ColumnType<Date | null, never, Date>;
  return_checked_at: ColumnType<Date | null, never, Date | null>;
  return_checked_by: ColumnType<string | null, never, string | null>;
}

export interface GiftCardsSchema {
  gift_cards: GiftCardsTable;
  gift_card_entries: GiftCardEntriesTable;
  gift_card_payments: GiftCardPaymentsTable;
}
