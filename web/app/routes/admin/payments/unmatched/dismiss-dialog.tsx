import { TextInput } from '@mantine/core';
import { statementRoutes } from '@passeio/contract/payments/statement-routes';
import { type UnmatchedPayment, unmatchedDismissal } from '@passeio/contract/payments/statements';
import { send } from '~/features/session/queries';
import { formatMoney } from '~/lib/formats';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import { finish } from '../desk-call';

interface DismissDialogProps {
  payment: UnmatchedPayment;
  onClose: () => void;
}

/** Why a Pix is none of a reservation. */
export function DismissDialog({ payment: { id, amountCents, payerName }, onClose }: DismissDialogProps) {
  return (
    <FormDialog
      title="Descartar Pix"
      lead={`${formatMoney(amountCents)}${payerName ? ` de ${payerName}` : ''} sai desta lista e não entra em nenhuma reserva.`}
      submit="Descartar"
      danger
      initial={{ reason: '' }}
      schema={unmatchedDismissal}
      save={(body) =>
        finish(send(statementRoutes.dismissUnmatched, { params: { paymentId: id }, body }), 'Pix descartado.')
      }
      onClose={onClose}
    >
      {(form) => (
        <TextInput
          label="Motivo"
          description="Por exemplo: aluguel, venda que não é passeio"
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
