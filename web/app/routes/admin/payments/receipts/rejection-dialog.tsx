import { TextInput } from '@mantine/core';
import { paymentRoutes } from '@passeio/contract/payments/payment-routes';
import { type ReceiptToReview, receiptRejection, rejectionPresets } from '@passeio/contract/payments/payments';
import { send } from '~/features/session/queries';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import { finish } from '../desk-call';
import styles from './receipt-detail.module.css';

const OWN = 'own';

interface RejectionDialogProps {
  receipt: ReceiptToReview;
  onClose: () => void;
  onJudged: () => Promise<void>;
}

/** Why a receipt is refused, as its sender will read it. */
export function RejectionDialog({ receipt: { id, reservation }, onClose, onJudged }: RejectionDialogProps) {
  return (
    <FormDialog
      title="Recusar comprovante"
      lead={`${reservation.payer}, reserva ${reservation.code}. O motivo vai para quem enviou.`}
      submit="Recusar comprovante"
      danger
      initial={{ choice: rejectionPresets[0] as string, own: '' }}
      schema={receiptRejection}
      toBody={({ choice, own }) => ({ reason: choice === OWN ? own : choice })}
      fields={{ reason: 'own' }}
      save={(body) =>
        finish(
          send(paymentRoutes.rejectReceipt, { params: { receiptId: id }, body }),
          `Comprovante da reserva ${reservation.code} recusado.`,
        )
      }
      onSaved={() => {
        onClose();
        void onJudged();
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <fieldset className={styles.presets}>
            <legend>Motivo</legend>
            {[...rejectionPresets, OWN].map((preset, index) => (
              <label key={preset}>
                <input
                  type="radio"
                  name="motivo"
                  data-autofocus={index === 0 || undefined}
                  checked={form.values.choice === preset}
                  onChange={() => form.setFieldValue('choice', preset)}
                />
                {preset === OWN ? 'Outro motivo' : preset}
              </label>
            ))}
          </fieldset>
          {form.values.choice === OWN && (
            <TextInput
              label="Escreva o motivo"
              size="md"
              maxLength={300}
              autoComplete="off"
              {...form.getInputProps('own')}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}
