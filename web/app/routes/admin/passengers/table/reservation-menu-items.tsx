import { Menu } from '@mantine/core';
import type { Passenger } from '@passeio/contract/boarding/passengers';
import { isActive } from '~/features/reservations/reservation-states';
import type { ReservationAction } from '../actions/reservation-action';
import type { Task } from '../task';
import { otherPayments, paymentLabels } from './next-payment';
import styles from './passenger-actions.module.css';

const labels: Record<ReservationAction, string> = {
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

interface ReservationActionsProps {
  reservation: Passenger['reservation'];
  payer: Passenger['payer'];
  /** Opens the dialog of an action. */
  start: (action: ReservationAction) => () => void;
}

/** The part of a menu that concerns the reservation as a whole: its people, value, deadline and departure. */
function ReservationActions({ reservation, payer, start }: ReservationActionsProps) {
  return possibleActions(reservation, payer).map((action) => (
    <Menu.Item key={action} onClick={start(action)}>
      {labels[action]}
    </Menu.Item>
  ));
}

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
    // Whoever has an account takes care of their own data.
    ...(hasAccount ? [] : (['payer'] as const)),
    'adjustment',
    ...(state === 'held' && cancellable ? (['deadline'] as const) : []),
    ...(state === 'held' || status.key === 'added_deposit_due' ? (['confirmation'] as const) : []),
    ...(cancellable && !isRequest ? (['move'] as const) : []),
  ];
}

interface MenuItemsProps {
  passenger: Passenger;
  /** Opens the dialog of a task. */
  start: (task: Task) => () => void;
}

/** What can be done with the reservation of a passenger. */
export function ReservationMenuItems({ passenger, start }: MenuItemsProps) {
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
      <ReservationActions
        reservation={reservation}
        payer={payer}
        start={(action) => start({ kind: 'action', action, passenger })}
      />
      {!payer.hasAccount && (
        <Menu.Item onClick={start({ kind: 'invitation', passenger })}>Convidar para criar a conta</Menu.Item>
      )}
      {reservation.cancellable && (
        <Menu.Item className={styles.danger} onClick={start({ kind: 'cancel', passenger })}>
          Cancelar reserva
        </Menu.Item>
      )}
    </>
  );
}
