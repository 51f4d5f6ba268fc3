import type { ReceiptToReview } from '@passeio/contract/payments/payments';
import { IconCopy } from '@tabler/icons-react';
import { Link } from 'react-router';
import { formatMoment, formatMoney } from '~/lib/formats';
import { useSettings } from '~/lib/settings';
import { tripWords } from '../desk-words';
import styles from './receipt-queue.module.css';

interface ReceiptQueueProps {
  receipts: ReceiptToReview[];
  shown: string | undefined;
  addressOf: (id: string) => string;
}

/** Receipts in the order in which they are judged. */
export function ReceiptQueue({ receipts, shown, addressOf }: ReceiptQueueProps) {
  const { timeZone } = useSettings();
  return (
    <ol className={styles.list} aria-label="Fila de comprovantes">
      {receipts.map(({ id, reservation, trip, expectedCents, createdAt, sameFile }) => (
        <li key={id}>
          <Link
            to={addressOf(id)}
            preventScrollReset
            className={styles.entry}
            aria-current={id === shown ? 'true' : undefined}
          >
            <span className={styles.who}>{reservation.payer}</span>
            <span className={styles.amount}>{formatMoney(expectedCents)}</span>
            <span className={styles.trip}>{tripWords(trip, timeZone)}</span>
            <span className={styles.when}>Enviado em {formatMoment(createdAt, timeZone)}</span>
            {sameFile.length > 0 && (
              <span className={styles.used}>
                <IconCopy size={16} aria-hidden /> Comprovante repetido
              </span>
            )}
          </Link>
        </li>
      ))}
    </ol>
  );
}
