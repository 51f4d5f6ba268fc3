import type { TripWaitingList, WaitingPerson } from '@passeio/contract/reservations/waiting-list';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectNothingFound } from '~/test/axe';
import { answerCalls, type FakeResponse, refusal } from '~/test/network';
import { signIn } from '~/test/person';
import { renderRoute } from '~/test/render';
import { newWaitingEntry } from '~/test/reservations';
import { expectToFit } from '~/test/screen';
import { expectToast } from '~/test/toast';
import { newTrip } from '~/test/trip';
import * as waitingListPage from './waiting-list';

const trip = {
  id: crypto.randomUUID(),
  slug: 'capitolio',
  title: 'Capitólio',
  date: '2027-05-08T09:00:00.000Z',
  capacity: 28,
  placesLeft: 2,
};
const READ = `GET /api/trips/${trip.id}/waiting-list/entries`;
const entryPath = (entry: WaitingPerson) => `/api/trips/${trip.id}/waiting-list/entries/${entry.id}`;

function newPerson(name: string, more: Partial<WaitingPerson> = {}): WaitingPerson {
  const { trip: _, ...entry } = newWaitingEntry();
  const person = { id: crypto.randomUUID(), name, contact: '+5535988887777', email: null };
  return { ...entry, person, fits: false, ...more };
}

function listOf(data: WaitingPerson[], more: Partial<TripWaitingList> = {}): { json: TripWaitingList } {
  const waiting = data.filter(({ state }) => state === 'waiting');
  return {
    json: {
      trip,
      waitingPlaces: waiting.reduce((sum, { places }) => sum + places, 0),
      waitingCents: waiting.reduce((sum, { totalCents }) => sum + totalCents, 0),
      data,
      page: { number: 1, size: 50, total: data.length },
      ...more,
    },
  };
}

async function open(responses: Record<string, FakeResponse | FakeResponse[]>) {
  signIn('OPERATOR');
  const network = answerCalls(responses);
  const at = `/admin/passeios/${trip.id}/espera`;
  await renderRoute(waitingListPage, { at, path: '/admin/passeios/:tripId/espera' });
  return network;
}

const rows = page.getByRole('table', { name: 'Lista de espera' }).getByRole('row');
const button = (name: string) => page.getByRole('button', { name, exact: true });

const ana = newPerson('Ana Prado');
const rui = newPerson('Rui Costa', { position: 2, places: 2, people: 2, totalCents: 37_800, fits: true });
const offered = newPerson('Lia Reis', {
  state: 'offered',
  position: null,
  offer: { reservationId: crypto.randomUUID(), code: 'A3K7QX', until: '2027-05-01T15:00:00.000Z' },
});

test('shows the waiting parties with the money they stand for, which of them fit now, and until when offered places are held', async () => {
  await open({ [READ]: listOf([offered, ana, rui]) });
  await expect.element(page.getByText(/^5 vagas · R\$\s851,00 esperando$/)).toBeVisible();
  await expect.element(rows.nth(1).getByText('Vagas oferecidas')).toBeVisible();
  await expect.element(rows.nth(1).getByText(/^até sáb\., 1 de mai\., às 12:00$/)).toBeVisible();
  await expect.element(rows.nth(1).getByRole('link', { name: 'Reserva A3K7QX' })).toBeVisible();
  await expect.element(rows.nth(1).getByRole('button')).not.toBeInTheDocument();
  await expect.element(rows.nth(2).getByText('1º')).toBeVisible();
  await expect.element(rows.nth(2).getByText('2 adultos, 1 criança')).toBeVisible();
  await expect.element(rows.nth(2).getByText('Cabe agora')).not.toBeInTheDocument();
  await expect.element(button('Oferecer vagas: Ana Prado')).toBeDisabled();
  await expect
    .element(button('Oferecer vagas: Ana Prado'))
    .toHaveAccessibleDescription('Não cabe agora: restam 2 vagas.');
  await expect.element(rows.nth(3).getByText('Cabe agora')).toBeVisible();
  await expect
    .element(rows.nth(3).getByRole('link', { name: 'WhatsApp de Rui Costa: lista de espera, (35) 98888-7777' }))
    .toHaveAttribute('href', expect.stringMatching(/^https:\/\/wa\.me\/5535988887777\?text=/));
  await expectNothingFound();
  await expectToFit();
});

