import type { AcceptedPolicy } from '@passeio/contract/reservations/cancellation';
import type { ReservationState } from '@passeio/contract/reservations/reservation-states';
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';
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
  /** Maintained by the ledger's trigger. */
  received_cents: GeneratedAlways<number>;
  /** Maintained by the ledger's trigger. */
  refunded_cents: GeneratedAlways<number>;
  /** What of the refunded became credit of the payer; maintained by the ledger's trigger. */
  credited_cents: GeneratedAlways<number>;
  /** What the operator keeps of a cancelled reservation. */
  retained_cents: Generated<number>;
  /** Maintained by the receipts' trigger. */
  receipt_submitted_at: GeneratedAlways<Date | null>;
  /** When the receipt came that stopped the clock of this hold; maintained by triggers. */
  clock_stopped_at: ColumnType<Date | null, never, null>;
  /** Maintained by the refunds' trigger. */
  refund_due_on: GeneratedAlways<CalendarDate | null>;
  cancellation_reason: Generated<string>;
  /** When it came from another departure. */
  moved_at: Generated<Date | null>;
  created_at: InstantByDefault;
  updated_at: InstantByDefault;
  cancelled_at: Instant | null;
  cancelled_by: Generated<string | null>;
  /** Until when the payer chooses what becomes of a reservation whose departure was cancelled. */
  choose_until: Generated<Date | null>;
}

interface AdjustmentsTable {
  id: string;
  reservation_id: string;
  amount_cents: number;
  reason: string;
  is_penalty: Generated<boolean>;
  /** Who left, where it takes back their share of the others. */
  participant_id: Generated<string | null>;
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
  adjustments: AdjustmentsTable;
  reservation_states: ReservationStatesTable;
  reservation_state_transitions: ReservationStateTransitionsTable;
}
