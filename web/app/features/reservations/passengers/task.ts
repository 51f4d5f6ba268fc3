import type { Passenger } from '@passeio/contract/passengers';
import type { ReservationAction } from '../actions/reservation-action';
import type { Selection } from './selection';

/** Purpose of a payment: sets the form's defaults. */
export type PaymentIntent = 'deposit' | 'balance' | 'payment' | 'refund';

/** Dialogs about one person. */
type PersonTask = 'person';

/** Dialogs about the reservation of `passenger`. */
type ReservationTask = 'ledger' | 'cancel' | 'dismissCancellation' | 'invitation';

/** The open dialog of the passenger list. */
export type Task =
  | { kind: 'payment'; intent: PaymentIntent; passenger: Passenger }
  | { kind: PersonTask | ReservationTask; passenger: Passenger }
  | { kind: 'action'; action: ReservationAction; passenger: Passenger }
  | { kind: 'boarding'; passengers: readonly Passenger[] };

/** What can be done in the list. */
export interface ListEdit {
  onTask: (task: Task) => void;
  /** Called after a change in place; resolves when the list is reloaded. */
  onChanged: () => Promise<void>;
  selection: Selection;
}
