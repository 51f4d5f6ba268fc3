import { ActionIcon } from '@mantine/core';
import type { Passenger } from '@passeio/contract/boarding/passengers';
import { reservationPagePath } from '@passeio/contract/pages';
import { IconDots } from '@tabler/icons-react';
import { copyEntries } from '~/features/reservations/copy-for-payer';
import { nameOf } from '~/features/reservations/passengers/passenger-labels';
import { ActionMenu } from '~/ui/navigation/action-menu';
import type { MenuEntry } from '~/ui/navigation/loaded-menu';
import { NextPayment, personEntries, usualEntries } from '../reservation-tasks/actions';
import type { Task } from '../reservation-tasks/task';
import styles from './passenger-list.module.css';

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
  const own = personEntries(passenger, onTask);
  return (
    <div className={styles.buttons}>
      {!personOnly && withPayment && (
        <NextPayment passenger={passenger} of={name} className={styles.next} onTask={onTask} />
      )}
      <MoreActions
        label={`Mais ações: ${name}`}
        entries={
          personOnly
            ? own
            : [name, ...own, null, `Reserva ${passenger.reservation.code}`, ...reservationEntries(passenger, onTask)]
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
      <NextPayment passenger={passenger} of={`reserva ${code}`} className={styles.next} onTask={onTask} />
      <MoreActions label={`Mais ações: reserva ${code}`} entries={reservationEntries(passenger, onTask)} />
    </div>
  );
}

/** What is done most; everything else is on the reservation's page. */
function reservationEntries(passenger: Passenger, onTask: ActionsProps['onTask']): MenuEntry[] {
  const page = { label: 'Abrir reserva', to: reservationPagePath(passenger.reservation.id) };
  return [page, ...copyEntries(passenger.reservation.chat), ...usualEntries(passenger, onTask)];
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
