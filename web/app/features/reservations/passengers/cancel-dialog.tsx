import { Button, Textarea } from '@mantine/core';
import { staffCancellation } from '@passeio/contract/passengers';
import { type FormEvent, useId, useState } from 'react';
import { ApiError } from '~/lib/api';
import { formatMoney } from '~/lib/formats';
import { ModalDialog } from '~/ui/dialogs/modal-dialog';
import { Button as DangerButton } from '~/ui/inputs/button';
import type { ClientPassenger } from '../client-reservation';
import styles from './dialog-form.module.css';
import { cancelForPassenger } from './passenger-calls';
import { firstName } from './passenger-labels';
import { useConfirmClose } from './use-confirm-close';
import { useIdempotencyKey } from './use-idempotency-key';

interface CancelDialogProps {
  passenger: ClientPassenger;
  onClose: () => void;
  onDone: (sentence: string) => void;
}

/** Cancels a passenger's reservation; shows the penalty and the refund first. */
export function CancelDialog({ passenger, onClose, onDone }: CancelDialogProps) {
  const { reason, error, busy, type, submit } = useCancellation(passenger, onDone);
  const form = useId();
  const close = useConfirmClose(reason.trim() !== '', onClose);
  return (
    <ModalDialog
      title="Cancelar reserva"
      lead={consequences(passenger)}
      onClose={close}
      actions={
        <>
          <Button size="md" variant="default" onClick={close}>
            Voltar
          </Button>
          <DangerButton type="submit" form={form} look="danger" busy={busy}>
            Cancelar reserva
          </DangerButton>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className={styles.form}>
        <Textarea
          label="Motivo"
          data-autofocus
          description="Fica registrado na reserva"
          size="md"
          rows={3}
          maxLength={300}
          value={reason}
          error={error}
          onChange={(event) => type(event.currentTarget.value)}
        />
      </form>
    </ModalDialog>
  );
}

function consequences({ payer, reservation: { code, people, receivedCents } }: ClientPassenger): string {
  const whose = people === 1 ? payer.name : `${payer.name} (${people} pessoas)`;
  const place = `A reserva ${code} de ${whose} será cancelada, e ${people === 1 ? 'a vaga fica livre' : 'as vagas ficam livres'}.`;
  return receivedCents > 0
    ? `${place} Há ${formatMoney(receivedCents)} a devolver: o valor fica em “A devolver” até você registrar a devolução.`
    : `${place} Nada foi recebido: não há o que devolver.`;
}

function useCancellation({ payer, reservation }: ClientPassenger, onDone: (sentence: string) => void) {
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const keyOf = useIdempotencyKey();

  function type(value: string): void {
    setReason(value);
    setError(undefined);
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const read = staffCancellation.safeParse({ reason });
    if (!read.success) return setError(read.error.issues[0]?.message);
    setBusy(true);
    try {
      await cancelForPassenger(reservation.id, read.data.reason, keyOf(read.data));
      onDone(`Reserva de ${firstName(payer)} cancelada.`);
    } catch (failure) {
      setBusy(false);
      if (failure instanceof ApiError) setError(failure.fields.reason);
    }
  }

  return { reason, error, busy, type, submit };
}
