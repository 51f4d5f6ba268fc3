import type { Reservation } from '@passeio/contract/reservations/reservations';
import type { Trip } from '@passeio/contract/trips/trips';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectNothingFound } from '~/test/axe';
import { answerCalls, type FakeResponse, refusal } from '~/test/network';
import { signIn } from '~/test/person';
import { renderRoute } from '~/test/render';
import { fares, newDetails, newExtraLine, newParticipant, newPayer } from '~/test/reservations';
import { beOnPhone, expectNoSidewaysScrolling, expectToFit } from '~/test/screen';
import { expectToast } from '~/test/toast';
import { newExtra, newTrip } from '~/test/trip';
import * as myReservations from './my-reservations';
import * as reservationPage from './reservation';

const again = page.getByRole('button', { name: 'Reservar de novo' });
const dialog = page.getByRole('dialog', { name: 'Reservar de novo' });
const confirm = dialog.getByRole('button', { name: 'Reservar de novo' });
const inDialog = (name: string | RegExp) => dialog.getByRole('button', { name });
const list = (data: object[]) => ({ json: { data, page: { number: 1, size: 20, total: data.length } } });

const point = newParticipant().boardingPointId;
const people = [
  newPayer(),
  newParticipant({ name: 'Ana Lima', age: 30 }),
  newParticipant({ name: 'Bia Lima', age: 8 }, fares.child),
];

/** A reservation of two adults and a child whose hold has ended. */
function newExpired(more: Partial<Reservation> = {}) {
  const againFrom = new Date(Date.now() - 60_000).toISOString();
  return newDetails({ state: 'expired', participants: people, againFrom, ...more });
}

type Expired = ReturnType<typeof newExpired>;

/** The trip of the reservation today: adults pay R$ 200,00. */
function tripOf({ trip: { id, slug, title, boardingPoints } }: Expired, more: Partial<Trip> = {}): Trip {
  const today = [{ ...fares.adult, priceCents: 20_000 }, fares.child, fares.lap];
  return newTrip({ id, slug, title, boardingPoints, fares: today, ...more });
}

async function open(details: Expired, responses: Record<string, FakeResponse | FakeResponse[]> = {}) {
  signIn();
  const network = answerCalls({
    'GET /api/reservations/A3K7QX': { json: details },
    [`GET /api/reservations/${details.id}/timeline`]: { json: { data: [], hasEarlier: false } },
    'GET /api/trips/canions-de-furnas': { json: tripOf(details) },
    ...responses,
  });
  await renderRoute(reservationPage, { at: '/minhasreservas/A3K7QX', path: '/minhasreservas/:code' });
  return network;
}

const total = () =>
  dialog
    .getByRole('status')
    .elements()
    .map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '));

test('an expired reservation is made again with its party, its people and the price of today', async () => {
  await beOnPhone();
  const details = newExpired();
  const enrol = `POST /api/trips/enrrol/${details.trip.id}`;
  const made = newDetails({ code: 'NEW234', participants: people });
  const { bodies } = await open(details, {
    [enrol]: { status: 201, json: made },
    'GET /api/reservations/NEW234': { json: made },
    [`GET /api/reservations/${made.id}/timeline`]: { json: { data: [], hasEarlier: false } },
    'GET /api/reservations/me/companions': { json: { data: [] } },
  });

  await again.click();

  await expect.element(dialog.getByText(/Marina Alves de Souza, Ana Lima e Bia Lima vêm junto/)).toBeVisible();
  await expect.element(dialog.getByRole('spinbutton', { name: 'Adulto' })).toHaveValue(2);
  await expect.element(dialog.getByRole('spinbutton', { name: 'Criança', exact: true })).toHaveValue(1);
  await expect.poll(total).toContain('Total R$ 495,00 · Sinal R$ 148,50');
  await expectNoSidewaysScrolling();
  await expectToFit();
  await expectNothingFound();
  await inDialog('Menos um: Adulto').click();
  await expect.element(dialog.getByText(/embarque de Marina Alves de Souza e Bia Lima vêm/)).toBeVisible();
  await confirm.click();

  await expectToast('success', 'Reserva realizada com sucesso! Entre em contato para realizar o pagamento');
  await expect.element(page.getByText('NEW234')).toBeVisible();
  await expect.element(again).not.toBeInTheDocument();
  expect(bodies[enrol]).toEqual({
    party: [
      { fareId: fares.adult.id, count: 1 },
      { fareId: fares.child.id, count: 1 },
    ],
    boardingPointId: point,
    acceptedPolicy: true,
    again: details.id,
    totalCents: 20_000 + fares.child.priceCents,
  });
});

