import { Button } from '@mantine/core';
import { paymentRoutes } from '@passeio/contract/payments/payment-routes';
import type { Refund } from '@passeio/contract/payments/payments';
import { useState } from 'react';
import { ApiError } from '~/lib/api';
import { formatMoney, formatNumericDate } from '~/lib/formats';
import { askToConfirm } from '~/ui/dialogs/confirm';
import { showAlert } from '~/ui/feedback/alert';
import { StatusBadge } from '~/ui/feedback/status-badge';
import { answered, api } from '../../session/api';
import { withRetry } from '../../session/with-retry';
import styles from './payment.module.css';
import { RefundKeyDialog } from './refund-key-dialog';
import { refundColor, refundLabel, refundReason } from './refund-words';

interface RefundNoticeProps {
  refund: Refund;
  timeZone: string;
  reservationId: string;
  onChanged: (refund: Refund) => void;
  /** The refund became credit. */
  onMoved: () => void;
}

/** Money that goes back: how much, why, where to, and until when or since when. */
export function RefundNotice({ refund, timeZone, reservationId, onChanged, onMoved }: RefundNoticeProps) {
  const [isAsking, setIsAsking] = useState(false);
  const { amountCents, state, pixKey, throughProvider, asCredit } = refund;
  const reason = refundReason(refund);
  return (
    <div className={styles.notice}>
      <h3>
        {asCredit ? 'Crédito' : 'Reembolso'} de {formatMoney(amountCents)}{' '}
        <StatusBadge color={refundColor(refund)}>{refundLabel(refund)}</StatusBadge>
      </h3>
      <p>
        {reason && `${reason}. `}
        {refund.paidAt ? returnedText(refund, refund.paidAt, timeZone) : whereTo(refund)}
      </p>
      {state === 'due' && !throughProvider && (
        <Button size="md" variant={pixKey ? 'default' : 'filled'} onClick={() => setIsAsking(true)}>
          {pixKey ? 'Trocar chave Pix' : 'Informar chave Pix'}
        </Button>
      )}
      {state === 'due' && <AsCredit reservationId={reservationId} amountCents={amountCents} onMoved={onMoved} />}
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

/** Takes the refund as credit, once it is confirmed. */
function AsCredit({
  reservationId,
  amountCents,
  onMoved,
}: {
  reservationId: string;
  amountCents: number;
  onMoved: () => void;
}) {
  const [busy, setBusy] = useState(false);
  async function take(): Promise<void> {
    const mensagem = `Em vez da devolução, você fica com ${formatMoney(amountCents)} para usar em qualquer viagem. O crédito não vence.`;
    if (!(await askToConfirm({ titulo: 'Ficar com o crédito?', mensagem }))) return;
    setBusy(true);
    try {
      const call = { params: { reservationId }, body: { amountCents } };
      await answered(withRetry(() => api.call(paymentRoutes.takeRefundAsCredit, call)));
      showAlert('success', `Você tem mais ${formatMoney(amountCents)} de crédito.`);
    } catch (error) {
      // Told by the API client.
      if (!(error instanceof ApiError)) throw error;
    } finally {
      setBusy(false);
      onMoved();
    }
  }
  return (
    <Button size="md" variant="default" loading={busy} onClick={() => void take()}>
      Prefiro crédito
    </Button>
  );
}

function returnedText({ asCredit }: Refund, paidAt: string, timeZone: string): string {
  const day = formatNumericDate(paidAt, timeZone);
  return asCredit ? `É seu crédito desde ${day}, para usar em qualquer viagem.` : `Devolvemos em ${day}.`;
}

function whereTo({ pixKey, throughProvider }: Refund): string {
  if (throughProvider) return 'O valor volta por Pix, para a conta de onde veio o pagamento.';
  if (pixKey) return `O valor volta por Pix, para a chave ${pixKey}.`;
  return 'O valor volta por Pix. Diga para qual chave.';
}
