import { apiPaths } from '@passeio/contract/paths';
import {
  type Companion,
  companionList,
  type LinkedParticipant,
  linkedParticipant,
  type ParticipantChange,
  participantLink,
} from '@passeio/contract/reservations/participants';
import type { PartyBoarding } from '@passeio/contract/reservations/reservations';
import { z } from '@passeio/contract/zod';
import { createApi } from '~/lib/api';
import { answered, api } from '../../session/api';
import { quietApi } from '../../session/profile';

// The page loads the reservation anew after a change, so these answers are not read.
const anything = z.unknown();

/** Rejects with an ApiError, whose toast has been shown; FARE_BY_AGE if `change` lacks the fare of the age. */
export async function saveParticipant(
  reservationId: string,
  participantId: string,
  change: ParticipantChange,
): Promise<void> {
  await answered(api.put(apiPaths.participant(reservationId, participantId), anything, { body: change }));
}

/** Changes where the whole party boards; null: to be agreed. Rejects with an ApiError, whose toast has been shown. */
export async function changePartyBoarding(reservationId: string, boardingPointId: string | null): Promise<void> {
  const body: PartyBoarding = { boardingPointId };
  await answered(api.put(apiPaths.partyBoarding(reservationId), anything, { body }));
}

/** Adds a person; the same key adds them once. Rejects with an ApiError, whose toast has been shown. */
export async function addParticipant(
  reservationId: string,
  draft: ParticipantChange & { fareId: string },
  idempotencyKey: string,
): Promise<void> {
  await answered(api.post(apiPaths.participants(reservationId), anything, { body: draft, idempotencyKey }));
}

export async function removeParticipant(reservationId: string, participantId: string): Promise<void> {
  await answered(api.delete(apiPaths.participant(reservationId, participantId), anything));
}

/** Creates the person's link; an earlier one ends. */
export async function createLink(reservationId: string, participantId: string): Promise<string> {
  const { url } = await answered(api.post(apiPaths.companionLink(reservationId, participantId), participantLink));
  return url;
}

export async function revokeLink(reservationId: string, participantId: string): Promise<void> {
  await answered(api.delete(apiPaths.companionLink(reservationId, participantId), anything));
}

/** People of the user's earlier reservations; none if they could not be loaded. */
export async function loadCompanions(): Promise<Companion[]> {
  try {
    return (await quietApi.get(apiPaths.myCompanions, companionList))?.data ?? [];
  } catch (error) {
    console.warn('Companions could not be loaded', error);
    return [];
  }
}

/** For people without an account: no token is sent, and failures are shown by the page. */
const publicApi = createApi({ fetch: (path, init) => fetch(path, init) });

/** Rejects with an ApiError, PARTICIPANT_LINK_OVER for a link that is not valid any more. */
export async function readLink(token: string): Promise<LinkedParticipant> {
  return answered(publicApi.post(apiPaths.readParticipantLink, linkedParticipant, { body: { token } }));
}

/** Rejects with an ApiError, FARE_BY_AGE if only the payer can accept the fare of this age. */
export async function saveByLink(token: string, fields: ParticipantChange): Promise<LinkedParticipant> {
  return answered(publicApi.put(apiPaths.participantLink, linkedParticipant, { body: { token, fields } }));
}
