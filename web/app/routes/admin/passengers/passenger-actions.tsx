import { ActionIcon, Button, Group } from '@mantine/core';
import type { Passenger } from '@passeio/contract/boarding/passengers';
import { IconDots } from '@tabler/icons-react';
import { nameOf } from '~/features/reservations/passengers/passenger-labels';
import { isActive } from '~/features/reservations/reservation-states';
import { ActionMenu } from '~/ui/navigation/action-menu';
import type { MenuEntry } from '~/ui/navigation/loaded-menu';
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
      <MoreActions
        label={`Mais ações: ${name}`}
        entries={
          personOnly
            ? personEntries(passenger, onTask)
            : [
                name,
                ...personEntries(passenger, onTask),
                null,
                `Reserva ${passenger.reservation.code}`,
                ...reservationEntries(passenger, onTask),
              ]
        }
      />
    </div>
  );
}

/** Actions on the reservation of `passenger`. */
export function HeadingActions({ passenger, onTask }: ActionsProps) {
  const { code } = passenger.reservation;
  return (
    <div className={styles.buttons}>
      <NextPayment passenger={passenger} of={`reserva ${code}`} onTask={onTask} />
      <MoreActions label={`Mais ações: reserva ${code}`} entries={reservationEntries(passenger, onTask)} />
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

function MoreActions({ label, entries }: { label: string; entries: (MenuEntry | string | null)[] }) {
  return (
    <ActionMenu
      shadow="md"
      width={250}
      transitionProps={{ duration: 0 }}
      entries={entries}
      button={
        <ActionIcon variant="default" size={44} radius="xl" className={styles.menu} aria-label={label}>
          <IconDots size={20} aria-hidden />
        </ActionIcon>
      }
    />
  );
}

type OnTask = ActionsProps['onTask'];

const taskEntry = (onTask: OnTask) => (label: string, task: Task) => ({ label, onSelect: () => onTask(task) });

/** What can be done with one person of a reservation. */
function personEntries(passenger: Passenger, onTask: OnTask): MenuEntry[] {
  const { cancellable, people } = passenger.reservation;
  const lacksData = mayBoard(passenger) && passenger.missing.length > 0;
  const entry = taskEntry(onTask);
  return [
    entry('Dados da pessoa', { kind: 'person', passenger }),
    ...(lacksData ? [entry('Pedir os dados que faltam', { kind: 'request', passenger })] : []),
    ...(cancellable && people > 1
      ? [{ ...entry('Cancelar esta pessoa', { kind: 'cancelPerson', passenger }), isDanger: true }]
      : []),
  ];
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
function reservationEntries(passenger: Passenger, onTask: OnTask): MenuEntry[] {
  const { reservation, payer } = passenger;
  const entry = taskEntry(onTask);
  return [
    ...otherPayments(reservation).map((intent) => entry(paymentLabels[intent], { kind: 'payment', intent, passenger })),
    entry('Histórico de pagamentos', { kind: 'ledger', passenger }),
    entry('Histórico da reserva', { kind: 'timeline', passenger }),
    entry('Mensagens', { kind: 'messages', passenger }),
    ...possibleActions(reservation, payer).map((action) =>
      entry(actionLabels[action], { kind: 'action', action, passenger }),
    ),
    ...(payer.hasAccount ? [] : [entry('Convidar para criar a conta', { kind: 'invitation', passenger })]),
    ...(reservation.cancellable
      ? [{ ...entry('Cancelar reserva', { kind: 'cancel', passenger }), isDanger: true }]
      : []),
  ];
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
