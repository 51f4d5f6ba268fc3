import { ActionIcon, Button, Group, Menu } from '@mantine/core';
import type { Passenger } from '@passeio/contract/boarding/passengers';
import { IconDots } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { nameOf } from '~/features/reservations/passengers/passenger-labels';
import { isActive } from '~/features/reservations/reservation-states';
import styles from './passenger-list.module.css';
import { mayBoard, type PaymentIntent, type ReservationAction, type Task } from './task';

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
    <div className={styles.buttons}>
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
    <div className={styles.buttons}>
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
    <Group gap={8} className={styles.next}>
      <Button size="md" flex="1 0 auto" aria-label={`Aceitar o pedido: ${of}`} onClick={answer('acceptance')}>
        Aceitar
      </Button>
      <Button
        size="md"
        variant="default"
        flex="1 0 auto"
        aria-label={`Recusar o pedido: ${of}`}
        onClick={answer('refusal')}
      >
        Recusar
      </Button>
    </Group>
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
        <ActionIcon ref={button} variant="default" size={44} radius="xl" className={styles.menu} aria-label={label}>
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
        <Menu.Item c="var(--danger)" onClick={start({ kind: 'cancelPerson', passenger })}>
          Cancelar esta pessoa
        </Menu.Item>
      )}
    </>
  );
}

const actionLabels: Record<ReservationAction, string> = {
  acceptance: 'Aceitar o pedido',
  refusal: 'Recusar o pedido',
  people: 'Pessoas da reserva',
  payer: 'Dados de quem paga',
  adjustment: 'Desconto ou acréscimo',
  deadline: 'Mudar o prazo',
  confirmation: 'Confirmar sem sinal',
  move: 'Mudar de passeio',
  reinstatement: 'Reativar a reserva',
};

/** `cancellable` says of an active reservation that its trip has not departed. */
function possibleActions(
  { state, status, cancellable, reinstatable }: Passenger['reservation'],
  { hasAccount }: Passenger['payer'],
): ReservationAction[] {
  if (reinstatable) return ['reinstatement'];
  if (!isActive({ state })) return [];
  const isRequest = state === 'requested';
  return [
    ...(isRequest ? (['acceptance', 'refusal'] as const) : []),
    'people',
    // People with an account change their own data.
    ...(hasAccount ? [] : (['payer'] as const)),
    'adjustment',
    ...(state === 'held' && cancellable ? (['deadline'] as const) : []),
    ...(state === 'held' || status.key === 'added_deposit_due' ? (['confirmation'] as const) : []),
    ...(cancellable && !isRequest ? (['move'] as const) : []),
  ];
}

/** What can be done with the reservation of a passenger. */
function ReservationMenuItems({ passenger, start }: MenuItemsProps) {
  const { reservation, payer } = passenger;
  return (
    <>
      {otherPayments(reservation).map((intent) => (
        <Menu.Item key={intent} onClick={start({ kind: 'payment', intent, passenger })}>
          {paymentLabels[intent]}
        </Menu.Item>
      ))}
      <Menu.Item onClick={start({ kind: 'ledger', passenger })}>Histórico de pagamentos</Menu.Item>
      <Menu.Item onClick={start({ kind: 'timeline', passenger })}>Histórico da reserva</Menu.Item>
      <Menu.Item onClick={start({ kind: 'messages', passenger })}>Mensagens</Menu.Item>
      {possibleActions(reservation, payer).map((action) => (
        <Menu.Item key={action} onClick={start({ kind: 'action', action, passenger })}>
          {actionLabels[action]}
        </Menu.Item>
      ))}
      {!payer.hasAccount && (
        <Menu.Item onClick={start({ kind: 'invitation', passenger })}>Convidar para criar a conta</Menu.Item>
      )}
      {reservation.cancellable && (
        <Menu.Item c="var(--danger)" onClick={start({ kind: 'cancel', passenger })}>
          Cancelar reserva
        </Menu.Item>
      )}
    </>
  );
}

const paymentLabels: Record<PaymentIntent, string> = {
  deposit: 'Confirmar sinal',
  balance: 'Marcar como quitada',
  payment: 'Registrar pagamento',
  refund: 'Devolver',
};

type Money = Pick<Passenger['reservation'], 'state' | 'dueCents' | 'toReturnCents' | 'receivedCents'>;

/** The next payment step of a reservation, if any. */
function nextPayment({ state, dueCents, toReturnCents }: Money): PaymentIntent | undefined {
  if (toReturnCents > 0) return 'refund';
  if (dueCents === 0) return undefined;
  return state === 'held' ? 'deposit' : 'balance';
}

/** Payments that can be recorded, without the next one. */
function otherPayments(money: Money): PaymentIntent[] {
  const { dueCents, receivedCents } = money;
  const possible: PaymentIntent[] = [
    ...(dueCents > 0 ? (['balance', 'payment'] as const) : []),
    ...(receivedCents > 0 ? (['refund'] as const) : []),
  ];
  return possible.filter((intent) => intent !== nextPayment(money));
}
