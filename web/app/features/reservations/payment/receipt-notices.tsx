import { Button } from '@mantine/core';
import type { Receipt } from '@passeio/contract/payments/payments';
import type { Reservation } from '@passeio/contract/reservations/reservations';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { formatMoment } from '~/lib/formats';
import styles from './payment.module.css';
import { saveReceipt } from './receipt-file';

interface ReceiptNoticeProps {
  receipt: Receipt;
  timeZone: string;
  /** The deadline of the hold, if it goes on meanwhile. */
  until: string | null;
}

/** A receipt that waits for its review. */
export function WaitingReceipt({ receipt, timeZone, until }: ReceiptNoticeProps) {
  return (
    <div className={styles.notice} data-tone="waiting">
      <h3>Comprovante em conferência</h3>
      <p>
        Enviado em {formatMoment(receipt.createdAt, timeZone)}.{' '}
        {until
          ? `O prazo do sinal continua valendo: os lugares estão guardados até ${formatMoment(until, timeZone)}.`
          : 'Enquanto conferimos, o prazo não corre e os seus lugares continuam guardados.'}
      </p>
      <ReceiptFile receipt={receipt} />
    </div>
  );
}

/** A receipt that was not accepted: why, and what now. */
export function RejectedReceipt({ receipt, payable }: { receipt: Receipt; payable: Reservation['payable'] }) {
  return (
    <div className={styles.notice} data-tone="bad" role="alert">
      <h3>Não pudemos aceitar o comprovante</h3>
      <p>{receipt.reason}</p>
      <p>
        {payable
          ? 'Se você já pagou, envie outro comprovante. Se ainda não pagou, use o código Pix.'
          : 'Se você já pagou, fale com a gente.'}
      </p>
      <ReceiptFile receipt={receipt} />
    </div>
  );
}

function ReceiptFile({ receipt }: { receipt: Receipt }) {
  const { mutate, isPending } = useMutation({ mutationFn: () => saveReceipt(receipt.id) });
  if (!receipt.hasFile) return null;
  return (
    <Button
      size="md"
      variant="default"
      loading={isPending}
      onClick={() => mutate()}
      leftSection={<IconDownload size={20} aria-hidden />}
    >
      Baixar o comprovante
    </Button>
  );
}
