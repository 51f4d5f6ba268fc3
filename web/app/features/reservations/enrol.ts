import { apiPaths, pagePaths } from '@passeio/contract/paths';
import { type Enrolment, reservation } from '@passeio/contract/reservations';
import { z } from '@passeio/contract/zod';
import { ApiError } from '~/lib/api';
import { showAlert } from '~/ui/feedback/alert';
import { api } from '../session/api';
import { lockScreenUrl } from '../session/return-url';
import { whenRestored } from '../session/session';
import { sessionStatus } from '../session/session-status';
import { deleteEnrolmentKey, enrolmentKey } from './enrolment-keys';
import { addJoinedTrip, reloadJoinedTrips } from './joined-trips';
import { deletePendingEnrolment, type PendingTrip, savePendingEnrolment } from './pending-enrolment';

/**
 * How an enrolment ended. `reserved`: `path` is the reservation's page. `refused`: by the API, because the trip or the
 * user's reservations are not as this page shows them. `unfinished`: no answer, or the login page opens.
 */
export type EnrolmentOutcome = { kind: 'reserved'; path: string } | { kind: 'refused' | 'unfinished' };

/**
 * Enrols the user in a trip, without a choice one adult, and shows the outcome in a toast. Visitors go to the login
 * page, which leads to /home; trip and choice are saved as a pending enrolment.
 */
export async function enrol(trip: PendingTrip, choice: Enrolment): Promise<EnrolmentOutcome> {
  await whenRestored();
  const status = sessionStatus();
  if (status !== 'signedIn') {
    savePendingEnrolment(trip, choice);
    window.location.assign(status === 'locked' ? lockScreenUrl('/home') : '/auth/login?returnUrl=/home');
    return { kind: 'unfinished' };
  }
  try {
    return await send(trip, choice);
  } catch (error) {
    return { kind: wasRefused(trip.id, error) ? 'refused' : 'unfinished' };
  }
}

async function send(trip: PendingTrip, choice: Enrolment): Promise<EnrolmentOutcome> {
  const idempotencyKey = enrolmentKey(trip.id, choice);
  const answer = await api.post(apiPaths.enrol(trip.id), z.unknown(), { body: choice, idempotencyKey });
  deleteEnrolmentKey(trip.id);
  // The API client has opened the login page.
  if (answer === undefined) return { kind: 'unfinished' };
  if (!answer) {
    showAlert('error', 'Falha ao realizar a ação!');
    return { kind: 'unfinished' };
  }
  const path = pathOf(answer);
  deletePendingEnrolment(trip.id);
  addJoinedTrip(trip.id, path);
  showAlert('success', 'Reserva realizada com sucesso! Entre em contato para realizar o pagamento');
  return { kind: 'reserved', path };
}

/** Any truthy answer is a success; without a code the list of reservations shows it. */
function pathOf(answer: unknown): string {
  const { data } = reservation.pick({ code: true }).safeParse(answer);
  return data ? pagePaths.reservation(data.code) : '/minhasreservas';
}

/** Whether the API refused; it has shown why. */
function wasRefused(tripId: string, error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status < 400 || error.status >= 500) return false;
  deleteEnrolmentKey(tripId);
  if (error.code === 'ALREADY_ENROLLED') reloadJoinedTrips();
  return true;
}
