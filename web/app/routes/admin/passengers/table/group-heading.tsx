import type { Passenger } from '@passeio/contract/boarding/passengers';
import { plural } from '@passeio/contract/words';
import { moneyText } from '~/features/reservations/passengers/passenger-labels';
import { isActive } from '~/features/reservations/reservation-states';
import { ReservationStatusBadge } from '~/features/reservations/status-badge';
import { WhatsAppAnchor } from '~/features/reservations/whatsapp/whatsapp-anchor';
import { formatMoney } from '~/lib/formats';
import type { ListedGroup } from '../passenger-groups';
import type { ListEdit } from '../task';
import styles from './group-heading.module.css';
import { HeadingActions } from './passenger-actions';
import { RowCheck } from './row-check';

interface GroupHeadingProps {
  group: ListedGroup;
  /** People of the group on all pages. */
  count?: number;
  edit?: ListEdit;
}

/** What stands above a group: the boarding point, or the reservation with its payer, status and money. */
export function GroupHeading({ group, count, edit }: GroupHeadingProps) {
  if (group.kind === 'all') return null;
  const label = group.kind === 'boarding' ? group.label : `reserva ${group.first.reservation.code}`;
  return (
    <div className={styles.heading} data-kind={group.kind} data-check={edit ? true : undefined}>
      {edit && <RowCheck label={`Escolher todos: ${label}`} people={group.passengers} selection={edit.selection} />}
      {group.kind === 'boarding' ? (
        <span className={styles.point}>
          <span className={styles.title}>{group.label}</span>
          {count !== undefined && <span className={styles.detail}>{plural(count, 'pessoa')}</span>}
        </span>
      ) : (
        <ReservationHeading first={group.first} edit={edit} />
      )}
    </div>
  );
}

type ReservationHeadingProps = Pick<GroupHeadingProps, 'edit'> & { first: Passenger };

function ReservationHeading({ first, edit }: ReservationHeadingProps) {
  const { reservation, payer } = first;
  const { code, people, totalCents } = reservation;
  return (
    <div className={styles.reservation}>
      <div className={styles.payer}>
        <span className={styles.title}>{payer.name}</span>
        <span className={styles.detail}>
          Reserva {code} · {plural(people, 'pessoa')} · {formatMoney(totalCents)}
        </span>
        <WhatsAppAnchor facts={reservation.chat} to={payer} />
      </div>
      <ReservationStanding reservation={reservation} />
      {edit && <HeadingActions passenger={first} onTask={edit.onTask} />}
    </div>
  );
}

/** Status and money of a reservation, and why it was cancelled. `more` stands below. */
export function ReservationStanding({ reservation, more }: Pick<Passenger, 'reservation'> & { more?: string }) {
  const { status, toReturnCents, cancellationReason } = reservation;
  const money = moneyText(reservation);
  const isOver = !isActive(reservation);
  return (
    <div className={styles.standing}>
      <ReservationStatusBadge status={status} />
      {money && <span className={toReturnCents > 0 ? styles.toReturn : styles.owed}>{money}</span>}
      {isOver && cancellationReason && <span className={styles.detail}>{cancellationReason}</span>}
      {more && <span className={styles.detail}>{more}</span>}
    </div>
  );
}
