import { Button } from '@mantine/core';
import type { Passenger, PassengerTrip } from '@passeio/contract/boarding/passengers';
import { ReservationDialog } from '~/features/reservations/actions/reservation-dialog';
import { BoardingDialog } from '~/features/reservations/passengers/dialogs/boarding-dialog';
import { CancelDialog } from '~/features/reservations/passengers/dialogs/cancel-dialog';
import { LedgerDialog } from '~/features/reservations/passengers/dialogs/ledger-dialog';
import { PaymentDialog } from '~/features/reservations/passengers/dialogs/payment-dialog';
import { RequestDialog } from '~/features/reservations/passengers/dialogs/request-dialog';
import type { Task } from '~/features/reservations/passengers/task';
import { InvitationControls } from '~/features/users/invitation-controls';
import { useSettings } from '~/lib/settings';
import { ModalDialog } from '~/ui/dialogs/modal-dialog';
import { MessagesDialog } from './messages-dialog';
import { PersonDialog } from './person-dialog';
import { TimelineDialog } from './timeline-dialog';

interface TaskDialogProps {
  task: Task;
  trip: PassengerTrip;
  onClose: () => void;
  onDone: (sentence: string) => void;
  /** Called after a change that has been told. */
  onChanged: () => void;
}

/** Renders the open dialog. */
export function TaskDialog({ task, trip, onChanged, ...shared }: TaskDialogProps) {
  const { timeZone } = useSettings();
  switch (task.kind) {
    case 'payment':
      return <PaymentDialog intent={task.intent} passenger={task.passenger} {...shared} />;
    case 'ledger':
      return (
        <LedgerDialog passenger={task.passenger} timeZone={timeZone} onClose={shared.onClose} onChanged={onChanged} />
      );
    case 'timeline':
      return <TimelineDialog passenger={task.passenger} timeZone={timeZone} onClose={shared.onClose} />;
    case 'cancel':
      return <CancelDialog passenger={task.passenger} {...shared} />;
    case 'cancelPerson':
      return <CancelDialog passenger={task.passenger} personOnly {...shared} />;
    case 'invitation':
      return <InvitationDialog passenger={task.passenger} onClose={shared.onClose} />;
    case 'messages':
      return <MessagesDialog passenger={task.passenger} onClose={shared.onClose} />;
    case 'request':
      return <RequestDialog passenger={task.passenger} trip={trip} onClose={shared.onClose} onChanged={onChanged} />;
    case 'person':
      return <PersonDialog passenger={task.passenger} onClose={shared.onClose} onChanged={onChanged} />;
    case 'action':
      return (
        <ReservationDialog
          action={task.action}
          passenger={task.passenger}
          trip={trip}
          onChanged={onChanged}
          {...shared}
        />
      );
    case 'boarding':
      return <BoardingDialog passengers={task.passengers} trip={trip} {...shared} />;
  }
}

/** Invites a guest person to create an account. */
function InvitationDialog({ passenger: { payer }, onClose }: { passenger: Passenger; onClose: () => void }) {
  return (
    <ModalDialog
      title="Convite para criar a conta"
      lead={`${payer.name} ainda não tem conta. Um convite novo encerra o anterior.`}
      onClose={onClose}
      actions={
        <Button size="md" variant="default" onClick={onClose}>
          Fechar
        </Button>
      }
    >
      <InvitationControls person={payer} />
    </ModalDialog>
  );
}
