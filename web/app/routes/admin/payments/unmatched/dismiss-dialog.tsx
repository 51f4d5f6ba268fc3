import { TextInput } from '@mantine/core';
import { statementRoutes } from '@passeio/contract/payments/statement-routes';
import { type UnmatchedPayment, unmatchedDismissal } from '@passeio/contract/payments/statements';
import { useState } from 'react';
import { changePayments } from '~/features/payments/to-do';
import { formatMoney } from '~/lib/formats';
import { fieldErrorsOf } from '~/ui/editing/use-field-errors';
import { DeskDialog } from '../desk-dialog';
import { useDeskCall } from '../use-desk-call';

interface DismissDialogProps {
  payment: UnmatchedPayment;
  onClose: () => void;
  onDone: () => void;
}

/** Why a Pix is none of a reservation. */
export function DismissDialog({ payment: { id, amountCents, payerName }, onClose, onDone }: DismissDialogProps) {
  const [reason, setReason] = useState('');
  const { busy, errors, setErrors, run } = useDeskCall(onDone);

  function dismiss() {
    const parsed = unmatchedDismissal.safeParse({ reason });
    if (!parsed.success) return setErrors(fieldErrorsOf(parsed.error.issues));
    const call = { params: { paymentId: id }, body: parsed.data };
    void run(() => changePayments(statementRoutes.dismissUnmatched, call), 'Pix descartado.');
  }

  return (
    <DeskDialog
      title="Descartar Pix"
      lead={`${formatMoney(amountCents)}${payerName ? ` de ${payerName}` : ''} sai desta lista e não entra em nenhuma reserva.`}
      action="Descartar"
      danger
      busy={busy}
      onSubmit={dismiss}
      onClose={onClose}
    >
      <TextInput
        label="Motivo"
        description="Por exemplo: aluguel, venda que não é passeio"
        data-autofocus
        size="md"
        autoComplete="off"
        maxLength={200}
        value={reason}
        error={errors.reason}
        onChange={(event) => {
          setReason(event.currentTarget.value);
          setErrors({});
        }}
      />
    </DeskDialog>
  );
}
