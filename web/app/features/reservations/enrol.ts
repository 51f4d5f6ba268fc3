import { apiPaths } from '@passeio/contract/paths';
import { z } from '@passeio/contract/zod';
import { ApiError } from '~/lib/api';
import { showAlert } from '~/ui/feedback/alert';
import { api } from '../session/api';
import { lockScreenUrl } from '../session/return-url';
import { whenRestored } from '../session/session';
import { sessionStatus } from '../session/session-status';
import { deleteEnrolmentKey, enrolmentKey } from './enrolment-keys';
import { addJoinedTrip } from './joined-trips';
import { deletePendingEnrolment, type PendingTrip, savePendingEnrolment } from './pending-enrolment';

/**
 * Enrols the user in a trip and shows the outcome in a toast; returns whether it worked. Visitors go to the login page,
 * which leads to /home; the trip is saved as a pending enrolment.
 */
export async function enrol(trip: PendingTrip): Promise<boolean> {
  await whenRestored();
  const status = sessionStatus();
  if (status !== 'signedIn') {
    savePendingEnrolment(trip);
    window.location.assign(status === 'locked' ? lockScreenUrl('/home') : '/auth/login?returnUrl=/home');
    return false;
  }
  const answer = await send(trip.id);
  if (answer === 'explained') return false;
  if (!answer) {
    showAlert('error', 'Falha ao realizar a ação!');
    return false;
  }
  deletePendingEnrolment(trip.id);
  addJoinedTrip(trip.id);
  showAlert('success', 'Reserva realizada com sucesso! Entre em contato para realizar o pagamento');
  return true;
}

/** The server's answer, or 'explained' if the API client has already shown the error. */
async function send(tripId: string): Promise<unknown> {
  const idempotencyKey = enrolmentKey(tripId);
  try {
    const answer = await api.post(apiPaths.enrol(tripId), z.unknown(), { idempotencyKey });
    deleteEnrolmentKey(tripId);
    return answer === undefined ? 'explained' : answer;
  } catch (error) {
    if (error instanceof ApiError && error.status >= 400 && error.status < 500) deleteEnrolmentKey(tripId);
    return 'explained';
  }
}
