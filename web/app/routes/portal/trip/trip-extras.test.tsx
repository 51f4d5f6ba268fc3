import { quoteReservation } from '@passeio/contract/reservations/quote';
import type { Trip } from '@passeio/contract/trips/trips';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { readPendingEnrolment, savePendingEnrolment } from '~/features/session/remembered/pending-enrolment';
import { whenRestored } from '~/features/session/session';
import { formatMoney } from '~/lib/formats';
import { expectNothingFound } from '~/test/axe';
import { joining } from '~/test/joining';
import { answerCalls, type FakeResponse, refusal } from '~/test/network';
import { signIn } from '~/test/person';
import { renderPage } from '~/test/render';
import { expectNoSidewaysScrolling, setWindow } from '~/test/screen';
import { expectToast } from '~/test/toast';
import { BEFORE_TRIP, newExtra, newTrip } from '~/test/trip';
import { TripBooking } from './trip-booking';

const RESERVED = 'Reserva realizada com sucesso! Entre em contato para realizar o pagamento';
const join = page.getByRole('button', { name: 'Quero participar!' });
const more = (label: string) => page.getByRole('button', { name: `Mais um: ${label}`, exact: true });
const less = (label: string) => page.getByRole('button', { name: `Menos um: ${label}`, exact: true });
const count = (label: string) => page.getByRole('spinbutton', { name: label, exact: true });
const extras = page.getByRole('region', { name: 'Adicionais' });
const notice = page.getByRole('complementary', { name: 'Reserva' }).getByRole('alert');

const lunch = newExtra('Almoço', 4_500, { description: 'Prato do dia e suco' });
const snorkel = newExtra('Snorkel', 2_500, { stock: 12, stockLeft: 5 });

beforeEach(async () => {
  await whenRestored();
  signIn();
});

async function show(trip: Trip, answer: FakeResponse | FakeResponse[] = { status: 201, json: true }, now = trip) {
  const enrolment = `POST /api/trips/enrrol/${trip.id}`;
  const network = answerCalls({
    'GET /api/reservations/me': { json: { data: [], page: { number: 1, size: 100, total: 0 } } },
    'GET /api/waiting-list/me': { json: { data: [] } },
    [enrolment]: answer,
    [`GET /api/trips/${trip.slug}`]: { json: now },
  });
  await renderPage(<TripBooking trip={trip} joining={joining} now={BEFORE_TRIP} />);
  return {
    sent: () => network.bodies[enrolment],
    requests: () => network.calls.filter((call) => call === enrolment).length,
  };
}

async function expectTotal(trip: Trip, party: number[], extras: [string, number][]): Promise<void> {
  const entries = party.map((people, index) => ({ fareId: trip.fares[index]?.id ?? '', count: people }));
  const chosen = extras.map(([extraId, many]) => ({ extraId, count: many }));
  const { totalCents, depositCents } = quoteReservation(
    { ...trip, now: BEFORE_TRIP, timeZone: 'America/Sao_Paulo' },
    entries,
    chosen,
  );
  const words = `Total ${formatMoney(totalCents)} · Sinal ${formatMoney(depositCents)}`;
  await expect.element(page.getByRole('status').filter({ hasText: words })).toBeVisible();
  await expect.element(page.getByRole('button', { name: /: mudar$/ }).getByText(formatMoney(totalCents))).toBeVisible();
}

test('one press sends the enrolment of a trip with optional extras, without a body where nothing was chosen', async () => {
  const { sent, requests } = await show(newTrip({ extras: [lunch, snorkel] }));
  await expect.element(count('Almoço')).toHaveValue(0);
  await join.click();
  await expectToast('success', RESERVED);
  expect(requests()).toBe(1);
  expect(sent()).toBeUndefined();
});

test('a family takes two extras; total and deposit are those of the quote, and one press sends all of it', async () => {
  await setWindow();
  const trip = newTrip({ extras: [lunch, snorkel] });
  const { sent, requests } = await show(trip);
  await expect.element(extras.getByRole('listitem').filter({ hasText: /Almoço.*Prato do dia e suco/ })).toBeVisible();
  await more('Adulto').click();
  await more('Criança').click();
  await expectTotal(trip, [2, 1], []);
  await count('Almoço').fill('9');
  await more('Snorkel').click();
  await more('Snorkel').click();
  await expectTotal(trip, [2, 1], [[lunch.id, 3], [snorkel.id, 2]]); // biome-ignore format: pairs
  await expect.element(more('Almoço')).toBeDisabled();
  await expectNothingFound('aside');
  await expectNoSidewaysScrolling();
  await join.click();
  await expectToast('success', RESERVED);
  expect(requests()).toBe(1);
  expect(sent()).toEqual({
    party: [
      { fareId: trip.fares[0]?.id, count: 2 },
      { fareId: trip.fares[1]?.id, count: 1 },
    ],
    boardingPointId: null,
    acceptedPolicy: true,
    extras: [
      { extraId: lunch.id, count: 3 },
      { extraId: snorkel.id, count: 2 },
    ],
    totalCents: 2 * 16_900 + 12_900 + 3 * lunch.priceCents + 2 * snorkel.priceCents,
  });
});

