import type { Reservation } from '@passeio/contract/reservations/reservations';
import styles from '~/features/reservations/cancellation/cancellation.module.css';
import { useQuote } from '~/features/reservations/cancellation/quote';
import { formatCalendarDate, formatMoney } from '~/lib/formats';

/** "Se cancelar agora, você recebe R$ 107,40 até 30/11/2026."; nothing while that is not known. */
export function RefundHint({ reservation }: { reservation: Reservation }) {
  const { id, cancellable, receivedCents } = reservation;
  const { quote } = useQuote(id, cancellable && receivedCents > 0 ? {} : null);
  if (!quote) return null;
  const { refundCents, promisedFor } = quote;
  return (
    <p className={styles.note}>
      {promisedFor
        ? `Se cancelar agora, você recebe ${formatMoney(refundCents)} até ${formatCalendarDate(promisedFor)}.`
        : 'Se cancelar agora, não há valor a devolver.'}
    </p>
  );
}
