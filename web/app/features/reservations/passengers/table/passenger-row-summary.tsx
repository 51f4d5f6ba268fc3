import type { Passenger } from '@passeio/contract/boarding/passengers';
import { seatInWords } from '@passeio/contract/seats/seat-words';
import { IconAlertTriangle, IconChevronDown } from '@tabler/icons-react';
import { statusLabel } from '../../status-badge';
import type { ListedGroup } from '../passenger-groups';
import { boardingWords, missingWords, moneyWords, nameOf } from '../passenger-labels';
import { mayBoard } from '../selection';
import styles from './passenger-row-summary.module.css';

interface RowSummaryProps {
  passenger: Passenger;
  grouping: ListedGroup['kind'];
  open: boolean;
  onToggle: () => void;
}

/** A passenger's row on phones: the name and what the group does not tell; toggles the rest. */
export function RowSummary({ passenger, grouping, open, onToggle }: RowSummaryProps) {
  const { reservation } = passenger;
  const missing = mayBoard(passenger) ? missingWords(passenger) : undefined;
  const money = grouping === 'reservation' ? undefined : moneyWords(reservation);
  return (
    <button type="button" className={styles.summary} aria-expanded={open} onClick={onToggle}>
      <span className={styles.who}>
        <span className={styles.name}>{nameOf(passenger)}</span>
        <span className={styles.line}>
          <span className={styles.detail}>
            {missing && <IconAlertTriangle size={15} role="img" aria-label={missing} className={styles.missing} />}
            {grouping === 'boarding' ? passenger.fareLabel : boardingWords(passenger)}
            {passenger.seat && ` · ${seatInWords(passenger.seat)}`}
          </span>
          {money && (
            <span className={styles.money} data-return={reservation.toReturnCents > 0 || undefined}>
              {money}
            </span>
          )}
        </span>
        {grouping !== 'reservation' && (
          <span className={styles.status} data-tone={reservation.status.tone}>
            {statusLabel(reservation.status)}
          </span>
        )}
      </span>
      <IconChevronDown size={18} aria-hidden className={styles.chevron} />
    </button>
  );
}
