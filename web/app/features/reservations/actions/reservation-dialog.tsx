import type { PassengerTrip } from '@passeio/contract/passengers';
import { AdjustmentDialog } from './adjustment-dialog';
import { ConfirmationDialog, ReinstatementDialog } from './confirmation-dialog';
import { DeadlineDialog } from './deadline-dialog';
import { MoveDialog } from './move-dialog';
import { PeopleDialog } from './people-dialog';
import type { ListedReservation, ReservationAction } from './reservation-action';

export interface ReservationDialogProps {
  passenger: ListedReservation;
  trip: Pick<PassengerTrip, 'id' | 'title' | 'date'>;
  onClose: () => void;
  /** Called with what to tell; closes the dialog and reloads the list. */
  onDone: (sentence: string) => void;
  /** Called after a change that has been told, while the dialog stays open. */
  onChanged: () => void;
}

const dialogs = {
  people: PeopleDialog,
  adjustment: AdjustmentDialog,
  deadline: DeadlineDialog,
  confirmation: ConfirmationDialog,
  move: MoveDialog,
  reinstatement: ReinstatementDialog,
};

/** The dialog of an action with a reservation. */
export function ReservationDialog({ action, ...props }: ReservationDialogProps & { action: ReservationAction }) {
  const Dialog = dialogs[action];
  return <Dialog {...props} />;
}
