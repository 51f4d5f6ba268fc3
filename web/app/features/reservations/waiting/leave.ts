import { waitingListRoutes } from '@passeio/contract/reservations/waiting-list-routes';
import { ApiError } from '~/lib/api';
import { askToConfirm } from '~/ui/dialogs/confirm';
import { showAlert } from '~/ui/feedback/alert';
import { api } from '../../session/api';
import { reloadJoinedTrips, removeWaiting } from '../joined-trips';

/**
 * Asks, takes the user off a trip's waiting list and shows the outcome in a toast. Returns whether the list may have
 * changed: also where the user was no longer on it.
 */
export async function leaveWaitingList({ id, title }: { id: string; title: string }): Promise<boolean> {
  const confirmed = await askToConfirm({
    titulo: 'Sair da lista de espera',
    mensagem: `Você perde o seu lugar na lista de “${title}”. Se entrar de novo, fica no fim dela.`,
    tipo: 'danger',
  });
  if (!confirmed) return false;
  try {
    if (!(await api.callUnchecked(waitingListRoutes.leave, { params: { tripId: id } }))) return false;
  } catch (error) {
    // The API client has shown the error. A refusal: places have been offered meanwhile, or another tab has left.
    if (!(error instanceof ApiError) || ![404, 409].includes(error.status)) return false;
    reloadJoinedTrips();
    return true;
  }
  removeWaiting(id);
  showAlert('success', 'Você saiu da lista de espera.');
  return true;
}
