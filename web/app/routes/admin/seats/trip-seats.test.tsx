import { drawMap, numberSeats } from '@passeio/contract/seat-map';
import type { SeatChanges, TripSeats } from '@passeio/contract/seats';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
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

async function open(loaded: TripSeats, ...put: FakeResponse[]) {
  signIn('OPERATOR');
  const network = answerCalls({ [`GET ${PATH}`]: { json: loaded }, [`PUT ${PATH}`]: put });
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
