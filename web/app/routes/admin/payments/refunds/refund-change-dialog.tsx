import { TextInput } from '@mantine/core';
import { paymentRoutes } from '@passeio/contract/payments/payment-routes';
import { type RefundToPay, refundChange } from '@passeio/contract/payments/payments';
import { z } from '@passeio/contract/zod';
import { send } from '~/features/session/queries';
import { formatMoney } from '~/lib/formats';
import { useSettings } from '~/lib/settings';
import { localOf } from '~/lib/zoned-time';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import { DayInput } from '~/ui/inputs/day-input';
import { finish } from '../desk-call';

interface RefundChangeDialogProps {
  refund: RefundToPay;
  onClose: () => void;
}

const schema = refundChange.extend({
  promisedFor: z.string().min(1, 'Escolha a data prometida.').pipe(refundChange.shape.promisedFor),
});

/** Another key, or another day than was promised. */
export function RefundChangeDialog({ refund, onClose }: RefundChangeDialogProps) {
  const { timeZone } = useSettings();
  const { id, amountCents, reservation, promisedFor, pixKey } = refund;
  const today = localOf(new Date().toISOString(), timeZone).slice(0, 10);
  return (
    <FormDialog
      title="Chave e data"
      lead={`${formatMoney(amountCents)} para ${reservation.payer}, reserva ${reservation.code}.`}
      submit="Salvar"
      initial={{ promisedFor, pixKey }}
      schema={schema}
      save={(body) =>
        finish(
          send(paymentRoutes.changeRefund, { params: { refundId: id }, body }),
          `Devolução a ${reservation.payer} alterada.`,
        )
      }
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextInput
            label="Chave Pix"
            description="De quem recebe: CPF, e-mail, telefone ou chave aleatória"
            data-autofocus
            size="md"
            autoComplete="off"
            maxLength={77}
            {...form.getInputProps('pixKey')}
          />
          <DayInput
            field="promisedFor"
            label="Prometida para"
            today={today}
            {...form.getInputProps('promisedFor')}
            value={form.values.promisedFor}
          />
        </>
      )}
    </FormDialog>
  );
}
