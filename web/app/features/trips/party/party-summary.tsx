import { plural } from '@passeio/contract/words';
import { formatMoney } from '~/lib/formats';
import styles from './party-summary.module.css';
import type { PartyForm } from './use-party';

interface PartySummaryProps {
  form: PartyForm;
  headingId: string;
}

/** Total and people beside the join button; leads to the picker, which may have been scrolled away. */
export function PartySummary({ form: { quote }, headingId }: PartySummaryProps) {
  function showPicker(): void {
    const heading = document.getElementById(headingId);
    heading?.scrollIntoView({ block: 'start' });
    heading?.focus({ preventScroll: true });
  }
  return (
    <button type="button" className={styles.summary} onClick={showPicker}>
      <strong>{formatMoney(quote.totalCents)}</strong>
      <span>{plural(quote.people, 'pessoa')}: mudar</span>
    </button>
  );
}