test('extras follow a party that grows smaller, and come back with it', async () => {
  const trip = newTrip({ extras: [lunch] });
  await show(trip);
  await more('Adulto').click();
  await count('Almoço').fill('2');
  await less('Adulto').click();
  await expect.element(count('Almoço')).toHaveValue(1);
  await expectTotal(trip, [1], [[lunch.id, 1]]);
  await more('Adulto').click();
  await expect.element(count('Almoço')).toHaveValue(2);
  await expectTotal(trip, [2], [[lunch.id, 2]]);
});

describe('an extra that is refused meanwhile', () => {
  const refused = (code: string, extraId: string, extras: string) =>
    refusal(409, { code, message: 'Escolha de novo.', extraId, fields: { extras } });
  const accepted = { status: 201, json: true };

  test.each([
    ['reduced to what is left', 'EXTRA_SOLD_OUT', 'Snorkel: resta 1.', 1, 'Deixamos 1.'],
    ['taken out where nothing is left', 'EXTRA_SOLD_OUT', 'Snorkel: esgotado.', 0, 'Tiramos da sua escolha.'],
    [
      'taken out once it is not sold any more',
      'EXTRA_CLOSED',
      'Snorkel: vendido até ontem.',
      5,
      'Tiramos da sua escolha.',
    ],
  ])('is %s; everything else stays, and one more press reserves', async (_, code, sentence, stockLeft, change) => {
    const trip = newTrip({ extras: [lunch, snorkel] });
    const now = { ...trip, extras: [lunch, { ...snorkel, stockLeft }] };
    const { sent } = await show(trip, [refused(code, snorkel.id, sentence), accepted], now);
    await more('Adulto').click();
    await more('Almoço').click();
    await count('Snorkel').fill('2');
    await join.click();
    await expect
      .element(notice)
      .toHaveTextContent(`${sentence} ${change} O resto continua igual: confira o total e toque de novo.`);
    await expect.element(notice).toBeInViewport();
    await expect.element(count('Almoço')).toHaveValue(1);
    const left = change.startsWith('Deixamos') ? 1 : 0;
    await expectTotal(trip, [2], [[lunch.id, 1], [snorkel.id, left]]); // biome-ignore format: pairs
    await join.click();
    await expectToast('success', RESERVED);
    expect(sent()).toMatchObject({
      party: [{ fareId: trip.fares[0]?.id, count: 2 }],
      extras: [{ extraId: lunch.id, count: 1 }, ...(left > 0 ? [{ extraId: snorkel.id, count: left }] : [])],
    });
  });
});

test('sold-out extras say so, closed ones are not offered, quantities follow party, minimum and maximum', async () => {
  const soon = new Date(BEFORE_TRIP + 36 * 3_600_000).toISOString();
  const pair = newExtra('Toalhas', 1_000, { minQuantity: 2, maxQuantity: 4 });
  const cooler = newExtra('Cooler', 3_000, { per: 'reservation', maxQuantity: 2 });
  const trip = newTrip({
    date: soon,
    returnDate: soon,
    extras: [pair, cooler, { ...snorkel, stockLeft: 0 }, { ...lunch, soldUntilHours: 48 }],
  });
  await show(trip);
  await expect.element(extras.getByRole('listitem').filter({ hasText: /Snorkel.*Esgotado/ })).toBeVisible();
  await expect.element(count('Snorkel')).not.toBeInTheDocument();
  await expect.element(page.getByText('Almoço')).not.toBeInTheDocument();
  await more('Toalhas').click();
  await expect.element(count('Toalhas')).toHaveValue(2);
  await expect.element(page.getByText('De 2 a 4 por pessoa')).toBeVisible();
  await count('Cooler').fill('7');
  await count('Toalhas').click();
  await expect.element(count('Cooler')).toHaveValue(2);
  await less('Toalhas').click();
  await expect.element(count('Toalhas')).toHaveValue(0);
});

