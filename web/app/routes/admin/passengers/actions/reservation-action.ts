import type { Passenger, PassengerTrip } from '@passeio/contract/boarding/passengers';
import { plural } from '@passeio/contract/words';

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

/** A reservation of the passenger list with who answers for it; any of its passengers is one. */
export type ListedReservation = Pick<Passenger, 'reservation' | 'payer'>;

/** What every dialog of a reservation gets. */
export interface ReservationDialogProps {
  passenger: ListedReservation;
  trip: Pick<PassengerTrip, 'id' | 'title' | 'date'>;
  onClose: () => void;
  /** Called with what to tell; closes the dialog and reloads the list. */
  onDone: (sentence: string) => void;
  /** Called after a change that has been told, while the dialog stays open. */
  onChanged: () => void;
}

/** As "Reserva 34679A de Cleusa Prado, 4 pessoas." */
export function reservationWords({ reservation: { code, people }, payer }: ListedReservation): string {
  return `Reserva ${code} de ${payer.name}, ${plural(people, 'pessoa')}.`;
}
