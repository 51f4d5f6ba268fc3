import { pagePaths } from '@passeio/contract/paths';
import { enrolmentRoutes } from '@passeio/contract/reservations/enrolment-routes';
import { type Enrolment, reservation } from '@passeio/contract/reservations/reservations';
import { z } from '@passeio/contract/zod';
import { ApiError } from '~/lib/api';
import type { Formats } from '~/lib/formats';
import { showAlert } from '~/ui/feedback/alert';
import { apiInPlace } from '../session/api';
import { addJoinedTrip, reloadJoinedTrips } from './joined-trips';
import { deletePendingEnrolment, type PendingTrip } from './pending-enrolment';
import { signInFirst } from './sign-in-first';

/**
 * How an enrolment ended. `reserved`: `path` is the reservation's page. `full`: by the API, for want of places, with
 * the `reason` to show. `refused`: by the API, because the trip or the user's reservations are not as this page shows
 * them. `unfinished`: no answer, or the login page opens.
 */
export type EnrolmentOutcome =
  | { kind: 'reserved'; path: string }
  | { kind: 'full'; reason: string }
  | { kind: 'refused' | 'unfinished' };

/**
 * Enrols the user in a trip, or asks for it in one on request, without a choice one adult, and shows the outcome in a
 * toast, except that the trip is full.
 * Visitors go to the login page, which leads to /home; trip and choice are saved as a pending enrolment.
 */
export async function enrol(trip: PendingTrip, choice: Enrolment, formats: Formats): Promise<EnrolmentOutcome> {
  if (await signInFirst(trip, choice)) return { kind: 'unfinished' };
  try {
    return await send(trip, choice, formats);
  } catch (error) {
    return outcomeOf(error);
  }
}

async function send(trip: PendingTrip, choice: Enrolment, formats: Formats): Promise<EnrolmentOutcome> {
  const response = await apiInPlace.callUnchecked(enrolmentRoutes.enrol, { params: { tripId: trip.id }, body: choice });
  // The API client has opened the login page.
  if (response === undefined) return { kind: 'unfinished' };
  if (!response) {
    showAlert('error', 'Falha ao realizar a ação!');
    return { kind: 'unfinished' };
  }
  const path = pathOf(response);
  deletePendingEnrolment(trip.id);
  addJoinedTrip(trip.id, path);
  showAlert('success', successOf(response, formats));
  return { kind: 'reserved', path };
}

const request = reservation.pick({ holdExpiresAt: true }).extend({ state: z.literal('requested') });

/** What is told: of a trip on request until when the operator answers. */
function successOf(response: unknown, formats: Formats): string {
  const { data } = request.safeParse(response);
  if (!data) return 'Reserva realizada com sucesso! Entre em contato para realizar o pagamento';
  return data.holdExpiresAt
    ? `Pedido enviado; respondemos até ${formats.formatDeadline(data.holdExpiresAt)}`
    : 'Pedido enviado';
}

/** Any truthy answer is a success; without a code the list of reservations shows it. */
function pathOf(response: unknown): string {
  const { data } = reservation.pick({ code: true }).safeParse(response);
  return data ? pagePaths.reservation(data.code) : '/minhasreservas';
}

function outcomeOf(error: unknown): EnrolmentOutcome {
  if (!(error instanceof ApiError)) return { kind: 'unfinished' };
  if (error.code === 'TRIP_FULL') return { kind: 'full', reason: 'As vagas acabaram agora há pouco.' };
  if (error.code === 'PLACES_FOR_WAITING') return { kind: 'full', reason: error.message };
  if (error.code === 'PLACES_SHORT') return { kind: 'full', reason: error.fields.party ?? error.message };
  showAlert('error', error.message);
  if (error.code === 'ALREADY_ENROLLED') reloadJoinedTrips();
  return { kind: error.status >= 400 && error.status < 500 ? 'refused' : 'unfinished' };
}
