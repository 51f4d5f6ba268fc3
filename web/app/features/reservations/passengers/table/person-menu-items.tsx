import { Menu } from '@mantine/core';
import type { Passenger } from '@passeio/contract/boarding/passengers';
import { mayBoard } from '../selection';
import type { Task } from '../task';
import styles from './passenger-actions.module.css';

interface MenuItemsProps {
  passenger: Passenger;
  /** Opens the dialog of a task. */
  start: (task: Task) => () => void;
}

/** What can be done with one person of a reservation. */
export function PersonMenuItems({ passenger, start }: MenuItemsProps) {
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