test('extras that were chosen before signing in are chosen still', async () => {
  const trip = newTrip({ extras: [lunch, { ...snorkel, choice: 'preselected' }] });
  const party = [{ fareId: trip.fares[0]?.id ?? '', count: 2 }];
  savePendingEnrolment(trip, { party, extras: [{ extraId: lunch.id, count: 2 }], acceptedPolicy: true });
  const { sent } = await show(trip);
  await expect.element(count('Adulto')).toHaveValue(2);
  await expect.element(count('Almoço')).toHaveValue(2);
  await expect.element(count('Snorkel')).toHaveValue(0);
  await join.click();
  await expectToast('success', RESERVED);
  expect(sent()).toMatchObject({ party, extras: [{ extraId: lunch.id, count: 2 }] });
});

test('required and preselected extras are chosen at first; only the preselected ones can be left out', async () => {
  await setWindow();
  const insurance = newExtra('Seguro', 1_000, { choice: 'required' });
  const shirt = newExtra('Camiseta', 3_000, { choice: 'preselected' });
  const menu = newExtra('Prato infantil', 2_500, { minAge: 6, maxAge: 12 });
  const beer = newExtra('Chope', 1_500, { minAge: 18 });
  const trip = newTrip({ extras: [insurance, shirt, menu, beer] });
  const { sent } = await show(trip);
  await expect.element(extras.getByRole('listitem').filter({ hasText: /Seguro.*Obrigatório/ })).toBeVisible();
  await more('Adulto').click();
  await expect.element(count('Seguro')).toHaveValue(2);
  await expect.element(count('Camiseta')).toHaveValue(2);
  // No child goes.
  await expect.element(count('Prato infantil')).not.toBeInTheDocument();
  await expect.element(count('Chope')).toHaveValue(0);
  await expectTotal(trip, [2], [[insurance.id, 2], [shirt.id, 2]]); // biome-ignore format: pairs
  await expect.element(less('Seguro')).toHaveAttribute('aria-disabled', 'true');
  await count('Seguro').fill('0');
  await count('Camiseta').fill('0');
  await expect.element(count('Camiseta')).toHaveValue(0);
  await expectTotal(trip, [2], [[insurance.id, 2]]);
  await more('Criança').click();
  await expect.element(count('Seguro')).toHaveValue(3);
  await expect.element(count('Camiseta')).toHaveValue(0);
  await more('Prato infantil').click();
  await less('Criança').click();
  await expectNothingFound('aside');
  await expectNoSidewaysScrolling();
  await join.click();
  await expectToast('success', RESERVED);
  expect(sent()).toMatchObject({ extras: [{ extraId: insurance.id, count: 2 }] });
});

test('a visitor takes preselected extras along to the login', async () => {
  const shirt = newExtra('Camiseta', 3_000, { choice: 'preselected' });
  const trip = newTrip({ extras: [shirt] });
  let kept: unknown;
  answerCalls({});
  await renderPage(
    <TripBooking
      trip={trip}
      now={BEFORE_TRIP}
      joining={{
        ...joining,
        async reserve(chosen, choice) {
          savePendingEnrolment(chosen, choice);
          kept = readPendingEnrolment()?.choice;
          return 'failed';
        },
      }}
    />,
  );
  await join.click();
  await expect.poll(() => kept).toMatchObject({ extras: [{ extraId: shirt.id, count: 1 }], totalCents: 19_900 });
});

test('what the trip requires by now is added before the next press, and taken out where somebody is of another age', async () => {
  const fee = newExtra('Taxa', 1_000, { minAge: 12, maxAge: 59 });
  const trip = newTrip({ extras: [fee, lunch] });
  const now = { ...trip, extras: [{ ...fee, choice: 'required' as const }, lunch] };
  const refused = (code: string, sentence: string) =>
    refusal(409, { code, message: 'Confira.', extraId: fee.id, fields: { extras: sentence } });
  const answers = [
    refused('EXTRA_REQUIRED', 'Taxa: obrigatório, 1 por pessoa.'),
    refused('EXTRA_AGE', 'Taxa: só de 12 a 59 anos.'),
    { status: 201, json: true },
  ];
  const { sent } = await show(trip, answers, now);
  await join.click();
  await expect
    .element(notice)
    .toHaveTextContent(
      'Taxa: obrigatório, 1 por pessoa. Incluímos na sua escolha. O resto continua igual: confira o total e toque de novo.',
    );
  await expect.element(count('Taxa')).toHaveValue(1);
  await join.click();
  await expect
    .element(notice)
    .toHaveTextContent(
      'Taxa: só de 12 a 59 anos. Tiramos da sua escolha. O resto continua igual: confira o total e toque de novo.',
    );
  await expect.element(count('Taxa')).toHaveValue(0);
  await join.click();
  await expectToast('success', RESERVED);
  expect(sent()).toMatchObject({ extras: [] });
});
