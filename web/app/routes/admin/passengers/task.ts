import type { Passenger } from '@passeio/contract/boarding/passengers';
import type { ReservationAction } from './actions/reservation-action';
import type { Selection } from './selection';

/** Purpose of a payment: sets the form's defaults. */
export type PaymentIntent = 'deposit' | 'balance' | 'payment' | 'refund';

/**
 * The open dialog of the passenger list; all but `person`, `cancelPerson` and `boarding` are about the reservation of
 * `passenger`.
 */
export type Task =
  | { kind: 'payment'; intent: PaymentIntent; passenger: Passenger }
  | {
      kind: 'person' | 'cancelPerson' | 'ledger' | 'timeline' | 'cancel' | 'invitation' | 'request' | 'messages';
      passenger: Passenger;
    }
  | { kind: 'action'; action: ReservationAction; passenger: Passenger }
  | { kind: 'boarding'; passengers: readonly Passenger[] };

/** What can be done in the list. */
export interface ListEdit {
  onTask: (task: Task) => void;
  /** Called after a change in place; resolves when the list is reloaded. */
  onChanged: () => Promise<void>;
  selection: Selection;
}
