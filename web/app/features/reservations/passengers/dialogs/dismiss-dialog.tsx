import { Button } from '@mantine/core';
import { firstName } from '@passeio/contract/words';
import { useState } from 'react';
import { ModalDialog } from '~/ui/dialogs/modal-dialog';
import type { ClientPassenger } from '../../client-reservation';
import { dismissCancellation } from '../passenger-calls';

interface DismissDialogProps {
  passenger: ClientPassenger;
  onClose: () => void;
  onDone: (sentence: string) => void;
}

/** Dismisses a cancellation request; the reservation stays. */
export function DismissDialog({ passenger: { payer, reservation }, onClose, onDone }: DismissDialogProps) {
  const [busy, setBusy] = useState(false);

  async function dismiss(): Promise<void> {
    setBusy(true);
    try {
      await dismissCancellation(reservation.id);
      onDone(`A reserva de ${firstName(payer.name)} continua valendo.`);
    } catch {
      // The API client has shown the error.
      setBusy(false);
    }
  }

  return (
    <ModalDialog
      title="Recusar o cancelamento"
      lead={`A reserva ${reservation.code} de ${payer.name} continua valendo, e o pedido sai da lista. O sistema não envia mensagem: combine antes com a pessoa.`}
      onClose={onClose}
      actions={
        <>
          <Button size="md" variant="default" onClick={onClose}>
            Voltar
          </Button>
          <Button size="md" loading={busy} onClick={dismiss}>
            Recusar o cancelamento
          </Button>
        </>
      }
    >
      {null}
    </ModalDialog>
  );
}
