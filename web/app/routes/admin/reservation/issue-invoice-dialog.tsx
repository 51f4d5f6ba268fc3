import { Textarea } from '@mantine/core';
import { invoiceDraft, issuedInvoiceRoutes } from '@passeio/contract/payments/issued-invoices';
import { api } from '~/features/session/api';
import { formatMoneyInput } from '~/lib/parse-money';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import { showAlert } from '~/ui/feedback/alert';
import { MoneyInput, typedCents } from '~/ui/inputs/money-input';

const schema = invoiceDraft.extend({ amountCents: typedCents.pipe(invoiceDraft.shape.amountCents) });

interface IssueInvoiceDialogProps {
  reservationId: string;
  proposed: { amountCents: number; description: string; isTest: boolean };
  onClose: () => void;
}

/** Asks for amount and description of a note, and issues it. */
export function IssueInvoiceDialog({ reservationId, proposed, onClose }: IssueInvoiceDialogProps) {
  const { amountCents, description, isTest } = proposed;
  return (
    <FormDialog
      title="Emitir nota fiscal"
      lead={
        isTest
          ? 'Esta instalação emite notas de teste, sem valor fiscal.'
          : 'A nota vai para o governo assim que você emitir. Depois, só dá para cancelar.'
      }
      submit="Emitir nota"
      initial={{ amountCents: amountCents > 0 ? formatMoneyInput(amountCents) : '', description }}
      schema={schema}
      fields={{ taxId: 'form', INVOICE_ABOVE_RECEIVED: 'amountCents' }}
      save={(body) => api.call(issuedInvoiceRoutes.issue, { params: { reservationId }, body, toast: false })}
      onSaved={() => {
        showAlert('success', 'Nota enviada. A resposta do governo aparece aqui.');
        onClose();
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <MoneyInput
            label="Valor do serviço"
            data-autofocus
            {...form.getInputProps('amountCents')}
            value={form.values.amountCents}
            onChange={(typed) => form.setFieldValue('amountCents', typed)}
          />
          <Textarea
            label="Descrição do serviço"
            description="Sai na nota"
            size="md"
            autosize
            minRows={3}
            maxRows={10}
            maxLength={2000}
            {...form.getInputProps('description')}
          />
        </>
      )}
    </FormDialog>
  );
}
