import { Button, TextInput } from '@mantine/core';
import { paymentRoutes } from '@passeio/contract/payments/payment-routes';
import { entryKinds, type LedgerEntry, reversalDraft } from '@passeio/contract/payments/payments';
import { type FormEvent, useId, useState } from 'react';
import { ApiError } from '~/lib/api';
import { formatMoney } from '~/lib/formats';
import { ModalDialog } from '~/ui/dialogs/modal-dialog';
import { showAlert } from '~/ui/feedback/alert';
import { answered, api } from '../../../session/api';

interface ReversalDialogProps {
  entry: LedgerEntry;
  reservationId: string;
  onClose: () => void;
  onDone: () => void;
}

/** Asks why an entry is wrong; its opposite goes into the ledger, nothing is deleted. */
export function ReversalDialog({ entry, reservationId, onClose, onDone }: ReversalDialogProps) {
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const form = useId();

  async function reverse(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const draft = reversalDraft.safeParse({ reason });
    if (!draft.success) return setError(draft.error.issues[0]?.message);
    setBusy(true);
    try {
      const params = { reservationId, entryId: entry.id };
      await answered(api.call(paymentRoutes.reverse, { params, body: draft.data }));
      showAlert('success', 'Lançamento estornado.');
      onDone();
    } catch (failure) {
      setBusy(false);
      if (!(failure instanceof ApiError)) throw failure;
      setError(failure.fields.reason);
    }
  }

  return (
    <ModalDialog
      title="Estornar lançamento"
      lead={`${entryKinds[entry.kind]} de ${formatMoney(entry.amountCents)}. Use quando foi lançado por engano: entra um lançamento contrário, e os dois ficam no histórico.`}
      onClose={onClose}
      actions={
        <>
          <Button size="md" variant="default" onClick={onClose}>
            Voltar
          </Button>
          <Button type="submit" form={form} size="md" color="red" loading={busy}>
            Estornar
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={reverse}>
        <TextInput
          label="Motivo"
          data-autofocus
          size="md"
          autoComplete="off"
          maxLength={200}
          value={reason}
          error={error}
          onChange={(event) => {
            setReason(event.currentTarget.value);
            setError(undefined);
          }}
        />
      </form>
    </ModalDialog>
  );
}