test('extras come along for the people who had them, and what the trip has no more is said', async () => {
  await beOnPhone();
  const [lunch, snorkel] = [newExtra('Almoço', 4_500), newExtra('Snorkel', 2_500, { stock: 1, stockLeft: 1 })];
  const [marina, ana, bia] = people.map(({ id }) => id);
  const lines = [
    newExtraLine(newExtra('almoço', 4_000), ana ?? ''),
    newExtraLine(lunch, bia ?? ''),
    newExtraLine(snorkel, marina ?? ''),
    newExtraLine(snorkel, ana ?? ''),
    newExtraLine(newExtra('Toalha', 1_000, { per: 'reservation' }), null),
  ];
  const details = newExpired({ lines });
  const enrol = `POST /api/trips/enrrol/${details.trip.id}`;
  const made = newDetails({ code: 'NEW234', participants: people });
  const { bodies } = await open(details, {
    'GET /api/trips/canions-de-furnas': { json: tripOf(details, { extras: [lunch, snorkel] }) },
    [enrol]: { status: 201, json: made },
    'GET /api/reservations/NEW234': { json: made },
    [`GET /api/reservations/${made.id}/timeline`]: { json: { data: [], hasEarlier: false } },
  });
  await again.click();
  await expect.element(dialog.getByText('Não temos mais para vocês: Snorkel, Toalha.', { exact: false })).toBeVisible();
  await expect.element(dialog.getByText('Com 2 × Almoço, 1 × Snorkel.')).toBeVisible();
  await expect.poll(total).toContain('Total R$ 610,00 · Sinal R$ 183,00');
  await expectNoSidewaysScrolling();
  await expectNothingFound();
  await confirm.click();
  await expect.element(page.getByText('NEW234')).toBeVisible();
  expect(bodies[enrol]).toMatchObject({
    extras: [
      { extraId: lunch.id, count: 1, participantIndex: 1 },
      { extraId: lunch.id, count: 1, participantIndex: 2 },
      { extraId: snorkel.id, count: 1, participantIndex: 0 },
    ],
  });
});

test('the list of reservations offers it too, but not where the trip takes nobody any more', async () => {
  signIn();
  const [expired, over] = [newExpired(), newExpired({ code: 'OVER22', againFrom: null })];
  answerCalls({
    'GET /api/reservations/me': list([expired, over]),
    'GET /api/waiting-list/me': list([]),
    'GET /api/trips/canions-de-furnas': { json: tripOf(expired) },
  });
  await renderRoute(myReservations, { at: '/minhasreservas' });
  await expect.element(page.getByText('OVER22')).toBeVisible();
  expect(again.elements()).toHaveLength(1);
  await again.click();
  await expect.element(confirm).toBeEnabled();
});

describe('what stands in the way is said', () => {
  test('until when the pause lasts', async () => {
    const againFrom = new Date(Date.now() + 40 * 60_000).toISOString();
    await open(newExpired({ againFrom }));
    await again.click();
    await expect.element(confirm).toBeDisabled();
    await expect
      .element(dialog.getByText(/^Você deixou vagas deste passeio há pouco\. Reserve de novo a/))
      .toBeVisible();
  });

  test('that the trip is full: the party goes on the waiting list, pause or not', async () => {
    const details = newExpired({ againFrom: new Date(Date.now() + 40 * 60_000).toISOString() });
    const wait = `POST /api/trips/${details.trip.id}/waiting-list`;
    const { bodies } = await open(details, {
      'GET /api/trips/canions-de-furnas': { json: tripOf(details, { placesLeft: 2 }) },
      [wait]: refusal(409, { code: 'ALREADY_WAITING', message: 'Você já está na lista de espera deste passeio.' }),
    });
    await again.click();
    await expect.element(dialog.getByText(/^Restam 2 vagas; você pediu 3\./)).toBeVisible();
    await inDialog('Entrar na lista de espera').click();
    await expectToast('error', 'Você já está na lista de espera deste passeio.');
    expect(bodies[wait]).toMatchObject({ boardingPointId: point, acceptedPolicy: true });
    expect(bodies[wait]).not.toHaveProperty('again');
  });

  test('that the server refuses, or cannot be reached', async () => {
    const details = newExpired();
    const sentence = 'Você deixou vagas deste passeio há pouco. Espere.';
    await open(details, {
      'GET /api/trips/canions-de-furnas': ['lost', { json: tripOf(details) }],
      [`POST /api/trips/enrrol/${details.trip.id}`]: refusal(409, { code: 'HOLD_PAUSED', message: sentence }),
    });
    await again.click();
    await expectToast('error', 'Houve falha nesta ação');
    await expect.element(dialog).not.toBeInTheDocument();
    await again.click();
    await confirm.click();
    await expectToast('error', sentence);
  });
});
