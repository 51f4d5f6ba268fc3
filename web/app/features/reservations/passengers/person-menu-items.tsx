import { Menu } from '@mantine/core';
import type { ClientPassenger } from '../client-reservation';
import type { Task } from './task';

interface MenuItemsProps {
  passenger: ClientPassenger;
  /** Opens the dialog of a task. */
  start: (task: Task) => () => void;
}

/** What can be done with one person of a reservation. */
export function PersonMenuItems({ passenger, start }: MenuItemsProps) {
  return <Menu.Item onClick={start({ kind: 'person', passenger })}>Dados da pessoa</Menu.Item>;
}
