import { participantLinkRoutes } from '@passeio/contract/reservations/participant-link-routes';
import type { LinkedParticipant, ParticipantChange } from '@passeio/contract/reservations/participants';
import { reservationRoutes } from '@passeio/contract/reservations/reservation-routes';
import { createApi } from '~/lib/api';
import { answered, api } from '../../session/api';

// The page loads the reservation anew after a change, so these answers are not read.

/** Rejects with an ApiError, whose toast has been shown; FARE_BY_AGE if `change` lacks the fare of the age. */
export async function saveParticipant(
  reservationId: string,
  participantId: string,
  change: ParticipantChange,
): Promise<void> {
  const params = { reservationId, participantId };
  await answered(api.callUnchecked(reservationRoutes.changeParticipant, { params, body: change }));
}

/** Changes where the whole party boards; null: to be agreed. Rejects with an ApiError, whose toast has been shown. */
export async function changePartyBoarding(reservationId: string, boardingPointId: string | null): Promise<void> {
  await answered(
    api.callUnchecked(reservationRoutes.changeBoarding, { params: { reservationId }, body: { boardingPointId } }),
  );
}

/** Adds a person. Rejects with an ApiError, whose toast has been shown. */
export async function addParticipant(
  reservationId: string,
  draft: ParticipantChange & { fareId: string },
): Promise<void> {
  await answered(api.callUnchecked(reservationRoutes.addParticipant, { params: { reservationId }, body: draft }));
}

export async function removeParticipant(reservationId: string, participantId: string): Promise<void> {
  await answered(api.callUnchecked(reservationRoutes.removeParticipant, { params: { reservationId, participantId } }));
}

/** Creates the person's link; an earlier one ends. */
export async function createLink(reservationId: string, participantId: string): Promise<string> {
  const params = { reservationId, participantId };
  return (await answered(api.call(reservationRoutes.createLink, { params }))).url;
}

export async function revokeLink(reservationId: string, participantId: string): Promise<void> {
  await answered(api.callUnchecked(reservationRoutes.revokeLink, { params: { reservationId, participantId } }));
}

/** For people without an account: no token is sent, and failures are shown by the page. */
const publicApi = createApi({ fetch: (path, init) => fetch(path, init) });

/** Rejects with an ApiError, PARTICIPANT_LINK_OVER for a link that is not valid any more. */
export async function readLink(token: string): Promise<LinkedParticipant> {
  return answered(publicApi.call(participantLinkRoutes.readByLink, { body: { token } }));
}

/** Rejects with an ApiError, FARE_BY_AGE if only the payer can accept the fare of this age. */
export async function saveByLink(token: string, fields: ParticipantChange): Promise<LinkedParticipant> {
  return answered(publicApi.call(participantLinkRoutes.changeByLink, { body: { token, fields } }));
}
