import { Menu } from '@mantine/core';
import type { Passenger } from '@passeio/contract/boarding/passengers';
import type { Task } from '../task';
import { otherPayments, paymentLabels } from './next-payment';
import styles from './passenger-actions.module.css';
import { ReservationActions } from './reservation-actions';

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
