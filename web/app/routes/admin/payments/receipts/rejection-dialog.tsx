import { TextInput } from '@mantine/core';
import { paymentRoutes } from '@passeio/contract/payments/payment-routes';
import { type ReceiptToReview, receiptRejection, rejectionPresets } from '@passeio/contract/payments/payments';
import { useState } from 'react';
import { changePayments } from '~/features/payments/to-do';
import { showAlert } from '~/ui/feedback/alert';
import { DeskDialog } from '../desk-dialog';
import { tellFailure } from '../desk-words';
import { wasJudgedByAnother } from './judging';
import styles from './receipt-detail.module.css';

const OWN = 'own';

interface RejectionDialogProps {
  receipt: ReceiptToReview;
  onClose: () => void;
  onJudged: () => Promise<void>;
}

/** Why a receipt is refused, as its sender will read it. */
export function RejectionDialog({ receipt: { id, reservation }, onClose, onJudged }: RejectionDialogProps) {
  const [choice, setChoice] = useState<string>(rejectionPresets[0]);
  const [own, setOwn] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function refuse(): Promise<void> {
    if (busy) return;
    const parsed = receiptRejection.safeParse({ reason: choice === OWN ? own : choice });
    if (!parsed.success) return setError(parsed.error.issues[0]?.message);
    setBusy(true);
    try {
      const call = { params: { receiptId: id }, body: parsed.data };
      await changePayments(paymentRoutes.rejectReceipt, call);
      showAlert('success', `Comprovante da reserva ${reservation.code} recusado.`);
    } catch (failure) {
      if (!wasJudgedByAnother(failure)) {
        setBusy(false);
        return tellFailure(failure);
      }
    }
    onClose();
    await onJudged();
  }

  return (
    <DeskDialog
      title="Recusar comprovante"
      lead={`${reservation.payer}, reserva ${reservation.code}. O motivo vai para quem enviou.`}
      action="Recusar comprovante"
      danger
      busy={busy}
      onSubmit={() => void refuse()}
      onClose={onClose}
    >
      <fieldset className={styles.presets}>
        <legend>Motivo</legend>
        {[...rejectionPresets, OWN].map((preset, index) => (
          <label key={preset}>
            <input
              type="radio"
              name="motivo"
              data-autofocus={index === 0 || undefined}
              checked={choice === preset}
              onChange={() => setChoice(preset)}
            />
            {preset === OWN ? 'Outro motivo' : preset}
          </label>
        ))}
      </fieldset>
      {choice === OWN && (
        <TextInput
          label="Escreva o motivo"
          size="md"
          maxLength={300}
          autoComplete="off"
          value={own}
          error={error}
          onChange={(event) => {
            setOwn(event.currentTarget.value);
            setError(undefined);
          }}
        />
      )}
    </DeskDialog>
  );
}
