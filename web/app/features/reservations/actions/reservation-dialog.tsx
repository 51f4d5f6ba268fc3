import { AdjustmentDialog } from './adjustment-dialog';
import { ConfirmationDialog, ReinstatementDialog } from './confirmation-dialog';
import { DeadlineDialog } from './deadline-dialog';
import { MoveDialog } from './move-dialog';
import { PayerDialog } from './payer-dialog';
import { PeopleDialog } from './people-dialog';
import { AcceptanceDialog, RefusalDialog } from './request-dialogs';
import type { ReservationAction, ReservationDialogProps } from './reservation-action';

const dialogs = {
  acceptance: AcceptanceDialog,
  refusal: RefusalDialog,
  people: PeopleDialog,
  payer: PayerDialog,
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
