import { CancelDialog } from '~/features/reservations/passengers/cancel-dialog';
import { DismissDialog } from '~/features/reservations/passengers/dismiss-dialog';
import { LedgerDialog } from '~/features/reservations/passengers/ledger-dialog';
import { PaymentDialog } from '~/features/reservations/passengers/payment-dialog';
import type { Task } from '~/features/reservations/passengers/task';
import { useUser } from '~/features/session/user-store';
import { InvitationDialog } from './invitation-dialog';
import { PersonDialog } from './person-dialog';

interface TaskDialogProps {
  task: Task;
  timeZone: string;
  onClose: () => void;
  onDone: (sentence: string) => void;
}

/** Renders the open dialog. */
export function TaskDialog({ task, timeZone, ...shared }: TaskDialogProps) {
  const isAdmin = useUser(({ user }) => user.role === 'ADMIN');
  const { passenger } = task;
  switch (task.kind) {
    case 'payment':
      return <PaymentDialog intent={task.intent} passenger={passenger} {...shared} />;
    case 'ledger':
      return <LedgerDialog passenger={passenger} timeZone={timeZone} onClose={shared.onClose} />;
    case 'cancel':
      return <CancelDialog passenger={passenger} {...shared} />;
    case 'dismissCancellation':
      return <DismissDialog passenger={passenger} {...shared} />;
    case 'invitation':
      return <InvitationDialog passenger={passenger} onClose={shared.onClose} />;
    case 'person':
      return <PersonDialog passenger={passenger} isAdmin={isAdmin} {...shared} />;
  }
}
