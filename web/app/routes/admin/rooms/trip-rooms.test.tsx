import type { TripRooms } from '@passeio/contract/boarding/trip-rooms';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectNothingFound } from '~/test/axe';
import { answerCalls } from '~/test/network';
import { signIn } from '~/test/person';
import { renderRoute } from '~/test/render';
import { setWindow } from '~/test/screen';
import * as tripRooms from './trip-rooms';

const TRIP = crypto.randomUUID();
const PATH = `/api/trips/${TRIP}/rooms`;
const ids = {
  ana: crypto.randomUUID(),
  bia: crypto.randomUUID(),
  first: crypto.randomUUID(),
  second: crypto.randomUUID(),
};

/** Two people who share, in these rooms. */
function rooms(first: string[], second: string[], more: Partial<TripRooms> = {}): TripRooms {
  const guest = {
    ...{ age: 34, code: 'A3K7QX', reservationId: crypto.randomUUID(), payer: 'Ana', roomTypeId: null, stayId: null },
    ...{ share: 'women' as const, shareWith: null, needsAccess: false, roomId: null },
  };
  const room = { places: 2, conflicts: [] };
  return {
    trip: {
      id: TRIP,
      title: 'Tiradentes',
      slug: 'tiradentes',
      date: '2027-05-08T09:00:00.000Z',
      hasDeparted: false,
      hotel: '',
    },
    rooms: [
      { ...room, id: ids.first, label: 'Duplo 1', guests: first },
      { ...room, id: ids.second, label: 'Duplo 2', guests: second },
    ],
    guests: [
      { ...guest, id: ids.ana, name: 'Ana Lima', shareWith: 'Bia' },
      { ...guest, id: ids.bia, name: 'Bia Prado' },
    ],
    without: [],
    lastList: null,
    changed: [],
    alone: [],
    gone: [],
    ...more,
  };
}

async function open(loaded: TripRooms, after: TripRooms = loaded, last: TripRooms = after) {
  signIn('OPERATOR');
  await setWindow();
  const network = answerCalls({
    [`GET ${PATH}`]: [{ json: loaded }, { json: after }, { json: last }],
    [`PUT ${PATH}/${ids.first}`]: { json: last },
    [`PUT ${PATH}/${ids.second}`]: { json: after },
  });
  await renderRoute(tripRooms, { at: `/admin/passeios/${TRIP}/quartos`, path: '/admin/passeios/:tripId/quartos' });
  return network.bodies;
}

test('somebody is given another room, and leaves theirs', async () => {
  const bodies = await open(rooms([ids.ana, ids.bia], []), rooms([ids.bia], [ids.ana]));
  await expect.element(page.getByText(/2 pessoas em 1 quarto de 2/)).toBeVisible();
  await expectNothingFound();
  await page.getByRole('combobox', { name: 'Quarto de Ana Lima' }).selectOptions('Duplo 2 (0/2)');
  await expect
    .element(page.getByRole('region', { name: 'Duplo 2' }).getByRole('link', { name: 'Ana Lima' }))
    .toBeVisible();
  expect(bodies[`PUT ${PATH}/${ids.first}`]).toBeUndefined();
  expect(bodies[`PUT ${PATH}/${ids.second}`]).toEqual({ participantIds: [ids.ana] });
});

test('a move is undone by one press', async () => {
  const before = rooms([ids.ana, ids.bia], []);
  const bodies = await open(before, rooms([ids.bia], [ids.ana]), before);
  await page.getByRole('combobox', { name: 'Quarto de Ana Lima' }).selectOptions('Duplo 2 (0/2)');
  await expect.element(page.getByText('Ana Lima foi para o Duplo 2.')).toBeVisible();
  await expectNothingFound();
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect.element(page.getByText('Ana Lima foi para o Duplo 2.')).not.toBeInTheDocument();
  expect(bodies[`PUT ${PATH}/${ids.first}`]).toEqual({ participantIds: [ids.ana, ids.bia] });
});

test('two people swap their rooms', async () => {
  const bodies = await open(rooms([ids.ana], [ids.bia]), rooms([ids.bia], [ids.ana]));
  await page.getByRole('combobox', { name: 'Quarto de Ana Lima' }).selectOptions('Bia Prado (Duplo 2)');
  await expect.element(page.getByText('Ana Lima e Bia Prado trocaram de quarto.')).toBeVisible();
  expect(bodies[`PUT ${PATH}/${ids.second}`]).toEqual({ participantIds: [ids.ana] });
});

test('conflicts, people without a room and what changed since the last list are named', async () => {
  const { rooms: two, ...data } = rooms([ids.ana], [], {
    without: [ids.bia],
    changed: [ids.ana],
    alone: [ids.bia],
    gone: ['Caio Reis'],
    lastList: { sentAt: '2027-05-01T12:00:00.000Z', by: 'Marta', format: 'pdf' },
  });
  await open({ ...data, rooms: two.map((room, index) => (index === 0 ? { ...room, conflicts: ['type'] } : room)) });
  await expect.element(page.getByText('Alguém reservou outro tipo de quarto')).toBeVisible();
  const without = page.getByRole('region', { name: 'Sem quarto' });
  await expect.element(without.getByRole('link', { name: 'Bia Prado' })).toBeVisible();
  await expect.element(page.getByText(/mudou desde a última lista/)).toBeVisible();
  await expect.element(without.getByText(/ficou só no quarto desde a última lista/)).toBeVisible();
  await expect.element(page.getByText(/por Marta/)).toBeVisible();
  await expect.element(page.getByText('Não vem mais desde então: Caio Reis.')).toBeVisible();
});

test('a trip without rooms leads to the editor', async () => {
  await open(rooms([], [], { rooms: [], guests: [] }));
  await expect.element(page.getByRole('heading', { name: 'Este passeio não tem quartos' })).toBeVisible();
});
