import type { ReservationAction } from '../actions/reservation-action';
import type { ClientPassenger } from '../client-reservation';
import type { Selection } from './selection';

/** Purpose of a payment: sets the form's defaults. */
export type PaymentIntent = 'deposit' | 'balance' | 'payment' | 'refund';

/**
 * The open dialog of the passenger list; all but `person`, `cancelPerson` and `boarding` are about the reservation of
 * `passenger`.
 */
export type Task =
  | { kind: 'payment'; intent: PaymentIntent; passenger: ClientPassenger }
  | {
      kind: 'person' | 'cancelPerson' | 'ledger' | 'timeline' | 'cancel' | 'invitation' | 'request' | 'messages';
      passenger: ClientPassenger;
    }
  | { kind: 'action'; action: ReservationAction; passenger: ClientPassenger }
  | { kind: 'boarding'; passengers: readonly ClientPassenger[] };

/** What can be done in the list. */
export interface ListEdit {
  onTask: (task: Task) => void;
  /** Called after a change in place; resolves when the list is reloaded. */
  onChanged: () => Promise<void>;
  selection: Selection;
}
