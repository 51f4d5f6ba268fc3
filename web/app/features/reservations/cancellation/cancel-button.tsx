import { Button } from '@mantine/core';
import { useState } from 'react';
import { type ClientReservation, isOffer } from '../client-reservation';
import { CancellationDialog } from './cancellation-dialog';
import { withdrawCancellation } from './withdraw-request';

interface CancelButtonProps {
  reservation: ClientReservation;
  describedBy?: string | undefined;
  onCancelled: () => void;
}

function labelOf(reservation: ClientReservation): string {
  if (reservation.state === 'requested') return 'Cancelar pedido';
  return isOffer(reservation) ? 'Deixar para a próxima pessoa' : 'Cancelar reserva';
}

/** Opens the cancellation with its price; withdraws a request to staff. */
export function CancelButton({ reservation, describedBy, onCancelled }: CancelButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  async function withdraw(): Promise<void> {
    setBusy(true);
    const done = await withdrawCancellation(reservation);
    setBusy(false);
    if (done) onCancelled();
  }
  if (!reservation.cancellable) return null;
  const label = labelOf(reservation);
  const shared = { size: 'md', variant: 'subtle', 'aria-describedby': describedBy } as const;
  return (
    <>
      {reservation.cancellationRequestedAt && (
        <Button {...shared} loading={busy} onClick={() => void withdraw()}>
          Desistir do cancelamento
        </Button>
      )}
      <Button {...shared} color="red" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <CancellationDialog
          reservation={reservation}
          label={label}
          onClose={() => setOpen(false)}
          onDone={() => {
            setOpen(false);
            onCancelled();
          }}
        />
      )}
    </>
  );
}
