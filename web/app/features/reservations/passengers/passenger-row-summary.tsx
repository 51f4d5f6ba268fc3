import type { Passenger } from '@passeio/contract/passengers';
import { reservationStates } from '@passeio/contract/reservation-states';
import { IconAlertTriangle, IconChevronDown } from '@tabler/icons-react';
import { boardingWords, missingWords, moneyWords } from './passenger-labels';
import styles from './passenger-row-summary.module.css';

interface RowSummaryProps {
  passenger: Passenger;
  open: boolean;
  onToggle: () => void;
}

/** A passenger's row on phones: name, boarding point and payment; toggles the rest. */
export function RowSummary({ passenger, open, onToggle }: RowSummaryProps) {
  const { person, reservation } = passenger;
  const { amount, status } = moneyWords(passenger);
  const missing = reservationStates[reservation.status].holdsPlace ? missingWords(passenger) : undefined;
  return (
    <button type="button" className={styles.summary} aria-expanded={open} onClick={onToggle}>
      <span className={styles.who}>
        <span className={styles.name}>{person.name}</span>
        <span className={styles.detail}>
          {missing && <IconAlertTriangle size={15} role="img" aria-label={missing} className={styles.missing} />}
          {boardingWords(passenger)}
        </span>
      </span>
      <span className={styles.money} data-return={reservation.toReturnCents > 0 || undefined}>
        {amount && <span className={styles.amount}>{amount}</span>}
        <span className={amount ? styles.detail : styles.amount}>{status}</span>
      </span>
      <IconChevronDown size={18} aria-hidden className={styles.chevron} />
    </button>
  );
}
