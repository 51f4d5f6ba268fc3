import { NativeSelect, TextInput } from '@mantine/core';
import { type PaymentMethod, paymentMethods, type RefundToPay, refundPayment } from '@passeio/contract/payments';
import { useState } from 'react';
import { payRefund } from '~/features/payments/desk-calls';
import { EndToEndIdInput } from '~/features/reservations/passengers/end-to-end-id-input';
import { useIdempotencyKey } from '~/features/reservations/passengers/use-idempotency-key';
import { formatMoney } from '~/lib/formats';
import { DeskDialog } from '../desk-dialog';
import { useDeskCall } from '../use-desk-call';

interface RefundDialogProps {
  refund: RefundToPay;
  onClose: () => void;
  onDone: () => void;
}

const methods = Object.entries(paymentMethods).map(([value, label]) => ({ value, label }));

/** Writes down a refund that staff has paid by hand. */
export function RefundDialog({ refund: { id, amountCents, pixKey, reservation }, onClose, onDone }: RefundDialogProps) {
  const [typed, setTyped] = useState({ method: 'pix' as PaymentMethod, endToEndId: '', note: '' });
  const { busy, errors, setErrors, run } = useDeskCall(onDone);
  const keyOf = useIdempotencyKey();

  function change(part: Partial<typeof typed>): void {
    setTyped((before) => ({ ...before, ...part }));
    setErrors({});
  }

  function record() {
    const { method, note } = typed;
    const endToEndId = method === 'pix' ? typed.endToEndId.trim() : '';
    const parsed = refundPayment.safeParse({ via: 'hand', method, note, ...(endToEndId && { endToEndId }) });
    if (!parsed.success)
      return setErrors({ endToEndId: 'O identificador do Pix tem 32 letras e números e começa com E.' });
    void run(
      () => payRefund(id, parsed.data, keyOf(parsed.data)),
      `Devolução de ${formatMoney(amountCents)} a ${reservation.payer} registrada.`,
    );
  }

  return (
    <DeskDialog
      title="Registrar devolução"
      lead={`${formatMoney(amountCents)} para ${reservation.payer}, reserva ${reservation.code}${pixKey ? `, chave ${pixKey}` : ''}. Registre só depois de devolver.`}
      action="Registrar devolução"
      busy={busy}
      onSubmit={record}
      onClose={onClose}
    >
      <NativeSelect
        label="Como foi devolvido"
        data-autofocus
        size="md"
        data={methods}
        value={typed.method}
        onChange={(event) => change({ method: event.currentTarget.value as PaymentMethod })}
      />
      {typed.method === 'pix' && (
        <EndToEndIdInput
          value={typed.endToEndId}
          error={errors.endToEndId}
          onChange={(endToEndId) => change({ endToEndId })}
        />
      )}
      <TextInput
        label="Observação"
        description="Opcional"
        size="md"
        autoComplete="off"
        maxLength={200}
        value={typed.note}
        error={errors.note}
        onChange={(event) => change({ note: event.currentTarget.value })}
      />
    </DeskDialog>
  );
}
