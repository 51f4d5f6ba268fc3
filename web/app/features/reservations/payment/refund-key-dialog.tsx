import { TextInput } from '@mantine/core';
import { paymentRoutes } from '@passeio/contract/payments/payment-routes';
import { type Refund, refundKey } from '@passeio/contract/payments/payments';
import { useState } from 'react';
import { formatMoney } from '~/lib/formats';
import { answered, apiInPlace } from '../../session/api';
import { ActionDialog } from '../actions/action-dialog';
import { useAct } from '../actions/use-act';

interface RefundKeyDialogProps {
  refund: Refund;
  reservationId: string;
  onClose: () => void;
  onDone: (refund: Refund) => void;
}

/** Asks to which Pix key a refund goes. */
export function RefundKeyDialog({ refund, reservationId, onClose, onDone }: RefundKeyDialogProps) {
  const [typed, setTyped] = useState('');
  const { errors, setErrors, busy, act } = useAct((name) => (name === 'pixKey' ? name : undefined));
  const { pixKey, amountCents } = refund;

  function submit(): void {
    const read = refundKey.safeParse({ pixKey: typed });
    if (!read.success) {
      setErrors({ pixKey: read.error.issues[0]?.message ?? '' });
      return;
    }
    const call = { params: { reservationId }, body: read.data };
    void act(() => answered(apiInPlace.call(paymentRoutes.changeRefundKey, call)), onDone);
  }

  return (
    <ActionDialog
      title={pixKey ? 'Trocar chave Pix' : 'Informar chave Pix'}
      lead={`Para onde vão os ${formatMoney(amountCents)} da devolução.${pixKey ? ` Hoje: ${pixKey}.` : ''}`}
      submit="Salvar chave"
      busy={busy}
      dirty={typed.trim() !== ''}
      error={errors.form}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label="Chave Pix"
        description="CPF, CNPJ, e-mail, celular com DDD ou chave aleatória, da sua conta. Avisamos você por e-mail."
        data-autofocus
        size="md"
        autoComplete="off"
        maxLength={77}
        value={typed}
        error={errors.pixKey}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setErrors({});
        }}
      />
    </ActionDialog>
  );
}
