import type { WaitingListRequest } from '@passeio/contract/reservations/waiting-list';
import { waitingListRoutes } from '@passeio/contract/reservations/waiting-list-routes';
import { ApiError } from '~/lib/api';
import { showAlert } from '~/ui/feedback/alert';
import { api } from '../../session/api';
import { addWaiting, reloadJoinedTrips } from '../joined-trips';
import { deletePendingEnrolment, type PendingTrip } from '../pending-enrolment';
import { signInFirst } from '../sign-in-first';

/** As an enrolment's outcome. `refused`: the trip or the user's entries are not as this page shows them. */
export type WaitOutcome = 'waiting' | 'refused' | 'unfinished';

/**
 * Puts the user on a trip's waiting list and shows the outcome in a toast. Visitors go to the login page; trip and
 * party are saved as a pending enrolment.
 */
export async function wait(trip: PendingTrip, request: WaitingListRequest): Promise<WaitOutcome> {
  if (await signInFirst(trip, request)) return 'unfinished';
  try {
    const entry = await api.call(waitingListRoutes.join, { params: { tripId: trip.id }, body: request });
    // The API client has opened the login page.
    if (!entry) return 'unfinished';
    deletePendingEnrolment(trip.id);
    addWaiting(trip.id, entry);
    showAlert('success', `Pronto! Você é o ${entry.position ?? 1}º da lista de espera.`);
    return 'waiting';
  } catch (error) {
    // The API client has shown the error.
    if (!(error instanceof ApiError) || error.status < 400 || error.status >= 500) return 'unfinished';
    if (error.code === 'ALREADY_WAITING' || error.code === 'ALREADY_ENROLLED') reloadJoinedTrips();
    return 'refused';
  }
}
