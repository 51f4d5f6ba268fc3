import { drawMap, numberSeats } from '@passeio/contract/seat-map';
import type { ReservationSeats, SeatChanges } from '@passeio/contract/seats';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerCalls, type FakeResponse, refusal } from '~/test/network';
import { signIn } from '~/test/person';
import { renderPage } from '~/test/render';
import { SeatChoice } from './seat-choice';

const RESERVATION = crypto.randomUUID();
const PATH = `/api/reservations/${RESERVATION}/seats`;
const bus = {
  id: crypto.randomUUID(),
  name: 'Ônibus prata',
  map: numberSeats(drawMap('T.T.D PP.PP PP.PP'), 'windowFirst'),
};
const [ana, bia] = [crypto.randomUUID(), crypto.randomUUID()];
const at = (seat: string) => ({ vehicleId: bus.id, seat });
const seat = (name: string) => page.getByRole('gridcell', { name, exact: true });
const person = (name: string) => page.getByRole('button', { name, exact: true });

/** The seats of Ana and Bia, beside somebody on seat 2. */
function seats(of: { ana?: string; bia?: string; taken?: string[] } = {}): ReservationSeats {
  return {
    mayChoose: true,
    seatsItselfAt: null,
    vehicles: [bus],
    taken: (of.taken ?? ['2']).map(at),
    people: [
      { id: ana, name: 'Ana', isMinor: false, seat: of.ana ? at(of.ana) : null },
      { id: bia, name: 'Bia', isMinor: true, seat: of.bia ? at(of.bia) : null },
    ],
  };
}

async function open(responses: { get?: FakeResponse[]; put?: FakeResponse[] } = {}) {
  signIn();
  const network = answerCalls({
    [`GET ${PATH}`]: responses.get ?? { json: seats() },
    [`PUT ${PATH}`]: responses.put ?? [],
  });
  await page.viewport(360, 740);
  await renderPage(<SeatChoice reservationId={RESERVATION} onSaved={() => {}} />);
  return { calls: network.calls, sent: () => (network.bodies[`PUT ${PATH}`] as SeatChanges).seats };
}

test('one person after the other sits down, and the map says free, taken and mine in words', async () => {
  const { sent } = await open({ put: [{ json: seats({ ana: '3' }) }, { json: seats({ ana: '3', bia: '4' }) }] });
  await expect.element(seat('Poltrona 2, corredor, ocupada')).toBeVisible();
  await seat('Poltrona 3, janela, livre').click();
  await expect.element(seat('Poltrona 3, janela, de Ana')).toBeVisible();
  expect(sent()).toEqual([{ participantId: ana, seat: at('3') }]);
  await seat('Poltrona 4, corredor, livre').click();
  await expect.element(person('Bia: poltrona 4')).toBeVisible();
  expect(sent()).toEqual([{ participantId: bia, seat: at('4') }]);
});

test('the party sits together by one tap, and a seat is given back by another', async () => {
  const { sent } = await open({
    put: [{ json: seats({ ana: '4', bia: '3' }) }, { json: seats({ ana: '4' }) }],
  });
  await page.getByRole('button', { name: 'Escolher lugares juntos' }).click();
  await expect.element(person('Ana: poltrona 4')).toBeVisible();
  const [row] = [
    sent()
      .map(({ seat: to }) => to?.seat)
      .sort(),
  ];
  expect(row).toEqual(['3', '4']);
  await person('Bia: poltrona 3').click();
  await seat('Poltrona 3, janela, de Bia').click();
  await expect.element(person('Bia: sem poltrona')).toBeVisible();
  expect(sent()).toEqual([{ participantId: bia, seat: null }]);
});

test('who was slower reads why, sees the map as it is now, and keeps what was chosen before', async () => {
  await open({
    get: [{ json: seats({ ana: '3' }) }, { json: seats({ ana: '3', taken: ['2', '4'] }) }],
    put: [
      refusal(409, { code: 'SEAT_TAKEN', message: 'Alguém acabou de ficar com uma destas poltronas. Escolha outra.' }),
    ],
  });
  await seat('Poltrona 4, corredor, livre').click();
  await expect.element(page.getByText(/Alguém acabou de ficar/)).toBeVisible();
  await expect.element(seat('Poltrona 4, corredor, ocupada')).toBeVisible();
  await expect.element(person('Ana: poltrona 3')).toBeVisible();
  await expect.element(person('Bia: sem poltrona')).toHaveAttribute('aria-pressed', 'true');
});

test('the map is one tab stop, and arrows go from seat to seat past the aisle', async () => {
  const { sent } = await open({ put: [{ json: seats({ ana: '8' }) }] });
  await expect.element(seat('Poltrona 1, janela, livre')).toBeVisible();
  (seat('Poltrona 1, janela, livre').element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowDown}');
  await expect.element(seat('Poltrona 8, corredor, livre')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(person('Ana: poltrona 8')).toBeVisible();
  expect(sent()).toEqual([{ participantId: ana, seat: at('8') }]);
});

test('a map that did not load can be asked for again', async () => {
  await open({ get: ['lost', { json: seats() }] });
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect.element(seat('Poltrona 1, janela, livre')).toBeVisible();
});
