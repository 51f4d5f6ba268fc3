import { NativeSelect, Textarea } from '@mantine/core';
import {
  type IssuedInvoice,
  invoiceDraft,
  invoiceReplacement,
  issuedInvoiceRoutes,
  replacementReasons,
} from '@passeio/contract/payments/issued-invoices';
import { api } from '~/features/session/api';
import { formatMoneyInput } from '~/lib/parse-money';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import type { FormOf } from '~/ui/editing/use-schema-form';
import { showAlert } from '~/ui/feedback/alert';
import { MoneyInput, typedCents } from '~/ui/inputs/money-input';

const typed = { amountCents: typedCents.pipe(invoiceDraft.shape.amountCents) };
const issueSchema = invoiceDraft.extend(typed);
const replaceSchema = invoiceReplacement.extend(typed);

interface IssueInvoiceDialogProps {
  reservationId: string;
  proposed: { amountCents: number; description: string; isTest: boolean };
  onClose: () => void;
}

interface ReplaceInvoiceDialogProps {
  reservationId: string;
  proposed: IssueInvoiceDialogProps['proposed'] & { balanceCents: number };
  replaced: Pick<IssuedInvoice, 'id' | 'noteNumber' | 'amountCents'>;
  onClose: () => void;
}

/** Asks for amount and description of the note that replaces another one, and why. */
export function ReplaceInvoiceDialog({ reservationId, proposed, replaced, onClose }: ReplaceInvoiceDialogProps) {
  const amountCents = proposed.balanceCents + replaced.amountCents;
  return (
    <FormDialog
      title={`Substituir nota ${replaced.noteNumber}`}
      lead="Sai uma nota nova, e a antiga deixa de valer quando o governo aceita. Cada município tem um prazo para substituir: depois dele, o governo recusa."
      submit="Substituir a nota"
      initial={{
        amountCents: amountCents > 0 ? formatMoneyInput(amountCents) : '',
        description: proposed.description,
        reason: '99',
        text: '',
      }}
      schema={replaceSchema}
      fields={{ taxId: 'form', INVOICE_ABOVE_RECEIVED: 'amountCents' }}
      save={(body) => {
        const params = { reservationId, invoiceId: replaced.id };
        return api.call(issuedInvoiceRoutes.replaceIssued, { params, body, toast: false });
      }}
      onSaved={() => {
        showAlert('success', 'Nota enviada. A resposta do governo aparece aqui.');
        onClose();
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <ServiceFields form={form} minRows={2} />
          <NativeSelect
            label="Motivo"
            size="md"
            data={Object.entries(replacementReasons).map(([value, label]) => ({ value, label }))}
            {...form.getInputProps('reason')}
          />
          <Textarea
            label="Explicação"
            description="Fica registrada no governo"
            size="md"
            autosize
            minRows={2}
            maxLength={255}
            {...form.getInputProps('text')}
          />
        </>
      )}
    </FormDialog>
  );
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
          : 'A nota vai para o governo assim que você emitir. Depois, só dá para cancelar ou substituir.'
      }
      submit="Emitir nota"
      initial={{ amountCents: amountCents > 0 ? formatMoneyInput(amountCents) : '', description }}
      schema={issueSchema}
      fields={{ taxId: 'form', INVOICE_ABOVE_RECEIVED: 'amountCents' }}
      save={(body) => api.call(issuedInvoiceRoutes.issue, { params: { reservationId }, body, toast: false })}
      onSaved={() => {
        showAlert('success', 'Nota enviada. A resposta do governo aparece aqui.');
        onClose();
      }}
      onClose={onClose}
    >
      {(form) => <ServiceFields form={form} minRows={3} />}
    </FormDialog>
  );
}

interface ServiceValues extends Record<string, unknown> {
  amountCents: string;
  description: string;
}

/** What a note is about: amount and description of the service. */
function ServiceFields<Values extends ServiceValues>({ form, minRows }: { form: FormOf<Values>; minRows: number }) {
  return (
    <>
      <MoneyInput
        label="Valor do serviço"
        data-autofocus
        {...form.getInputProps('amountCents')}
        value={form.values.amountCents}
        onChange={(value) => form.setFieldValue('amountCents', value as never)}
      />
      <Textarea
        label="Descrição do serviço"
        description="Sai na nota"
        size="md"
        autosize
        minRows={minRows}
        maxRows={10}
        maxLength={2000}
        {...form.getInputProps('description')}
      />
    </>
  );
}
