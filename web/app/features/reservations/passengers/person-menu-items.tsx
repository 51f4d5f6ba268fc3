import { Menu } from '@mantine/core';
import type { Passenger } from '@passeio/contract/passengers';
import type { Task } from './task';

interface MenuItemsProps {
  passenger: Passenger;
  /** Opens the dialog of a task. */
  start: (task: Task) => () => void;
}

/** What can be done with one person of a reservation. */
export function PersonMenuItems({ passenger, start }: MenuItemsProps) {
  return <Menu.Item onClick={start({ kind: 'person', passenger })}>Dados da pessoa</Menu.Item>;
}
