import type { Passenger } from '@passeio/contract/boarding/passengers';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  heldReservation,
  reservationOf,
  samplePassenger,
  sampleTotals,
  sampleTrip,
  unnamedPassenger,
} from '~/features/reservations/passengers/passenger.sample';
import { answerCalls, type FakeResponse } from '~/test/network';
import { signIn } from '~/test/person';
import { renderRoute } from '~/test/render';
import { expectToast } from '~/test/toast';
import * as passengerList from './passenger-list';

const [trefoil, terminal] = sampleTrip.boardingPoints;
const maria = samplePassenger();
const joao = samplePassenger({
  number: 2,
  isPayer: false,
  name: 'João Pedro Souza',
  contact: null,
  fareLabel: 'Criança',
  age: 9,
  minor: 'under12',
  companion: 'Maria Souza',
  missing: ['documentNumber', 'birthdate'],
});
const unnamed = unnamedPassenger(3);
const family = [maria, joao, unnamed];

/** The list of the trip as the server answers it. */
async function openList(
  data: Passenger[],
  search = '',
  responses: Record<string, FakeResponse> = {},
  totals = sampleTotals,
) {
  signIn('OPERATOR');
  const list = { data, page: { number: 1, size: 50, total: data.length }, trip: sampleTrip, totals };
  const network = answerCalls({ [`GET /api/trips/${sampleTrip.id}/passengers`]: { json: list }, ...responses });
  await renderRoute(passengerList, {
    at: `/admin/passeios/${sampleTrip.id}/passageiros${search}`,
    path: '/admin/passeios/:tripId/passageiros',
  });
  return network;
}

function rowWith(...texts: string[]) {
  return texts.reduce((rows, text) => rows.filter({ hasText: text }), page.getByRole('row'));
}

test('people stand under their boarding point, with what the carrier asks for', async () => {
  await openList(family);
  await expect.element(page.getByText('31 de 38 completos', { exact: false })).toBeVisible();
  await expect.element(rowWith('05:00 Varginha', '23 pessoas')).toBeVisible();
  const row = rowWith(
    'João Pedro Souza',
    'Criança · 9 anos',
    'Menor de 12 anos · com Maria Souza',
    'Falta: documento e nascimento',
    'Reserva 34679A de Maria Souza · 3 pessoas',
  );
  await expect.element(row).toBeVisible();
  await expect.element(rowWith('Pessoa 3 de Maria Souza')).toBeVisible();
  // Who has no telephone is reached by the payer's.
  await expect.element(row.getByRole('link', { name: 'WhatsApp de Maria Souza: falta o sinal' })).toBeVisible();
});

test("an interstate trip says how many people ANTT's list lacks data of, and leads to their names", async () => {
  await openList(family, '', {}, { ...sampleTotals, anttMissing: 2 });
  const link = page.getByRole('link', { name: 'Lista da ANTT: faltam dados de 2 pessoas' });
  await expect.element(link).toHaveAttribute('href', `/admin/passeios/${sampleTrip.id}/lista-final`);
});

test('seats are shown on wide screens and phones, with the vehicle where there are several', async () => {
  await openList([{ ...maria, seat: { vehicle: 'Van azul', number: '12' } }, joao]);
  await expect.element(page.getByText('Adulto · 40 anos · Poltrona 12, Van azul', { exact: true })).toBeVisible();
  await expect.element(rowWith('João Pedro Souza').getByText(/Poltrona/)).not.toBeInTheDocument();
  onTestFinished(() => page.viewport(1280, 800));
  await page.viewport(360, 740);
  await expect.element(page.getByRole('button', { name: /^Maria Souza.*Poltrona 12, Van azul/ })).toBeVisible();
});

test('by reservation, payer, status and money stand above the people once', async () => {
  await openList(family, '?ordem=reservation');
  const heading = rowWith('Reserva 34679A · 3 pessoas', 'Maria Souza', 'Aguardando pagamento do sinal');
  await expect.element(heading.getByText('Falta R$ 867,00')).toBeVisible();
  expect(page.getByText('Aguardando pagamento do sinal', { exact: true }).all()).toHaveLength(1);
  await page.getByRole('radio', { name: 'Por embarque' }).click();
  await expect.element(rowWith('05:00 Varginha', '23 pessoas')).toBeVisible();
});

