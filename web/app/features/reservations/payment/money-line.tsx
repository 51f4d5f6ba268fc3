import { formatMoney } from '~/lib/formats';
import styles from './money-line.module.css';

interface MoneyLineProps {
  label: string;
  note?: string | undefined;
  cents: number;
  /** A sum. */
  strong?: boolean;
  /** The label is small, and the sum large. */
  quiet?: boolean;
}

/** A line of a bill, as an entry of a <dl>. */
export function MoneyLine({ label, note, cents, strong, quiet }: MoneyLineProps) {
  return (
    <div className={styles.line} data-strong={strong || undefined} data-quiet={quiet || undefined}>
      <dt>
        {label}
        {note && <small>{note}</small>}
      </dt>
      <dd>{formatMoney(cents)}</dd>
    </div>
  );
}
