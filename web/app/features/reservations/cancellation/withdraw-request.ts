import { reservationRoutes } from '@passeio/contract/reservations/reservation-routes';
import { showAlert } from '~/ui/feedback/alert';
import { api } from '../../session/api';
import { withRetry } from '../../session/with-retry';
import type { ClientReservation } from '../client-reservation';

/** Withdraws the cancellation request and shows the outcome in a toast; returns whether that worked. */
export async function withdrawCancellation({ id }: Pick<ClientReservation, 'id'>): Promise<boolean> {
  try {
    const params = { reservationId: id };
    if (!(await withRetry(() => api.call(reservationRoutes.withdrawCancellation, { params })))) return false;
  } catch {
    // The API client has shown the error.
    return false;
  }
  showAlert('success', 'A sua reserva continua valendo.');
  return true;
}
