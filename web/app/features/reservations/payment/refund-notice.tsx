import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatMoney, formatNumericDate } from '~/lib/formats';
import { showAlert } from '~/ui/feedback/alert';
import { StatusBadge } from '~/ui/feedback/status-badge';
import type { ClientRefund } from '../client-reservation';
import styles from './payment.module.css';
import { RefundKeyDialog } from './refund-key-dialog';
import { refundColor, refundLabel, refundReason } from './refund-words';

interface RefundNoticeProps {
  refund: ClientRefund;
  timeZone: string;
  reservationId: string;
  onChanged: (refund: ClientRefund) => void;
}

/** Money that goes back: how much, why, where to, and until when or since when. */
export function RefundNotice({ refund, timeZone, reservationId, onChanged }: RefundNoticeProps) {
  const [isAsking, setIsAsking] = useState(false);
  const { amountCents, paidAt, state, pixKey, throughProvider } = refund;
  const reason = refundReason(refund);
  return (
    <div className={styles.notice}>
      <h3>
        Reembolso de {formatMoney(amountCents)}{' '}
        <StatusBadge color={refundColor(refund)}>{refundLabel(refund)}</StatusBadge>
      </h3>
      <p>
        {reason && `${reason}. `}
        {paidAt ? `Devolvemos em ${formatNumericDate(paidAt, timeZone)}.` : whereTo(refund)}
      </p>
      {state === 'due' && !throughProvider && (
        <Button size="md" variant={pixKey ? 'default' : 'filled'} onClick={() => setIsAsking(true)}>
          {pixKey ? 'Trocar chave Pix' : 'Informar chave Pix'}
        </Button>
      )}
      {isAsking && (
        <RefundKeyDialog
          refund={refund}
          reservationId={reservationId}
          onClose={() => setIsAsking(false)}
          onDone={(changed) => {
            setIsAsking(false);
            showAlert('success', 'Chave Pix da devolução salva.');
            onChanged(changed);
          }}
        />
      )}
    </div>
  );
}

function whereTo({ pixKey, throughProvider }: ClientRefund): string {
  if (throughProvider) return 'O valor volta por Pix, para a conta de onde veio o pagamento.';
  if (pixKey) return `O valor volta por Pix, para a chave ${pixKey}.`;
  return 'O valor volta por Pix. Diga para qual chave.';
}
