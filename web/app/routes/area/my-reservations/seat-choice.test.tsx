import { drawMap, numberSeats } from '@passeio/contract/seats/seat-map';
import type { ReservationSeats, SeatChanges } from '@passeio/contract/seats/seats';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
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
  const { put = [] } = responses;
  // A change that succeeds is what is read afterwards.
  const saved = put.filter((response) => typeof response === 'object' && !('status' in response));
  const network = answerCalls({
    [`GET ${PATH}`]: responses.get ?? [{ json: seats() }, ...saved],
    [`PUT ${PATH}`]: put,
  });
  await page.viewport(360, 740);
  await renderPage(<SeatChoice reservationId={RESERVATION} />);
  return { calls: network.calls, sent: () => (network.bodies[`PUT ${PATH}`] as SeatChanges).seats };
}

test('people choose seats one after the other, and the map says free, taken and mine in words', async () => {
  const { sent } = await open({ put: [{ json: seats({ ana: '5' }) }, { json: seats({ ana: '5', bia: '6' }) }] });
  await expect.element(seat('Poltrona 2, corredor, ocupada')).toBeVisible();
  await seat('Poltrona 5, janela, livre').click();
  await expect.element(seat('Poltrona 5, janela, de Ana')).toBeVisible();
  expect(sent()).toEqual([{ participantId: ana, seat: at('5') }]);
  await seat('Poltrona 6, corredor, livre, sugerida para Bia').click();
  await expect.element(person('Bia: poltrona 6')).toBeVisible();
  expect(sent()).toEqual([{ participantId: bia, seat: at('6') }]);
});

test('seats together are proposed, nothing is saved until they are taken, and one tap takes them', async () => {
  const { sent, calls } = await open({
    put: [{ json: seats({ ana: '3', bia: '4' }) }, { json: seats({ ana: '3' }) }],
  });
  await expect.element(seat('Poltrona 4, corredor, livre, sugerida para Bia')).toBeVisible();
  await expect.element(person('Ana: sugestão: 3')).toHaveAttribute('aria-pressed', 'true');
  expect(calls).not.toContain(`PUT ${PATH}`);
  await page.getByRole('button', { name: 'Usar a sugestão' }).click();
  await expect.element(person('Ana: poltrona 3')).toBeVisible();
  expect(sent()).toEqual(
    expect.arrayContaining([
      { participantId: ana, seat: at('3') },
      { participantId: bia, seat: at('4') },
    ]),
  );
  // A seat is given back by another tap.
  await person('Bia: poltrona 4').click();
  await seat('Poltrona 4, corredor, de Bia').click();
  await expect.element(person('Bia: sugestão: 4')).toBeVisible();
  expect(sent()).toEqual([{ participantId: bia, seat: null }]);
});

test('a payer who chooses nothing reads what becomes of the party, and of too few seats', async () => {
  const inAWeek = new Date(Date.now() + 7 * 86_400_000).toISOString();
  const full = ['1', '2', '3', '4', '5', '6', '7'];
  await open({ get: [{ json: { ...seats(), seatsItselfAt: inAWeek } }] });
  await expect.element(page.getByText(/^Sem escolha, 48 horas antes da saída/)).toBeVisible();
  await cleanup();
  await open({ get: [{ json: seats({ taken: full }) }] });
  await expect.element(page.getByText('Não há poltronas livres para todos. Fale com a gente.')).toBeVisible();
});

test('who was slower reads why, sees the map as it is now, and keeps what was chosen before', async () => {
  await open({
    get: [{ json: seats({ ana: '3' }) }, { json: seats({ ana: '3', taken: ['2', '4'] }) }],
    put: [
      refusal(409, { code: 'SEAT_TAKEN', message: 'Alguém acabou de ficar com uma destas poltronas. Escolha outra.' }),
    ],
  });
  await seat('Poltrona 4, corredor, livre, sugerida para Bia').click();
  await expect.element(page.getByText(/Alguém acabou de ficar/)).toBeVisible();
  await expect.element(seat('Poltrona 4, corredor, ocupada')).toBeVisible();
  await expect.element(person('Ana: poltrona 3')).toBeVisible();
  await expect.element(person('Bia: sugestão: 1')).toHaveAttribute('aria-pressed', 'true');
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
  await open({ get: ['lost', 'lost', { json: seats() }] });
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect.element(seat('Poltrona 1, janela, livre')).toBeVisible();
});
