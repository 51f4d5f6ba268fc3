import type { Passenger } from '@passeio/contract/passengers';

/** Purpose of a payment: sets the form's defaults. */
export type PaymentIntent = 'deposit' | 'balance' | 'payment' | 'refund';

/** The open dialog of the passenger list. */
export type Task =
  | { kind: 'payment'; intent: PaymentIntent; passenger: Passenger }
  | { kind: 'ledger' | 'cancel' | 'dismissCancellation' | 'person' | 'invitation'; passenger: Passenger };
