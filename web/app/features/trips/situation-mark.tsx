import type { TripSituation } from '@passeio/contract/trips';
import styles from './situation-mark.module.css';

interface SituationMarkProps {
  situation: TripSituation;
  /** The contract's word for it. On visitors' pages the server writes it: the contract stays out of their scripts. */
  label: string;
}

/** Where a trip stands, in a word and a colour. */
export function SituationMark({ situation, label }: SituationMarkProps) {
  return (
    <span className={styles.badge} data-situation={situation}>
      {label}
    </span>
  );
}
