import { TextInput } from '@mantine/core';
import { paymentRoutes } from '@passeio/contract/payments/payment-routes';
import { type RefundToPay, refundChange } from '@passeio/contract/payments/payments';
import { useState } from 'react';
import { changePayments } from '~/features/payments/to-do';
import { formatMoney } from '~/lib/formats';
import { useSettings } from '~/lib/settings';
import { localOf } from '~/lib/zoned-time';
import { fieldErrorsOf } from '~/ui/editing/use-field-errors';
import { DayInput } from '~/ui/inputs/day-input';
import { DeskDialog } from '../desk-dialog';
import { useDeskCall } from '../use-desk-call';

interface RefundChangeDialogProps {
  refund: RefundToPay;
  onClose: () => void;
  onDone: () => void;
}

/** Another key, or another day than was promised. */
export function RefundChangeDialog({ refund, onClose, onDone }: RefundChangeDialogProps) {
  const { timeZone } = useSettings();
  const { id, amountCents, reservation } = refund;
  const [typed, setTyped] = useState({ promisedFor: refund.promisedFor, pixKey: refund.pixKey });
  const { busy, errors, setErrors, run } = useDeskCall(onDone);
  const today = localOf(new Date().toISOString(), timeZone).slice(0, 10);

  function change(part: Partial<typeof typed>): void {
    setTyped((before) => ({ ...before, ...part }));
    setErrors({});
  }

  function save() {
    if (!typed.promisedFor) return setErrors({ promisedFor: 'Escolha a data prometida.' });
    const parsed = refundChange.safeParse(typed);
    if (!parsed.success) return setErrors(fieldErrorsOf(parsed.error.issues));
    const call = { params: { refundId: id }, body: parsed.data };
    void run(() => changePayments(paymentRoutes.changeRefund, call), `Devolução a ${reservation.payer} alterada.`);
  }

  return (
    <DeskDialog
      title="Chave e data"
      lead={`${formatMoney(amountCents)} para ${reservation.payer}, reserva ${reservation.code}.`}
      action="Salvar"
      busy={busy}
      onSubmit={save}
      onClose={onClose}
    >
      <TextInput
        label="Chave Pix"
        description="De quem recebe: CPF, e-mail, telefone ou chave aleatória"
        data-autofocus
        size="md"
        autoComplete="off"
        maxLength={77}
        value={typed.pixKey}
        error={errors.pixKey}
        onChange={(event) => change({ pixKey: event.currentTarget.value })}
      />
      <DayInput
        field="promisedFor"
        label="Prometida para"
        value={typed.promisedFor}
        today={today}
        error={errors.promisedFor}
        onChange={(promisedFor) => change({ promisedFor })}
      />
    </DeskDialog>
  );
}