test('the list is reordered by keyboard; the ends go no further', async () => {
  const move = `PUT ${entryPath(rui)}/position`;
  const { bodies } = await open({
    [READ]: [
      listOf([ana, rui]),
      listOf([
        { ...rui, position: 1 },
        { ...ana, position: 2 },
      ]),
    ],
    [move]: { json: {} },
  });
  await expect.element(button('Subir: Ana Prado')).toBeDisabled();
  await expect.element(button('Descer: Rui Costa')).toBeDisabled();
  (button('Passar para o começo: Rui Costa').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expectToast('success', 'Rui Costa mudou de lugar na fila.');
  expect(bodies[move]).toEqual({ position: 1 });
  await expect.element(rows.nth(1).getByText('Rui Costa')).toBeVisible();
  await button('Descer: Rui Costa').click();
  await expect.poll(() => bodies[move]).toEqual({ position: 2 });
});

test('places are offered after a question; a refusal is shown, and the list read anew', async () => {
  const offer = `POST ${entryPath(rui)}/offer`;
  const message = 'Não há mais vagas neste passeio. Aumente a lotação ou escolha outra data.';
  const { calls } = await open({
    [READ]: [listOf([ana, rui]), listOf([ana, rui]), listOf([{ ...offered, person: rui.person }, ana])],
    [offer]: [refusal(409, { code: 'NO_PLACES_LEFT', message }), { json: {} }],
  });
  await button('Oferecer vagas: Rui Costa').click();
  await expect
    .element(page.getByRole('dialog', { name: 'Oferecer vagas a Rui Costa' }))
    .toHaveAccessibleDescription(/^2 vagas ficam guardadas, no valor de R\$\s378,00.*Quem está na frente continua/);
  await button('Cancelar').click();
  expect(calls).not.toContain(offer);
  await button('Oferecer vagas: Rui Costa').click();
  await button('Confirmar').click();
  await expectToast('error', message);
  await button('Oferecer vagas: Rui Costa').click();
  await button('Confirmar').click();
  await expectToast('success', 'Vagas oferecidas a Rui Costa.');
  await expect.element(rows.nth(1).getByText('Vagas oferecidas')).toBeVisible();
});

test('the last one who is taken off leaves an empty list', async () => {
  const { calls } = await open({ [READ]: [listOf([ana]), listOf([])], [`DELETE ${entryPath(ana)}`]: { json: {} } });
  await button('Retirar da lista: Ana Prado').click();
  await button('Confirmar').click();
  await expectToast('success', 'Ana Prado saiu da lista de espera.');
  await expect.element(page.getByText('Ninguém na lista de espera')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Capitólio' })).toHaveFocus();
  expect(calls).toContain(`DELETE ${entryPath(ana)}`);
});

test('a caller who is no client yet is put on the list with their party; a refusal stands at its field', async () => {
  const adult = { ...newTrip().fares[0], id: crypto.randomUUID(), label: 'Adulto', audience: 'public' };
  const full = { ...newTrip(), id: trip.id, fares: [adult], boardingPoints: [] };
  const add = `POST /api/trips/${trip.id}/waiting-list/entries`;
  const free = 'Ainda há vagas para este grupo: faça a reserva.';
  const added = newPerson('Zuleica Prado', { position: 2 });
  const { bodies } = await open({
    [READ]: [listOf([ana]), listOf([ana, added])],
    [`GET /api/trips/${trip.id}`]: { json: full },
    [`GET /api/trips/${trip.id}/candidates`]: { json: { data: [], page: { number: 1, size: 10, total: 0 } } },
    [add]: [refusal(409, { code: 'TRIP_HAS_PLACES', message: free }), { status: 201, json: added }],
  });
  await button('Incluir na lista').click();
  const dialog = page.getByRole('dialog', { name: 'Incluir na lista de espera' });
  const submit = dialog.getByRole('button', { name: 'Incluir na lista', exact: true });
  await expect.element(submit).toBeEnabled();
  await submit.click();
  await expect.element(dialog.getByText('Informe quem quer ir.')).toBeVisible();
  await expect.element(dialog.getByText('Informe quantas pessoas vão.')).toBeVisible();
  await dialog.getByLabelText('Quem quer ir?').fill('Zuleica Prado');
  await page.getByRole('option', { name: 'Cadastrar nova pessoa' }).click();
  await dialog.getByLabelText('Telefone com DDD').fill('(35) 98888-7777');
  await dialog.getByRole('button', { name: 'Mais um: Adulto' }).click();
  await dialog.getByRole('button', { name: 'Mais um: Adulto' }).click();
  await expectNothingFound('dialog[open]');
  await submit.click();
  await expect.element(dialog.getByText(free)).toBeVisible();
  await submit.click();
  await expectToast('success', 'Zuleica Prado entrou na lista de espera, em 2º.');
  expect(bodies[add]).toEqual({
    person: { name: 'Zuleica Prado', contact: '+5535988887777' },
    party: [{ fareId: adult.id, count: 2 }],
    boardingPointId: null,
  });
  await expect.element(rows.filter({ hasText: 'Zuleica Prado' })).toBeVisible();
});

test('a caller on a trip with rooms may share one, and the list says so', async () => {
  const adult = { ...newTrip().fares[0], id: crypto.randomUUID(), label: 'Adulto', audience: 'public' };
  const double = { id: crypto.randomUUID(), label: 'Duplo', places: 2, count: 5, priceCents: 0, per: 'stay' };
  const left = { emptyBedCents: 0, roomsLeft: 0, bedsLeft: { women: 0, men: 0, any: 0 } };
  const withRooms = {
    ...newTrip(),
    id: trip.id,
    fares: [adult],
    boardingPoints: [],
    roomTypes: [{ ...double, ...left }],
  };
  const add = `POST /api/trips/${trip.id}/waiting-list/entries`;
  const added = newPerson('Zuleica Prado', {
    position: 2,
    places: 1,
    sharing: { share: 'women', sharers: 1, shareWith: 'Paula' },
  });
  const { bodies } = await open({
    [READ]: [listOf([ana]), listOf([ana, added])],
    [`GET /api/trips/${trip.id}`]: { json: withRooms },
    [`GET /api/trips/${trip.id}/candidates`]: { json: { data: [], page: { number: 1, size: 10, total: 0 } } },
    [add]: { status: 201, json: added },
  });
  await button('Incluir na lista').click();
  const dialog = page.getByRole('dialog', { name: 'Incluir na lista de espera' });
  await dialog.getByLabelText('Quem quer ir?').fill('Zuleica Prado');
  await page.getByRole('option', { name: 'Cadastrar nova pessoa' }).click();
  await dialog.getByLabelText('Telefone com DDD').fill('(35) 98888-7777');
  await dialog.getByRole('button', { name: 'Mais um: Adulto' }).click();
  await dialog.getByRole('combobox', { name: 'Quartos' }).selectOptions('Dividir: só com mulheres');
  await dialog.getByLabelText('Com quem (opcional)').fill('Paula');
  await expectNothingFound('dialog[open]');
  await dialog.getByRole('button', { name: 'Incluir na lista', exact: true }).click();
  await expect.element(rows.filter({ hasText: 'divide quarto: só com mulheres (pediu: Paula)' })).toBeVisible();
  expect(bodies[add]).toMatchObject({
    rooms: [{ roomTypeId: double.id, people: 1, share: 'women', shareWith: 'Paula' }],
  });
});
