import { ActionIcon, Button, Menu } from '@mantine/core';
import type { Passenger } from '@passeio/contract/passengers';
import { reservationStates } from '@passeio/contract/reservation-states';
import { IconDots } from '@tabler/icons-react';
import { useRef } from 'react';
import styles from './passenger-actions.module.css';
import type { PaymentIntent, Task } from './task';

const labels: Record<PaymentIntent, string> = {
  deposit: 'Confirmar sinal',
  balance: 'Marcar como quitada',
  payment: 'Registrar pagamento',
  refund: 'Devolver',
};

/** The next payment step, if any. */
function nextPayment({ reservation: { status, dueCents, toReturnCents } }: Passenger): PaymentIntent | undefined {
  if (toReturnCents > 0) return 'refund';
  if (dueCents === 0) return undefined;
  return status === 'held' ? 'deposit' : 'balance';
}

interface PassengerActionsProps {
  passenger: Passenger;
  onTask: (task: Task) => void;
}

/** The next step as a button and a menu of all other actions. */
export function PassengerActions({ passenger, onTask }: PassengerActionsProps) {
  const next = nextPayment(passenger);
  return (
    <div className={styles.actions}>
      {next && (
        <Button
          size="md"
          variant={next === 'refund' ? 'default' : 'light'}
          className={styles.next}
          aria-label={`${labels[next]}: ${passenger.person.name}`}
          onClick={() => onTask({ kind: 'payment', intent: next, passenger })}
        >
          {labels[next]}
        </Button>
      )}
      <MoreActions passenger={passenger} next={next} onTask={onTask} />
    </div>
  );
}

function MoreActions({ passenger, next, onTask }: PassengerActionsProps & { next: PaymentIntent | undefined }) {
  const button = useRef<HTMLButtonElement>(null);
  const { reservation, person } = passenger;
  const payments = possiblePayments(passenger).filter((intent) => intent !== next);

  // Focuses the menu's button, so that the dialog returns the focus there and not to the removed menu item.
  const start = (task: Task) => () => {
    button.current?.focus();
    onTask(task);
  };
  return (
    <Menu position="bottom-end" shadow="md" width={230} transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <ActionIcon
          ref={button}
          variant="default"
          size={44}
          radius="xl"
          className={styles.more}
          aria-label={`Mais ações: ${person.name}`}
        >
          <IconDots size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {payments.map((intent) => (
          <Menu.Item key={intent} onClick={start({ kind: 'payment', intent, passenger })}>
            {labels[intent]}
          </Menu.Item>
        ))}
        <Menu.Item onClick={start({ kind: 'ledger', passenger })}>Histórico de pagamentos</Menu.Item>
        <Menu.Item onClick={start({ kind: 'person', passenger })}>Dados da pessoa</Menu.Item>
        {!person.hasAccount && (
          <Menu.Item onClick={start({ kind: 'invitation', passenger })}>Convidar para criar a conta</Menu.Item>
        )}
        {reservation.cancellationRequestedAt && (
          <Menu.Item onClick={start({ kind: 'dismissCancellation', passenger })}>Recusar o cancelamento</Menu.Item>
        )}
        {reservation.cancellable && (
          <Menu.Item className={styles.danger} onClick={start({ kind: 'cancel', passenger })}>
            Cancelar reserva
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function possiblePayments({ reservation: { status, dueCents, receivedCents } }: Passenger): PaymentIntent[] {
  const mayReceive = reservationStates[status].holdsPlace && dueCents > 0;
  return [
    ...(mayReceive ? (['balance', 'payment'] as const) : []),
    ...(receivedCents > 0 ? (['refund'] as const) : []),
  ];
}
