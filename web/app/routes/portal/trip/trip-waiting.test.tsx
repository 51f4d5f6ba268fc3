import type { Trip } from '@passeio/contract/trips/trips';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { enrol, leaveWaitingList, wait } from '~/features/reservations/enrolment/join';
import { whenRestored } from '~/features/session/session';
import type { Joining } from '~/features/trips/join-button';
import { formatsIn } from '~/lib/formats';
import { expectNothingFound } from '~/test/axe';
import { answerCalls, type FakeResponse, refusal } from '~/test/network';
import { signIn } from '~/test/person';
import { renderPage } from '~/test/render';
import { newReservation, newReservedTrip, newWaitingEntry } from '~/test/reservations';
import { expectToFit } from '~/test/screen';
import { expectToast } from '~/test/toast';
import { BEFORE_TRIP, newTrip } from '~/test/trip';
import { TripBooking } from './trip-booking';

const PAUSED =
  'Você deixou vagas deste passeio há pouco. Reserve de novo a partir de 24/11/2026 às 17:30, ou fale com a gente.';
const MINE = 'GET /api/reservations/me';
const WAITING = 'GET /api/waiting-list/me';
const nothing = { json: { data: [], page: { number: 1, size: 100, total: 0 } } };
const joinButton = page.getByRole('button', { name: 'Quero participar!' });
const waitButton = page.getByRole('button', { name: 'Entrar na lista de espera' });
const leaveButton = page.getByRole('button', { name: 'Sair da lista' });
const people = (fare: string) => page.getByRole('spinbutton', { name: fare, exact: true });
const inLine = page.getByText('2º da lista de espera', { exact: true });

/** As the portal does, without opening the reservation's page, which would end the test. */
const joining: Joining = {
  async reserve(trip, choice) {
    const outcome = await enrol(trip, choice, formatsIn('America/Sao_Paulo'));
    return outcome.kind === 'full' ? { full: outcome.reason } : 'failed';
  },
  wait: async (...wanted) => ((await wait(...wanted)) === 'waiting' ? 'done' : 'failed'),
  leave: async (trip) => void (await leaveWaitingList(trip)),
};

beforeEach(async () => {
  await whenRestored();
  signIn();
});

async function show(trip: Trip, responses: Record<string, FakeResponse | FakeResponse[]> = {}) {
  const network = answerCalls({ [MINE]: nothing, [WAITING]: { json: { data: [] } }, ...responses });
  await renderPage(<TripBooking trip={trip} joining={joining} now={BEFORE_TRIP} />);
  return network;
}

const listOf = (trip: Trip) => `/api/trips/${trip.id}/waiting-list`;
const entryIn = (trip: Trip) => newWaitingEntry({ position: 2, trip: { ...newWaitingEntry().trip, id: trip.id } });

describe('a full trip', () => {
  test('is sold out, and its list takes the party that was chosen; then it shows the place in the line', async () => {
    const trip = newTrip({ placesLeft: 0, situation: 'sold_out' });
    const join = `POST ${listOf(trip)}`;
    const { bodies } = await show(trip, { [join]: { status: 201, json: entryIn(trip) } });
    await expect.element(page.getByText('Esgotada', { exact: true })).toBeVisible();
    await expect.element(joinButton).not.toBeInTheDocument();
    await expect.element(waitButton).toHaveAccessibleDescription(/^Esgotada\. Na lista de espera, guardamos para você/);
    await people('Adulto').fill('2');
    await people('Criança').fill('1');
    await expectNothingFound();
    await expectToFit();
    await waitButton.click();
    await expectToast('success', 'Pronto! Você é o 2º da lista de espera.');
    const [adult, child] = trip.fares;
    expect(bodies[join]).toEqual({
      party: [
        { fareId: adult?.id, count: 2 },
        { fareId: child?.id, count: 1 },
      ],
      boardingPointId: null,
      acceptedPolicy: true,
    });
    await expect.element(inLine).toBeVisible();
    await expect.element(leaveButton).toBeVisible();
    await expect.element(people('Adulto')).not.toBeInTheDocument();
  });

  test('an answer that never came is asked for again under the same key, so that nobody waits twice', async () => {
    const trip = newTrip({ placesLeft: 0, situation: 'sold_out' });
    const join = `POST ${listOf(trip)}`;
    const { calls, headers } = await show(trip, { [join]: ['lost', { status: 201, json: entryIn(trip) }] });
    await waitButton.click();
    await expectToast('error', 'Houve falha nesta ação');
    await waitButton.click();
    await expect.element(inLine).toBeVisible();
    const keys = headers.flatMap((one, index) => (calls[index] === join ? [one.get('idempotency-key')] : []));
    expect(keys[0]).toMatch(/^[\w-]{20,}$/);
    expect(keys[1]).toBe(keys[0]);
  });

  test.each([
    ['WAITING_LIST_OVER', 'Está muito perto da saída para entrar na lista de espera.', {}],
    ['HOLD_PAUSED', PAUSED, { party: PAUSED }],
  ])('a refusal is shown in its words (%s)', async (code, message, fields) => {
    const trip = newTrip({ placesLeft: 0, situation: 'sold_out' });
    await show(trip, { [`POST ${listOf(trip)}`]: refusal(409, { code, message, fields }) });
    await waitButton.click();
    await expectToast('error', message);
    await expect.element(waitButton).toBeEnabled();
  });
});

