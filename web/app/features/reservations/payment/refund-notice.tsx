import { formatMoney, formatNumericDate } from '~/lib/formats';
import { StatusBadge } from '~/ui/feedback/status-badge';
import type { ClientRefund } from '../client-reservation';
import styles from './payment.module.css';
import { refundColor, refundLabel, refundReason } from './refund-words';

/** Money that goes back: how much, why, and until when or since when. */
export function RefundNotice({ refund, timeZone }: { refund: ClientRefund; timeZone: string }) {
  const { amountCents, paidAt } = refund;
  const reason = refundReason(refund);
  return (
    <div className={styles.notice}>
      <h3>
        Reembolso de {formatMoney(amountCents)}{' '}
        <StatusBadge color={refundColor(refund)}>{refundLabel(refund)}</StatusBadge>
      </h3>
      <p>
        {reason && `${reason}. `}
        {paidAt ? `Devolvemos em ${formatNumericDate(paidAt, timeZone)}.` : 'O valor volta por Pix para quem pagou.'}
      </p>
    </div>
  );
}
