import { Button } from '@mantine/core';
import { useState } from 'react';
import { askToCancel, cancelReservation, withdrawCancellation } from './cancel-reservation';
import type { ClientReservation } from './client-reservation';

interface CancelButtonProps {
  reservation: ClientReservation;
  describedBy?: string | undefined;
  onCancelled: () => void;
}

/** Cancels or requests cancellation; withdraws an open request. */
export function CancelButton({ reservation, describedBy, onCancelled }: CancelButtonProps) {
  const [busy, setBusy] = useState(false);
  const { cancellable, cancellationRequestedAt, receivedCents } = reservation;
  async function run(action: (one: ClientReservation) => Promise<boolean>): Promise<void> {
    setBusy(true);
    const done = await action(reservation);
    setBusy(false);
    if (done) onCancelled();
  }
  const shared = { size: 'md', loading: busy, 'aria-describedby': describedBy } as const;
  if (!cancellable) return null;
  if (cancellationRequestedAt) {
    return (
      <Button {...shared} variant="subtle" onClick={() => run(withdrawCancellation)}>
        Desistir do cancelamento
      </Button>
    );
  }
  return (
    <Button
      {...shared}
      variant="subtle"
      color="red"
      onClick={async () => {
        if (await askToCancel(reservation)) await run(cancelReservation);
      }}
    >
      {receivedCents > 0 ? 'Pedir cancelamento' : 'Cancelar reserva'}
    </Button>
  );
}