test('a status that the page does not know asks to reload it', async () => {
  const status = { ...heldReservation.status, key: 'invented', label: 'Inventada' };
  const newer = Object.assign({ ...heldReservation }, { state: 'moved', status });
  await openList([samplePassenger({ reservation: newer })]);
  await expect.element(page.getByRole('cell', { name: 'Atualize a página', exact: false })).toBeVisible();
  await expect.element(page.getByText('Inventada')).not.toBeInTheDocument();
});

test('several people change their boarding point at once', async () => {
  const path = `PUT /api/trips/${sampleTrip.id}/passengers/boarding`;
  const { bodies } = await openList(family, '', { [path]: { json: {} } });
  await page.getByRole('checkbox', { name: 'Escolher todos: 05:00 Varginha – Terminal Rodoviário' }).click();
  await expect.element(page.getByRole('status').getByText('3 pessoas')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Escolher Pessoa 3 de Maria Souza' }).click();
  await page.getByRole('button', { name: 'Mudar embarque' }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText('Maria Souza e João Pedro Souza')).toBeVisible();
  await expect.element(dialog.getByLabelText('Ponto de embarque')).toHaveValue(terminal?.id ?? '');
  await dialog.getByLabelText('Ponto de embarque').selectOptions(trefoil?.id ?? '');
  await dialog.getByRole('button', { name: 'Mudar embarque' }).click();
  await expectToast('success', 'Embarque de 2 pessoas alterado.');
  expect(bodies[path]).toEqual({ participantIds: [maria.id, joao.id], boardingPointId: trefoil?.id });
  await expect.element(page.getByRole('button', { name: 'Mudar embarque' })).not.toBeInTheDocument();
});

test('a passenger who lacks data is one tap away from being asked', async () => {
  const reservation = reservationOf(joao, unnamed);
  await openList(
    [
      { ...joao, reservation },
      { ...unnamed, reservation },
    ],
    '?pendentes=sim',
  );
  const ask = page.getByRole('link', {
    name: 'Pedir no WhatsApp de Maria Souza os dados de João Pedro Souza e Pessoa 3 de Maria Souza',
  });
  await expect.element(ask).toBeVisible();
  const address = new URL(ask.element().getAttribute('href') ?? '');
  expect(address.pathname).toBe('/5535988112233');
  expect(address.searchParams.get('text')).toMatch(
    /ainda falta: João Pedro Souza: documento e nascimento; Pessoa 3: nome completo, nascimento/,
  );
  expect(address.searchParams.get('text')).toContain('/minhasreservas/34679A');
  await expect.element(page.getByRole('button', { name: 'Preencher os dados de João Pedro Souza' })).toBeVisible();
});

test('somebody with a telephone of their own is asked with a link of their own', async () => {
  const ana = { ...joao, id: crypto.randomUUID(), name: 'Ana Lima', contact: '+5535977665544' };
  const path = `POST /api/reservations/${ana.reservation.id}/participants/${ana.id}/link`;
  const url = 'http://localhost:3000/participante#dela';
  await openList([ana], '?pendentes=sim', { [path]: { status: 201, json: { url } } });
  await page.getByRole('button', { name: 'Pedir no WhatsApp de Ana Lima os dados de Ana Lima' }).click();
  const send = page.getByRole('link', { name: 'Enviar pelo WhatsApp' });
  await expect.element(send).toBeVisible();
  const address = new URL(send.element().getAttribute('href') ?? '');
  expect(address.pathname).toBe('/5535977665544');
  expect(address.searchParams.get('text')).toContain(url);
});

test('a complete list says so in place of people', async () => {
  await openList([], '?pendentes=sim');
  await expect.element(page.getByRole('heading', { name: 'Ninguém com dados faltando' })).toBeVisible();
});
