import { apiPaths } from '@passeio/contract/paths';
import { type Reservation, reservation } from '@passeio/contract/reservations';
import { showAlert } from '~/ui/alert';
import { askToConfirm } from '~/ui/confirm';
import { api } from '../session/api';

export function askToCancel({ code, trip }: Reservation): Promise<boolean> {
  return askToConfirm({
    titulo: 'Cancelar reserva',
    mensagem: `A reserva ${code} do passeio “${trip.title}” será cancelada, e a sua vaga fica livre para outra pessoa.`,
    tipo: 'danger',
  });
}

/** Cancels and tells the outcome in a toast; answers whether the reservation is cancelled now. */
export async function cancelReservation({ id }: Reservation): Promise<boolean> {
  try {
    // Cancelling twice is the same as once, so every attempt may carry a key of its own.
    const idempotencyKey = crypto.randomUUID();
    const cancelled = await api.post(apiPaths.cancelReservation(id), reservation, { idempotencyKey });
    if (!cancelled) return false;
  } catch {
    // The API client has told what went wrong.
    return false;
  }
  showAlert('success', 'Reserva cancelada.');
  return true;
}
