import { drawMap, numberSeats } from '@passeio/contract/seats/seat-map';
import type { SeatChanges, TripSeats } from '@passeio/contract/seats/seats';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerCalls, type FakeResponse, refusal } from '~/test/network';
import { signIn } from '~/test/person';
import { renderRoute } from '~/test/render';
import * as tripSeats from './trip-seats';

const TRIP = crypto.randomUUID();
const PATH = `/api/trips/${TRIP}/seats`;
const bus = { id: crypto.randomUUID(), name: 'Ônibus prata', map: numberSeats(drawMap('T.T.D PP.PP PP.PP'), 'byRow') };
const ids = { ana: crypto.randomUUID(), bia: crypto.randomUUID() };
const at = (seat: string) => ({ vehicleId: bus.id, seat });
const seat = (name: string) => page.getByRole('gridcell', { name, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });

/** Two people of one reservation. */
function seats(ana: string | null, bia: string | null): TripSeats {
  const reservationId = '019a8b4e-0000-7000-8000-000000000000';
  const of = { isMinor: false, reservationId, code: 'A3K7QX', payer: 'Ana' };
  return {
    title: 'Capitólio',
    hasDeparted: false,
    seatsItselfAt: null,
    vehicles: [bus],
    people: [
      { ...of, id: ids.ana, name: 'Ana', seat: ana ? at(ana) : null },
      { ...of, id: ids.bia, name: 'Bia', seat: bia ? at(bia) : null },
    ],
  };
}

/** A change that succeeds is what is read afterwards. */
async function open(loaded: TripSeats, ...put: FakeResponse[]) {
  signIn('OPERATOR');
  const saved = put.filter((response) => typeof response === 'object' && !('status' in response));
  const network = answerCalls({ [`GET ${PATH}`]: [{ json: loaded }, ...saved], [`PUT ${PATH}`]: put });
  await renderRoute(tripSeats, { at: `/admin/passeios/${TRIP}/poltronas`, path: '/admin/passeios/:tripId/poltronas' });
  return { sent: () => (network.bodies[`PUT ${PATH}`] as SeatChanges).seats };
}

test('two people change seats, and it is taken back', async () => {
  const { sent } = await open(seats('1', '2'), { json: seats('2', '1') }, { json: seats('1', '2') });
  await seat('Poltrona 1, janela, Ana (A3K7QX)').click();
  await expect.element(page.getByText(/Escolha a poltrona de Ana/)).toBeVisible();
  await seat('Poltrona 2, corredor, Bia (A3K7QX)').click();
  await expect.element(seat('Poltrona 1, janela, Bia (A3K7QX)')).toBeVisible();
  expect(sent()).toEqual([
    { participantId: ids.ana, seat: at('2') },
    { participantId: ids.bia, seat: at('1') },
  ]);
  await button('Desfazer').click();
  await expect.element(seat('Poltrona 1, janela, Ana (A3K7QX)')).toBeVisible();
});

test('who sits where is listed by number, and somebody is picked there', async () => {
  const { sent } = await open(seats('5', '2'), { json: seats('5', '1') });
  const list = page.getByRole('region', { name: 'Quem senta onde' });
  await expect.element(list.getByRole('button').nth(0)).toHaveAccessibleName('2 Bia A3K7QX');
  await expect.element(list.getByRole('button').nth(1)).toHaveAccessibleName('5 Ana A3K7QX');
  await button('2 Bia A3K7QX').click();
  await seat('Poltrona 1, janela, livre').click();
  await expect.element(button('1 Bia A3K7QX')).toHaveAttribute('aria-pressed', 'false');
  expect(sent()).toEqual([{ participantId: ids.bia, seat: at('1') }]);
});

test('seats are distributed once the preview is confirmed', async () => {
  const { sent } = await open(seats('1', null), { json: seats('1', '2') });
  await expect.element(button('Bia · A3K7QX')).toBeVisible();
  await button('Distribuir poltronas').click();
  await expect.element(seat('Poltrona 2, corredor, Bia (A3K7QX)')).toBeVisible();
  await button('Confirmar').click();
  await expect.element(button('Desfazer')).toBeEnabled();
  expect(sent()).toEqual([{ participantId: ids.bia, seat: at('2') }]);
});

