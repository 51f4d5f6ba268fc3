import { ActionIcon, NativeSelect, TextInput } from '@mantine/core';
import { paymentRoutes } from '@passeio/contract/payments/payment-routes';
import {
  type PaymentMethod,
  paymentMethods,
  type RefundToPay,
  refundPayment,
} from '@passeio/contract/payments/payments';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { changePayments } from '~/features/payments/to-do';
import { EndToEndIdInput } from '~/features/reservations/passengers/dialogs/end-to-end-id-input';
import { formatMoney } from '~/lib/formats';
import { useCopy } from '~/ui/inputs/use-copy';
import hidden from '~/ui/text/visually-hidden.module.css';
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
    const call = { params: { refundId: id }, body: parsed.data };
    void run(
      () => changePayments(paymentRoutes.payRefund, call),
      `Devolução de ${formatMoney(amountCents)} a ${reservation.payer} registrada.`,
    );
  }

  return (
    <DeskDialog
      title="Registrar devolução"
      lead={`${formatMoney(amountCents)} para ${reservation.payer}, reserva ${reservation.code}. Registre só depois de devolver.`}
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
      {typed.method === 'pix' && pixKey && <KeyToCopy pixKey={pixKey} />}
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
