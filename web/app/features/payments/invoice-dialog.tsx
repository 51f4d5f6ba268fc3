import { TextInput } from '@mantine/core';
import { invoiceRoutes, invoicesDraft } from '@passeio/contract/payments/invoices';
import { plural } from '@passeio/contract/words';
import { api } from '~/features/session/api';
import { useFormats } from '~/lib/formats';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import { showAlert } from '~/ui/feedback/alert';
import { DayInput } from '~/ui/inputs/day-input';

interface InvoiceDialogProps {
  /** Reservations of which notes may be recorded; `label` says whose and which trip. */
  reservations: readonly { id: string; code: string; label: string }[];
  onClose: () => void;
}

/** Asks for the numbers of notes that were issued elsewhere, of one day; what is left empty stays without one. */
export function InvoiceDialog({ reservations, onClose }: InvoiceDialogProps) {
  const { today } = useFormats();
  const isOne = reservations.length === 1;
  // Which reservation each note of the request is of, for what is wrong with it.
  let sent: number[] = [];
  return (
    <FormDialog
      title={isOne ? 'Informar nota' : 'Informar notas'}
      lead={
        isOne
          ? reservations[0]?.label
          : 'Digite o número da nota de cada reserva. As que ficarem vazias continuam sem nota.'
      }
      submit="Salvar"
      initial={{ issuedOn: today, numbers: reservations.map(() => '') }}
      schema={invoicesDraft}
      toBody={({ issuedOn, numbers }) => {
        sent = numbers.flatMap((number, index) => (number.trim() || isOne ? [index] : []));
        return {
          issuedOn,
          invoices: sent.map((index) => ({ reservationId: reservations[index]?.id, number: numbers[index] })),
        };
      }}
      fields={(name) => {
        const [, at] = /^invoices\.(\d+)\.number$/.exec(name) ?? [];
        return at ? `numbers.${sent[Number(at)]}` : name === 'invoices' ? 'numbers.0' : undefined;
      }}
      save={(body) => api.call(invoiceRoutes.recordInvoices, { body, toast: false })}
      onSaved={({ recorded }) => {
        showAlert(
          'success',
          recorded === 0 ? 'Esta nota já estava lá.' : `${plural(recorded, 'nota informada', 'notas informadas')}.`,
        );
        onClose();
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <DayInput
            label="Data da nota"
            field="issuedOn"
            today={today}
            value={form.values.issuedOn}
            error={form.errors.issuedOn}
            onChange={(day) => form.setFieldValue('issuedOn', day)}
          />
          {reservations.map(({ id, code, label }, index) => (
            <TextInput
              key={id}
              label={isOne ? 'Número da nota' : `${code} · ${label}`}
              size="md"
              autoComplete="off"
              maxLength={60}
              {...(index === 0 && { 'data-autofocus': true })}
              {...form.getInputProps(`numbers.${index}`)}
            />
          ))}
        </>
      )}
    </FormDialog>
  );
}
