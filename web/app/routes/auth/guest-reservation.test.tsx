import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { readPendingEnrolment, savePendingEnrolment } from '~/features/reservations/pending-enrolment';
import { expectNothingFound } from '~/test/axe';
import { answerCalls, type FakeResponse, refusal } from '~/test/network';
import { renderPage } from '~/test/render';
import { newDetails } from '~/test/reservations';
import { expectNoSidewaysScrolling, setWindow } from '~/test/screen';
import { newTrip } from '~/test/trip';
import GuestReservation from './guest-reservation';

const trip = newTrip({});
const fareId = trip.fares[0]?.id ?? '';
const READ = `GET /api/trips/${trip.slug}`;
const RESERVE = `POST /api/trips/${trip.id}/guest-reservations`;
const hold = page.getByRole('button', { name: 'Guardar as vagas' });
const field = (label: string) => page.getByLabelText(label, { exact: true });

beforeEach(() => savePendingEnrolment(trip, { party: [{ fareId, count: 2 }] }));

async function open(responses: Record<string, FakeResponse | FakeResponse[]> = {}) {
  const network = answerCalls({ [READ]: { json: trip }, ...responses });
  await renderPage(<GuestReservation />, { at: '/auth/sem-conta' });
  return network;
}

test('what was chosen is held for a name and a telephone', async () => {
  await setWindow();
  const link = `https://passeio.example/reserva#${'c'.repeat(43)}`;
  const { bodies } = await open({ [RESERVE]: { status: 201, json: { ...newDetails({}), link } } });
  await expect.element(page.getByText('As vagas ainda não estão guardadas.')).toBeVisible();
  await expectNoSidewaysScrolling();
  await expectNothingFound('body');
  await field('Seu nome').fill('Tiago Reis');
  await field('WhatsApp').fill('35998761234');
  await hold.click();
  await expect
    .poll(() => bodies[RESERVE])
    .toEqual({
      party: [{ fareId, count: 2 }],
      boardingPointId: null,
      acceptedPolicy: true,
      guest: { name: 'Tiago Reis', contact: '+5535998761234', email: null },
    });
  await expect.poll(readPendingEnrolment).toBeUndefined();
});

test('what is missing or wrong is said beside its field, and nothing is sent', async () => {
  const { calls } = await open();
  await hold.click();
  await expect.element(field('Seu nome')).toHaveFocus();
  await field('Seu nome').fill('Tiago');
  await field('WhatsApp').fill('123');
  await field('E-mail (opcional)').fill('nada');
  await hold.click();
  await expect.element(field('WhatsApp')).toBeInvalid();
  await expect.element(field('E-mail (opcional)')).toBeInvalid();
  expect(calls).toEqual([READ]);
});

test('places that are gone meanwhile are said, and what was typed stays', async () => {
  await open({ [RESERVE]: refusal(409, { code: 'TRIP_FULL', message: 'Este passeio está esgotado.' }) });
  await field('Seu nome').fill('Tiago Reis');
  await field('WhatsApp').fill('35998761234');
  await hold.click();
  await expect.element(page.getByText('Este passeio está esgotado.')).toBeVisible();
  await expect.element(field('Seu nome')).toHaveValue('Tiago Reis');
  expect(readPendingEnrolment()).toBeDefined();
});

test('without a choice it leads to the trips', async () => {
  localStorage.clear();
  await open();
  await expect.element(page.getByRole('link', { name: 'Ver os passeios' })).toHaveAttribute('href', '/portal/passeio');
});
