import { Link } from 'react-router';
import styles from './figure.module.css';

interface FigureProps {
  label: string;
  value: string;
  note: string;
  to: string;
  /** Something is to be done about it. */
  urgent?: boolean;
}

/** A number to begin the day with; leads to the list behind it. */
export function Figure({ label, value, note, to, urgent }: FigureProps) {
  return (
    <Link to={to} className={styles.figure} data-urgent={urgent || undefined}>
      <span className={styles.label}>{label}</span>
      <span className={styles.value}>{value}</span>
      <span className={styles.note}>{note}</span>
    </Link>
  );
}
