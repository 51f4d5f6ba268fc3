import { ActionIcon, Button, Menu } from '@mantine/core';
import type { Passenger } from '@passeio/contract/boarding/passengers';
import { IconDots } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { nameOf } from '~/features/reservations/passengers/passenger-labels';
import { mayBoard } from '../selection';
import type { Task } from '../task';
import { nextPayment, paymentLabels } from './next-payment';
import styles from './passenger-actions.module.css';
import { ReservationMenuItems } from './reservation-menu-items';

interface ActionsProps {
  passenger: Passenger;
  onTask: (task: Task) => void;
}

interface PassengerActionsProps extends ActionsProps {
  /** The reservation has actions of its own in sight: only those of the person are offered. */
  personOnly?: boolean;
  /** Offers the reservation's next payment. */
  withPayment?: boolean;
}

/** Actions on a person and, unless they are elsewhere, on their reservation. */
export function PassengerActions({ passenger, onTask, personOnly, withPayment }: PassengerActionsProps) {
  const name = nameOf(passenger);
  return (
    <div className={styles.actions}>
      {!personOnly && withPayment && <NextPayment passenger={passenger} of={name} onTask={onTask} />}
      <MoreActions label={`Mais ações: ${name}`} onTask={onTask}>
        {(start) => (
          <>
            {!personOnly && <Menu.Label>{name}</Menu.Label>}
            <PersonMenuItems passenger={passenger} start={start} />
            {!personOnly && (
              <>
                <Menu.Divider />
                <Menu.Label>Reserva {passenger.reservation.code}</Menu.Label>
                <ReservationMenuItems passenger={passenger} start={start} />
              </>
            )}
          </>
        )}
      </MoreActions>
    </div>
  );
}

/** Actions on the reservation of `passenger`. */
export function HeadingActions({ passenger, onTask }: ActionsProps) {
  const { code } = passenger.reservation;
  return (
    <div className={styles.actions}>
      <NextPayment passenger={passenger} of={`reserva ${code}`} onTask={onTask} />
      <MoreActions label={`Mais ações: reserva ${code}`} onTask={onTask}>
        {(start) => <ReservationMenuItems passenger={passenger} start={start} />}
      </MoreActions>
    </div>
  );
}

/** The next step of the reservation as a button; of a request its answers. */
function NextPayment({ passenger, of, onTask }: ActionsProps & { of: string }) {
  if (passenger.reservation.state === 'requested') return <Answers passenger={passenger} of={of} onTask={onTask} />;
  const intent = nextPayment(passenger.reservation);
  if (!intent) return null;
  return (
    <Button
      size="md"
      variant={intent === 'refund' ? 'default' : 'light'}
      className={styles.next}
      aria-label={`${paymentLabels[intent]}: ${of}`}
      onClick={() => onTask({ kind: 'payment', intent, passenger })}
    >
      {paymentLabels[intent]}
    </Button>
  );
}

/** The answers to a request as buttons. */
function Answers({ passenger, of, onTask }: ActionsProps & { of: string }) {
  const answer = (action: 'acceptance' | 'refusal') => () => onTask({ kind: 'action', action, passenger });
  return (
    <div className={styles.answers}>
      <Button size="md" className={styles.answer} aria-label={`Aceitar o pedido: ${of}`} onClick={answer('acceptance')}>
        Aceitar
      </Button>
      <Button
        size="md"
        variant="default"
        className={styles.answer}
        aria-label={`Recusar o pedido: ${of}`}
        onClick={answer('refusal')}
      >
        Recusar
      </Button>
    </div>
  );
}

interface MoreActionsProps {
  label: string;
  onTask: (task: Task) => void;
  children: (start: (task: Task) => () => void) => ReactNode;
}

function MoreActions({ label, onTask, children }: MoreActionsProps) {
  const button = useRef<HTMLButtonElement>(null);
  // Focuses the menu's button, so that the dialog returns the focus there and not to the removed menu item.
  const start = (task: Task) => () => {
    button.current?.focus();
    onTask(task);
  };
  return (
    <Menu position="bottom-end" shadow="md" width={250} transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <ActionIcon ref={button} variant="default" size={44} radius="xl" className={styles.more} aria-label={label}>
          <IconDots size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children(start)}</Menu.Dropdown>
    </Menu>
  );
}

interface MenuItemsProps {
  passenger: Passenger;
  /** Opens the dialog of a task. */
  start: (task: Task) => () => void;
}

/** What can be done with one person of a reservation. */
function PersonMenuItems({ passenger, start }: MenuItemsProps) {
  const { cancellable, people } = passenger.reservation;
  const lacksData = mayBoard(passenger) && passenger.missing.length > 0;
  return (
    <>
      <Menu.Item onClick={start({ kind: 'person', passenger })}>Dados da pessoa</Menu.Item>
      {lacksData && <Menu.Item onClick={start({ kind: 'request', passenger })}>Pedir os dados que faltam</Menu.Item>}
      {cancellable && people > 1 && (
        <Menu.Item className={styles.danger} onClick={start({ kind: 'cancelPerson', passenger })}>
          Cancelar esta pessoa
        </Menu.Item>
      )}
    </>
  );
}