describe('a person on the waiting list', () => {
  test('sees their place instead of the picker, and leaves after a question', async () => {
    const trip = newTrip({ placesLeft: 0, situation: 'sold_out' });
    const leave = `DELETE ${listOf(trip)}`;
    const { calls } = await show(trip, { [WAITING]: { json: { data: [entryIn(trip)] } }, [leave]: { json: {} } });
    await expect.element(inLine).toBeVisible();
    await leaveButton.click();
    await page.getByRole('button', { name: 'Cancelar' }).click();
    expect(calls).not.toContain(leave);
    await leaveButton.click();
    await page.getByRole('button', { name: 'Confirmar' }).click();
    await expectToast('success', 'Você saiu da lista de espera.');
    await expect.element(waitButton).toBeVisible();
    await expect.element(people('Adulto')).toHaveValue(1);
  });

  test('reads that places were offered meanwhile, and is led to the reservation', async () => {
    const trip = newTrip({ placesLeft: 0, situation: 'sold_out' });
    const message = 'As vagas já foram oferecidas. Para desistir delas, cancele a reserva.';
    const offered = { ...entryIn(trip), state: 'offered', position: null };
    const reservation = newReservation({
      channel: 'waiting_list',
      trip: { ...newReservedTrip(trip.date), id: trip.id },
    });
    await show(trip, {
      [WAITING]: [{ json: { data: [entryIn(trip)] } }, { json: { data: [offered] } }],
      [MINE]: [nothing, { json: { ...nothing.json, data: [reservation] } }],
      [`DELETE ${listOf(trip)}`]: refusal(409, { code: 'WAITING_OFFERED', message }),
    });
    await leaveButton.click();
    await page.getByRole('button', { name: 'Confirmar' }).click();
    await expectToast('error', message);
    await expect
      .element(page.getByRole('link', { name: 'Ver minha reserva' }))
      .toHaveAttribute('href', '/minhasreservas/A3K7QX');
  });
});

describe('fewer places than people', () => {
  test('offer the list, and a smaller party reserves', async () => {
    await show(newTrip({ placesLeft: 2, situation: 'last_places' }));
    await expect.element(joinButton).toBeEnabled();
    await people('Adulto').fill('3');
    await expect.element(waitButton).toHaveAccessibleDescription(/^Restam 2 vagas; você pediu 3\./);
    await people('Adulto').fill('2');
    await expect.element(joinButton).toBeEnabled();
  });

  test.each([
    ['TRIP_FULL', 'As vagas deste passeio acabaram.', {}, /^As vagas acabaram agora há pouco\./],
    ['PLACES_FOR_WAITING', 'As vagas que restam são de quem espera.', {}, /^As vagas que restam são de quem espera\./],
    ['PLACES_SHORT', 'Faltam vagas.', { party: 'Resta 1 vaga; você pediu 2.' }, /^Resta 1 vaga; você pediu 2\./],
  ])('as the server finds them (%s), the list stands in the error’s place', async (code, message, fields, words) => {
    const trip = newTrip();
    await show(trip, {
      [`POST /api/trips/enrrol/${trip.id}`]: refusal(409, { code, message, fields }),
      [`POST ${listOf(trip)}`]: { status: 201, json: entryIn(trip) },
    });
    await people('Adulto').fill('2');
    await joinButton.click();
    await expect.element(waitButton).toHaveAccessibleDescription(words);
    await expect.element(page.getByRole('alert').getByText(message)).not.toBeInTheDocument();
    await waitButton.click();
    await expect.element(inLine).toBeVisible();
  });
});
