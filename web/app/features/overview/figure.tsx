import { Link } from 'react-router';
import styles from './figure.module.css';

interface FigureProps {
  label: string;
  value: string;
  note: string;
  to: string;
  /** Highlights a figure that needs action. */
  urgent?: boolean;
}

/** A key figure that links to its list. */
export function Figure({ label, value, note, to, urgent }: FigureProps) {
  return (
    <Link to={to} className={styles.figure} data-urgent={urgent || undefined}>
      <span className={styles.label}>{label}</span>
      <span className={styles.value}>{value}</span>
      <span className={styles.note}>{note}</span>
    </Link>
  );
}
