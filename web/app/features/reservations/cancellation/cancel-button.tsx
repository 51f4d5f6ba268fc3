import { Button } from '@mantine/core';
import type { Reservation } from '@passeio/contract/reservations/reservations';
import { useState } from 'react';
import { isOffer } from '../reservation-states';
import { CancellationDialog } from './cancellation-dialog';

interface CancelButtonProps {
  reservation: Reservation;
  describedBy?: string | undefined;
  onCancelled: () => void;
}

function labelOf(reservation: Reservation): string {
  if (reservation.state === 'requested') return 'Cancelar pedido';
  return isOffer(reservation) ? 'Deixar para a próxima pessoa' : 'Cancelar reserva';
}

/** Opens the cancellation with its price. */
export function CancelButton({ reservation, describedBy, onCancelled }: CancelButtonProps) {
  const [isOpen, setOpen] = useState(false);
  if (!reservation.cancellable) return null;
  const label = labelOf(reservation);
  return (
    <>
      <Button size="md" variant="subtle" color="red" aria-describedby={describedBy} onClick={() => setOpen(true)}>
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
