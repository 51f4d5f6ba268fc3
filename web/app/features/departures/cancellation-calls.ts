import {
  type CancellationPreview,
  type CancellationProgress,
  type ChoiceDraft,
  cancellationPreview,
  cancellationProgress,
  choiceLink,
  type DepartureCancellationDraft,
  type DepartureChoice,
  departureChoice,
} from '@passeio/contract/departures/departure-cancellations';
import { departure } from '@passeio/contract/departures/departures';
import { apiPaths } from '@passeio/contract/paths';
import { createApi } from '~/lib/api';
import { answered, api, apiInPlace } from '../session/api';

/** For people without an account: no token is sent, and failures are shown by the page. */
const publicApi = createApi({ fetch: (path, init) => fetch(path, init) });

/** What cancelling a departure would do; its failure is for the caller to show. */
export function loadPreview(tripId: string, signal: AbortSignal): Promise<CancellationPreview> {
  return answered(apiInPlace.get(apiPaths.tripCancellationPreview(tripId), cancellationPreview, { signal }));
}

/** Cancels a departure for everybody; its failure is for the caller to show. */
export function cancelDeparture(tripId: string, body: DepartureCancellationDraft): Promise<CancellationProgress> {
  return answered(apiInPlace.post(apiPaths.tripCancellation(tripId), cancellationProgress, { body }));
}

/** Throws after showing why not. */
export async function undoCancellation(tripId: string): Promise<void> {
  await answered(api.delete(apiPaths.tripCancellation(tripId), departure));
}

export function loadProgress(tripId: string, signal: AbortSignal): Promise<CancellationProgress> {
  return answered(api.get(apiPaths.tripCancellation(tripId), cancellationProgress, { signal }));
}

/** A new link with which a payer chooses. Throws after showing why not. */
export async function createChoiceLink(tripId: string, reservationId: string): Promise<string> {
  const { url } = await answered(api.post(apiPaths.tripChoiceLink(tripId, reservationId), choiceLink, { body: {} }));
  return url;
}

/** Rejects with an ApiError, CHOICE_LINK_OVER for a link that is not valid any more. */
export function readChoiceByLink(token: string): Promise<DepartureChoice> {
  return answered(publicApi.post(apiPaths.readChoiceLink, departureChoice, { body: { token } }));
}

export function chooseByLink(token: string, choice: ChoiceDraft): Promise<DepartureChoice> {
  return answered(publicApi.put(apiPaths.choiceLink, departureChoice, { body: { token, choice } }));
}

/** Of the user's own reservation; its failure is for the caller to show. */
export function loadChoice(reservationId: string, signal: AbortSignal): Promise<DepartureChoice> {
  return answered(apiInPlace.get(apiPaths.departureChoice(reservationId), departureChoice, { signal }));
}

export function choose(reservationId: string, body: ChoiceDraft): Promise<DepartureChoice> {
  return answered(apiInPlace.put(apiPaths.departureChoice(reservationId), departureChoice, { body }));
}

/** Path of the page of a cancelled departure. */
export function cancellationPath(tripId: string): string {
  return `/admin/saidas/${tripId}/cancelamento`;
}
