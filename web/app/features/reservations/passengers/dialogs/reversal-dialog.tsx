import { TextInput } from '@mantine/core';
import { paymentRoutes } from '@passeio/contract/payments/payment-routes';
import { entryKinds, type LedgerEntry, reversalDraft } from '@passeio/contract/payments/payments';
import { formatMoney } from '~/lib/formats';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import { showAlert } from '~/ui/feedback/alert';
import { answered, apiInPlace } from '../../../session/api';

interface ReversalDialogProps {
  entry: LedgerEntry;
  reservationId: string;
  onClose: () => void;
  onDone: () => void;
}

/** Asks why an entry is wrong; its opposite goes into the ledger, nothing is deleted. */
export function ReversalDialog({ entry, reservationId, onClose, onDone }: ReversalDialogProps) {
  return (
    <FormDialog
      title="Estornar lançamento"
      lead={`${entryKinds[entry.kind]} de ${formatMoney(entry.amountCents)}. Use quando foi lançado por engano: entra um lançamento contrário, e os dois ficam no histórico.`}
      submit="Estornar"
      danger
      initial={{ reason: '' }}
      schema={reversalDraft}
      save={(body) => {
        const params = { reservationId, entryId: entry.id };
        return answered(apiInPlace.call(paymentRoutes.reverse, { params, body }));
      }}
      onSaved={() => {
        showAlert('success', 'Lançamento estornado.');
        onDone();
      }}
      onClose={onClose}
    >
      {(form) => (
        <TextInput
          label="Motivo"
          data-autofocus
          size="md"
          autoComplete="off"
          maxLength={200}
          {...form.getInputProps('reason')}
        />
      )}
    </FormDialog>
  );
}
