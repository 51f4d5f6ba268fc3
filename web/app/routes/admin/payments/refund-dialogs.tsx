import { ActionIcon, NativeSelect, TextInput } from '@mantine/core';
import {
  paymentMethods,
  type RefundToPay,
  refundChange,
  refundPayment,
  typedMethods,
} from '@passeio/contract/payments/payments';
import { paymentRoutes } from '@passeio/contract/reservations/payment-routes';
import { z } from '@passeio/contract/zod';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { EndToEndIdInput } from '~/features/reservations/passengers/end-to-end-id-input';
import { send } from '~/features/session/queries';
import { formatMoney, useFormats } from '~/lib/formats';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import { DayInput } from '~/ui/inputs/day-input';
import { useCopy } from '~/ui/inputs/use-copy';
import hidden from '~/ui/text/visually-hidden.module.css';
import { changedAmountOf, finish } from './payments-inbox';

interface DialogProps {
  refund: RefundToPay;
  onClose: () => void;
}

const byHand = refundPayment.options[1];

/** Records a refund that staff has paid by hand, of the amount that they saw: asks again if it is another by now. */
export function PaymentDialog({ refund: { id, pixKey, reservation, ...refund }, onClose }: DialogProps) {
  const [amountCents, setAmount] = useState(refund.amountCents);
  return (
    <FormDialog
      title="Registrar devolução"
      lead={`${formatMoney(amountCents)} para ${reservation.payer}, reserva ${reservation.code}. Registre só depois de devolver.`}
      submit="Registrar devolução"
      initial={{ method: 'pix', endToEndId: '', note: '' }}
      schema={byHand}
      toBody={({ method, endToEndId, note }) => ({
        ...{ via: 'hand', amountCents, method, note },
        ...(method === 'pix' && endToEndId.trim() && { endToEndId }),
      })}
      fields={{ END_TO_END_ID_USED: 'endToEndId' }}
      save={(body) =>
        finish(
          send(paymentRoutes.payRefund, { params: { refundId: id }, body }),
          `Devolução de ${formatMoney(amountCents)} a ${reservation.payer} registrada.`,
        ).catch((error) => {
          setAmount((before) => changedAmountOf(error) ?? before);
          throw error;
        })
      }
      onClose={onClose}
    >
      {(form) => (
        <>
          <NativeSelect
            label="Como foi devolvido"
            data-autofocus
            size="md"
            data={typedMethods.map((value) => ({ value, label: paymentMethods[value] }))}
            {...form.getInputProps('method')}
          />
          {form.values.method === 'pix' && (
            <>
              {pixKey && <KeyToCopy pixKey={pixKey} />}
              <EndToEndIdInput {...form.getInputProps('endToEndId')} value={form.values.endToEndId} />
            </>
          )}
          <TextInput
            label="Observação"
            description="Opcional"
            size="md"
            autoComplete="off"
            maxLength={200}
            {...form.getInputProps('note')}
          />
        </>
      )}
    </FormDialog>
  );
}

/** Where the money goes, to be pasted into the bank's application. */
function KeyToCopy({ pixKey }: { pixKey: string }) {
  const { copied, refused, copy } = useCopy(pixKey);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (refused) field.current?.select();
  }, [refused]);
  const Icon = copied ? IconCheck : IconCopy;
  return (
    <div>
      <TextInput
        ref={field}
        label="Chave Pix de quem recebe"
        size="md"
        readOnly
        value={pixKey}
        error={refused && 'O navegador não deixou copiar. A chave está selecionada: copie-a daqui.'}
        rightSectionWidth={44}
        rightSection={
          <ActionIcon variant="subtle" size={42} onClick={copy} aria-label="Copiar chave Pix">
            <Icon size={20} aria-hidden />
          </ActionIcon>
        }
      />
      <p className={hidden.hidden} role="status">
        {copied && 'Chave Pix copiada!'}
      </p>
    </div>
  );
}

const changeSchema = refundChange.extend({
  promisedFor: z.string().min(1, 'Escolha a data prometida.').pipe(refundChange.shape.promisedFor),
});

/** Another key, or another day than was promised. */
export function ChangeDialog({ refund, onClose }: DialogProps) {
  const { today } = useFormats();
  const { id, amountCents, reservation, promisedFor, pixKey } = refund;
  return (
    <FormDialog
      title="Chave e data"
      lead={`${formatMoney(amountCents)} para ${reservation.payer}, reserva ${reservation.code}.`}
      submit="Salvar"
      initial={{ promisedFor, pixKey }}
      schema={changeSchema}
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
