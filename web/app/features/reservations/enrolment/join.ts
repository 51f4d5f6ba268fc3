import { pagePaths } from '@passeio/contract/paths';
import { enrolmentRoutes } from '@passeio/contract/reservations/enrolment-routes';
import { type Enrolment, reservation } from '@passeio/contract/reservations/reservations';
import type { WaitingListRequest } from '@passeio/contract/reservations/waiting-list';
import { waitingListRoutes } from '@passeio/contract/reservations/waiting-list-routes';
import { z } from '@passeio/contract/zod';
import { api } from '~/features/session/api';
import {
  deletePendingEnrolment,
  type PendingTrip,
  savePendingEnrolment,
} from '~/features/session/remembered/pending-enrolment';
import { readCame } from '~/features/session/remembered/touches';
import { lockScreenUrl } from '~/features/session/return-url';
import { whenRestored } from '~/features/session/session';
import { sessionStatus } from '~/features/session/session-status';
import { ApiError } from '~/lib/api';
import { type Formats, formatMoney } from '~/lib/formats';
import { askToConfirm } from '~/ui/dialogs/confirm';
import { showAlert } from '~/ui/feedback/alert';
import { acceptingContract } from '../contract/accepting-contract';
import type { ContractQuestion } from '../contract/contract-dialog';
import { addJoinedTrip, addWaiting, reloadJoinedTrips, removeWaiting } from './joined-trips';

/**
 * How an enrolment ended. `reserved`: `path` is the reservation's page. `full`: by the API, for want of places, with
 * the `reason` to show. `choice`: by the API, because of a chosen extra or the coupon, which the caller shows.
 * `refused`: by the API, because the trip or the user's reservations are not as this page shows them. `unfinished`: no
 * answer, or the login page opens.
 */
export type EnrolmentOutcome =
  | { kind: 'reserved'; path: string }
  | { kind: 'full'; reason: string }
  | { kind: 'choice'; error: ApiError }
  | { kind: 'refused' | 'unfinished' };

/**
 * Enrols the user in a trip, or asks for it in one on request, without a choice one adult, and shows the outcome in a
 * toast, except that the trip is full.
 * Visitors go to the login page, which leads to /home; trip and choice are saved as a pending enrolment.
 */
export async function enrol(trip: PendingTrip, choice: Enrolment, formats: Formats): Promise<EnrolmentOutcome> {
  if (await signInFirst(trip, choice)) return { kind: 'unfinished' };
  try {
    return await acceptingPriceAndContract(choice?.totalCents, (accepted) =>
      send(trip, withAccepted(choice, accepted), formats),
    );
  } catch (error) {
    return outcomeOf(error);
  }
}

type Accepted = Pick<NonNullable<Enrolment>, 'totalCents' | 'contract'>;

function withAccepted(choice: Enrolment, { totalCents, contract }: Accepted) {
  if (totalCents === undefined && contract === undefined) return choice;
  return { ...choice, ...(totalCents !== undefined && { totalCents }), ...(contract && { contract }) };
}

async function send(trip: PendingTrip, choice: Enrolment, formats: Formats): Promise<EnrolmentOutcome> {
  const came = readCame();
  const call = { params: { tripId: trip.id }, body: came ? { ...choice, ...came } : choice, toast: false };
  const response = await api.callUnchecked(enrolmentRoutes.enrol, call);
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

/** What the toast says: for a trip on request until when the operator answers. */
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
  if (error.refusedPart === 'places') return { kind: 'full', reason: error.fields.party ?? error.message };
  if (error.refusedPart) return { kind: 'choice', error };
  showAlert('error', error.message);
  if (error.code === 'ALREADY_ENROLLED') reloadJoinedTrips();
  return { kind: error.status >= 400 && error.status < 500 ? 'refused' : 'unfinished' };
}

/** The one tick of reserving, which accepts the cancellation policy too. */
const RESERVING: ContractQuestion = {
  tick: 'Li e aceito o contrato e a política de cancelamento.',
  submit: 'Aceitar e reservar',
};

/**
 * Reserves at the total that was seen, with the contract that was accepted. Where it costs something else by now, or a
 * contract is to be accepted, asks, and reserves so if the user wants. Throws what `send` does; PRICE_CHANGED, or what
 * {@link acceptingContract} does, if the user does not want.
 */
export async function acceptingPriceAndContract<Answer>(
  totalCents: number | undefined,
  send: (accepted: Accepted) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await acceptingContract((contract) => send({ totalCents, contract }), RESERVING);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'PRICE_CHANGED' || error.totalCents === undefined) throw error;
    const before = totalCents === undefined ? '' : ` Antes eram ${formatMoney(totalCents)}.`;
    const confirmed = await askToConfirm({
      titulo: 'O preço mudou',
      mensagem: `O total agora é ${formatMoney(error.totalCents)}.${before} Quer reservar por este valor?`,
    });
    if (!confirmed) throw error;
    return acceptingPriceAndContract(error.totalCents, send);
  }
}

/** As an enrolment's outcome. `refused`: the trip or the user's entries are not as this page shows them. */
export type WaitOutcome = 'waiting' | 'refused' | 'unfinished';

/**
 * Puts the user on a trip's waiting list and shows the outcome in a toast. Visitors go to the login page; trip and
 * party are saved as a pending enrolment.
 */
export async function wait(trip: PendingTrip, request: WaitingListRequest): Promise<WaitOutcome> {
  if (await signInFirst(trip, request)) return 'unfinished';
  try {
    const entry = await api.call(waitingListRoutes.join, {
      params: { tripId: trip.id },
      body: { ...request, ...readCame() },
    });
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
    await api.callUnchecked(waitingListRoutes.leave, { params: { tripId: id } });
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

/**
 * Sends a visitor to the login page, which leads to /home, with trip and choice saved; false for a user who is signed
 * in.
 */
async function signInFirst(trip: PendingTrip, choice: Enrolment): Promise<boolean> {
  await whenRestored();
  const status = sessionStatus();
  if (status === 'signedIn') return false;
  savePendingEnrolment(trip, choice);
  window.location.assign(status === 'locked' ? lockScreenUrl('/home') : '/auth/login?returnUrl=/home');
  return true;
}
