import type { Passenger, PassengerTrip } from '@passeio/contract/boarding/passengers';
import { plural } from '@passeio/contract/words';
import { isActive } from '~/features/reservations/status/reservation-states';

/** Purpose of a payment: sets the form's defaults. */
export type PaymentIntent = 'deposit' | 'balance' | 'payment' | 'refund';

/** What staff does with a reservation as a whole. */
export type ReservationAction =
  | 'acceptance'
  | 'refusal'
  | 'people'
  | 'payer'
  | 'adjustment'
  | 'deadline'
  | 'confirmation'
  | 'move'
  | 'reinstatement';

/**
 * The open dialog; all but `person`, `cancelPerson`, `request` and `boarding` are about the reservation of `passenger`.
 */
export type Task =
  | { kind: 'payment'; intent: PaymentIntent; passenger: Passenger }
  | {
      kind: 'person' | 'cancelPerson' | 'cancel' | 'invitation' | 'request';
      passenger: Passenger;
    }
  | { kind: 'action'; action: ReservationAction; passenger: Passenger }
  | { kind: 'boarding'; passengers: readonly Passenger[] };

/** The trip of a reservation, as far as its dialogs need it. */
export type TaskTrip = Pick<PassengerTrip, 'id' | 'title' | 'date' | 'boardingPoints' | 'hasDeparted'>;

/** A reservation with its payer; any of its passengers is one. */
export type ListedReservation = Pick<Passenger, 'reservation' | 'payer'>;

/** What every dialog of a reservation gets. */
export interface ReservationDialogProps {
  passenger: ListedReservation;
  trip: Pick<PassengerTrip, 'id' | 'title' | 'date'>;
  onClose: () => void;
  /** Closes the dialog and shows what was done. */
  onDone: (message: string) => void;
}

/** As "Reserva 34679A de Cleusa Prado, 4 pessoas." */
export function reservationText({ reservation: { code, people }, payer }: ListedReservation): string {
  return `Reserva ${code} de ${payer.name}, ${plural(people, 'pessoa')}.`;
}

/** Whether somebody's boarding point can be changed. */
export function mayBoard({ reservation }: Passenger): boolean {
  return isActive(reservation);
}

/** The task with its passenger as they are now, after a write. */
export function withNewest(task: Task, passengers: readonly Passenger[]): Task {
  if (task.kind === 'boarding') return task;
  return { ...task, passenger: passengers.find(({ id }) => id === task.passenger.id) ?? task.passenger };
}
