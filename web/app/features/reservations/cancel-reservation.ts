import { apiPaths } from '@passeio/contract/paths';
import { formatMoney } from '~/lib/formats';
import { askToConfirm } from '~/ui/dialogs/confirm';
import { showAlert } from '~/ui/feedback/alert';
import { api } from '../session/api';
import { withRetry } from '../session/with-retry';
import { type ClientReservation, clientReservation } from './client-reservation';
import { deleteEnrolmentKey } from './enrolment-keys';

export function askToCancel({ code, trip, receivedCents, places }: ClientReservation): Promise<boolean> {
  if (receivedCents > 0) {
    return askToConfirm({
      titulo: 'Pedir cancelamento',
      mensagem: `Você já pagou ${formatMoney(receivedCents)} da reserva ${code}. O pedido vai para a nossa equipe, que combina a devolução com você. Até lá, ${places === 1 ? 'a sua vaga continua guardada' : 'as suas vagas continuam guardadas'}.`,
    });
  }
  return askToConfirm({
    titulo: 'Cancelar reserva',
    mensagem: `A reserva ${code} do passeio “${trip.title}” será cancelada, e ${places === 1 ? 'a sua vaga fica livre' : `as suas ${places} vagas ficam livres`} para outras pessoas.`,
    tipo: 'danger',
  });
}

/** Cancels, or requests cancellation by staff, and shows the outcome in a toast; returns whether that worked. */
export async function cancelReservation({ id, trip }: ClientReservation): Promise<boolean> {
  let cancelled: ClientReservation | undefined;
  try {
    // Cancelling is idempotent by itself, so every attempt may have a new key.
    const idempotencyKey = crypto.randomUUID();
    cancelled = await withRetry(() => api.post(apiPaths.cancelReservation(id), clientReservation, { idempotencyKey }));
    if (!cancelled) return false;
    deleteEnrolmentKey(trip.id);
  } catch {
    // The API client has shown the error.
    return false;
  }
  showAlert('success', cancelled.cancellationRequestedAt ? 'Cancelamento solicitado.' : 'Reserva cancelada.');
  return true;
}

/** Withdraws the cancellation request and shows the outcome in a toast; returns whether that worked. */
export async function withdrawCancellation({ id }: ClientReservation): Promise<boolean> {
  try {
    if (!(await withRetry(() => api.delete(apiPaths.cancelReservation(id), clientReservation)))) return false;
  } catch {
    // The API client has shown the error.
    return false;
  }
  showAlert('success', 'A sua reserva continua valendo.');
  return true;
}
