import type { TripSituation } from '@passeio/contract/trips';
import styles from './situation-badge.module.css';

interface SituationBadgeProps {
  situation: TripSituation;
  /** The contract's word for it. It comes from whoever has the contract at hand, which visitors' pages do without. */
  label: string;
}

/** Where a trip stands, in a word and a colour. */
export function SituationBadge({ situation, label }: SituationBadgeProps) {
  return (
    <span className={styles.badge} data-situation={situation}>
      {label}
    </span>
  );
}
