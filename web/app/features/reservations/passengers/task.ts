import type { Passenger } from '@passeio/contract/passengers';

/** What a payment is meant to do; it decides what the form starts with. */
export type PaymentIntent = 'deposit' | 'balance' | 'payment' | 'refund';

/** What staff is about to do with somebody: each is a dialog. */
export type Task =
  | { kind: 'payment'; intent: PaymentIntent; passenger: Passenger }
  | { kind: 'ledger' | 'cancel' | 'dismissCancellation' | 'person' | 'invitation'; passenger: Passenger };
