import { Button, Group } from '@mantine/core';
import type { Passenger } from '@passeio/contract/boarding/passengers';
import { isActive } from '~/features/reservations/status/reservation-states';
import { may } from '~/features/session/user-store';
import type { MenuEntry } from '~/ui/navigation/loaded-menu';
import { mayBoard, type PaymentIntent, type ReservationAction, type Task } from './task';

interface ActionsProps {
  passenger: Passenger;
  onTask: (task: Task) => void;
}
type OnTask = ActionsProps['onTask'];

const taskEntry = (onTask: OnTask) => (label: string, task: Task) => ({ label, onSelect: () => onTask(task) });
const dangerEntry = (onTask: OnTask) => (label: string, task: Task) => ({
  ...taskEntry(onTask)(label, task),
  isDanger: true,
});

/** What can be done with one person of a reservation. */
export function personEntries(passenger: Passenger, onTask: OnTask): MenuEntry[] {
  const { cancellable, people } = passenger.reservation;
  const lacksData = mayBoard(passenger) && passenger.missing.length > 0;
  const entry = taskEntry(onTask);
  return [
    entry('Dados da pessoa', { kind: 'person', passenger }),
    ...(lacksData ? [entry('Pedir os dados que faltam', { kind: 'request', passenger })] : []),
    ...(cancellable && people > 1
      ? [dangerEntry(onTask)('Cancelar esta pessoa', { kind: 'cancelPerson', passenger })]
      : []),
  ];
}

/** What can be done with the money of a reservation, besides its next payment. */
export function moneyEntries(passenger: Passenger, onTask: OnTask): MenuEntry[] {
  return [
    ...otherPayments(passenger.reservation).map((intent) => paymentEntry(passenger, onTask, intent)),
    ...actionEntries(passenger, onTask, isActive(passenger.reservation) ? ['adjustment'] : []),
  ];
}

/** What can be done with the people of a reservation, `people`, and with who pays for them. */
export function partyEntries(people: readonly Passenger[], onTask: OnTask): MenuEntry[] {
  const [passenger] = people;
  if (!passenger) return [];
  const { reservation, payer } = passenger;
  const isOpen = isActive(reservation);
  // People with an account change their own data.
  const isGuest = !payer.hasAccount;
  const entry = taskEntry(onTask);
  return [
    ...actionEntries(passenger, onTask, isOpen ? ['people'] : []),
    ...(isOpen ? [entry('Mudar embarque', { kind: 'boarding', passengers: people })] : []),
    ...actionEntries(passenger, onTask, isOpen && isGuest ? ['payer'] : []),
    ...(isGuest ? [entry('Convidar para criar a conta', { kind: 'invitation', passenger })] : []),
  ];
}

/** What can be done with a reservation as a whole. `cancellable` says that its trip has not departed. */
export function reservationEntries(passenger: Passenger, onTask: OnTask): MenuEntry[] {
  const { state, status, cancellable, reinstatable } = passenger.reservation;
  const isOpen = isActive({ state });
  return [
    ...actionEntries(passenger, onTask, [
      ...(reinstatable ? (['reinstatement'] as const) : []),
      ...(state === 'held' && cancellable ? (['deadline'] as const) : []),
      ...(isOpen && (state === 'held' || status.key === 'added_deposit_due') ? (['confirmation'] as const) : []),
      ...(isOpen && cancellable && state !== 'requested' ? (['move'] as const) : []),
    ]),
    ...(cancellable ? [dangerEntry(onTask)('Cancelar reserva', { kind: 'cancel', passenger })] : []),
  ];
}

/** What lists offer of {@link moneyEntries} and {@link reservationEntries}: what is done most. */
export function usualEntries(passenger: Passenger, onTask: OnTask): MenuEntry[] {
  const { dueCents, cancellable } = passenger.reservation;
  return [
    ...(dueCents > 0 && may('confirm_money') ? [paymentEntry(passenger, onTask, 'payment')] : []),
    ...(cancellable ? [dangerEntry(onTask)('Cancelar reserva', { kind: 'cancel', passenger })] : []),
  ];
}

const actionLabels: Record<Exclude<ReservationAction, 'acceptance' | 'refusal'>, string> = {
  people: 'Pessoas da reserva',
  payer: 'Dados de quem paga',
  adjustment: 'Desconto ou acréscimo',
  deadline: 'Mudar o prazo',
  confirmation: 'Confirmar sem sinal',
  move: 'Mudar de passeio',
  reinstatement: 'Reativar a reserva',
};

const ofMoney = new Set<ReservationAction>(['adjustment', 'confirmation', 'reinstatement']);

function actionEntries(passenger: Passenger, onTask: OnTask, actions: (keyof typeof actionLabels)[]): MenuEntry[] {
  const allowed = actions.filter((action) => !ofMoney.has(action) || may('confirm_money'));
  return allowed.map((action) => taskEntry(onTask)(actionLabels[action], { kind: 'action', action, passenger }));
}

const paymentLabels: Record<PaymentIntent, string> = {
  deposit: 'Confirmar sinal',
  balance: 'Marcar como quitada',
  payment: 'Registrar pagamento',
  refund: 'Devolver',
};

function paymentEntry(passenger: Passenger, onTask: OnTask, intent: PaymentIntent): MenuEntry {
  return taskEntry(onTask)(paymentLabels[intent], { kind: 'payment', intent, passenger });
}

type Money = Pick<Passenger['reservation'], 'state' | 'dueCents' | 'toReturnCents' | 'receivedCents'>;

/** The next payment step of a reservation, if any. */
function nextPayment({ state, dueCents, toReturnCents }: Money): PaymentIntent | undefined {
  if (toReturnCents > 0) return may('refund') ? 'refund' : undefined;
  if (dueCents === 0 || !may('confirm_money')) return undefined;
  return state === 'held' ? 'deposit' : 'balance';
}

/** Payments that can be recorded, without the next one. */
function otherPayments(money: Money): PaymentIntent[] {
  const { dueCents, receivedCents } = money;
  const possible: PaymentIntent[] = [
    ...(dueCents > 0 ? (['balance', 'payment'] as const) : []),
    ...(receivedCents > 0 ? (['refund'] as const) : []),
  ];
  const allowed = possible.filter((intent) => may(intent === 'refund' ? 'refund' : 'confirm_money'));
  return allowed.filter((intent) => intent !== nextPayment(money));
}

interface NextPaymentProps extends ActionsProps {
  /** What it is about, as in "reserva 34679A". */
  of: string;
  className?: string | undefined;
}

/** The next step of the reservation as a button; of a request its answers. */
export function NextPayment({ passenger, of, className, onTask }: NextPaymentProps) {
  if (passenger.reservation.state === 'requested') return <Answers {...{ passenger, of, className, onTask }} />;
  const intent = nextPayment(passenger.reservation);
  if (!intent) return null;
  return (
    <Button
      size="md"
      variant={intent === 'refund' ? 'default' : 'light'}
      className={className}
      aria-label={`${paymentLabels[intent]}: ${of}`}
      onClick={() => onTask({ kind: 'payment', intent, passenger })}
    >
      {paymentLabels[intent]}
    </Button>
  );
}

/** The answers to a request as buttons. */
function Answers({ passenger, of, className, onTask }: NextPaymentProps) {
  const answer = (action: 'acceptance' | 'refusal') => () => onTask({ kind: 'action', action, passenger });
  return (
    <Group gap={8} className={className}>
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