test('a seat that somebody else was faster with is said, and the map is loaded anew', async () => {
  const message = 'Alguém acabou de ficar com uma destas poltronas. Escolha outra.';
  await open(seats('1', null), refusal(409, { code: 'SEAT_TAKEN', message }));
  await button('Bia · A3K7QX').click();
  await seat('Poltrona 5, janela, livre').click();
  await expect.element(page.getByText(message)).toBeVisible();
});

test('everybody stands up once that is confirmed, and sits again when it is taken back', async () => {
  const { sent } = await open(seats('1', '2'), { json: seats(null, null) }, { json: seats('1', '2') });
  await button('Levantar todos').click();
  await button('Cancelar').click();
  await expect.element(seat('Poltrona 1, janela, Ana (A3K7QX)')).toBeVisible();
  await button('Levantar todos').click();
  await expect.element(page.getByText(/2 pessoas ficam sem poltrona/)).toBeVisible();
  await button('Confirmar').click();
  await expect.element(seat('Poltrona 1, janela, livre')).toBeVisible();
  expect(sent().map(({ seat: to }) => to)).toEqual([null, null]);
  await button('Desfazer').click();
  await expect.element(seat('Poltrona 2, corredor, Bia (A3K7QX)')).toBeVisible();
  expect(sent()).toContainEqual({ participantId: ids.bia, seat: at('2') });
});

test('a party stands up together', async () => {
  const { sent } = await open(seats('1', '2'), { json: seats(null, null) });
  await seat('Poltrona 1, janela, Ana (A3K7QX)').click();
  await button('Levantar o grupo (2)').click();
  await expect.element(button('Ana · A3K7QX')).toBeVisible();
  expect(sent()).toHaveLength(2);
});

test('somebody is dragged to another seat, and from the list to one', async () => {
  const { sent } = await open(seats('1', null), { json: seats('5', null) }, { json: seats('5', '6') });
  await seat('Poltrona 1, janela, Ana (A3K7QX)').dropTo(seat('Poltrona 5, janela, livre'));
  await expect.element(seat('Poltrona 5, janela, Ana (A3K7QX)')).toBeVisible();
  expect(sent()).toEqual([{ participantId: ids.ana, seat: at('5') }]);
  await button('Bia · A3K7QX').dropTo(seat('Poltrona 6, corredor, livre'));
  await expect.element(seat('Poltrona 6, corredor, Bia (A3K7QX)')).toBeVisible();
  expect(sent()).toEqual([{ participantId: ids.bia, seat: at('6') }]);
});

test('somebody changes seats by keyboard alone', async () => {
  const { sent } = await open(seats('1', '2'), { json: seats('5', '2') });
  await expect.element(seat('Poltrona 1, janela, Ana (A3K7QX)')).toBeVisible();
  (seat('Poltrona 1, janela, Ana (A3K7QX)').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}{ArrowDown}');
  await expect.element(seat('Poltrona 5, janela, livre')).toHaveFocus();
  await userEvent.keyboard(' ');
  await expect.element(seat('Poltrona 5, janela, Ana (A3K7QX)')).toBeVisible();
  expect(sent()).toEqual([{ participantId: ids.ana, seat: at('5') }]);
});

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

test.each([
  [inHours(24), /^Quem não tiver poltrona até .* ganha uma, cada grupo junto\.$/],
  [inHours(-1), /^Quem reservar agora ganha poltrona sozinho\./],
  [null, 'O sistema não distribui as poltronas deste passeio sozinho.'],
])('staff reads what becomes of those without a seat, %s', async (seatsItselfAt, words) => {
  await open({ ...seats('1', null), seatsItselfAt });
  await expect.element(page.getByText(words)).toBeVisible();
});

test('more people than seats are pointed out', async () => {
  const van = { ...bus, map: numberSeats(drawMap('T.D P..'), 'byRow') };
  await open({ ...seats('1', null), vehicles: [van] });
  await expect.element(page.getByText('Faltam poltronas: 1 pessoa a mais que os lugares dos veículos.')).toBeVisible();
});
