import { drawMap, numberSeats } from '@passeio/contract/seats/seat-map';
import type { VehicleSwap, VehicleSwapDraft } from '@passeio/contract/seats/vehicle-swaps';
import type { Vehicle } from '@passeio/contract/seats/vehicles';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, type FakeResponse, refusal } from '~/test/network';
import { signIn } from '~/test/person';
import { renderRoute } from '~/test/render';
import { newTrip } from '~/test/trip';
import * as vehicleSwap from './vehicle-swap';

const draw = (drawing: string) => numberSeats(drawMap(drawing), 'windowFirst');
const button = (name: string) => page.getByRole('button', { name, exact: true });
const choice = (name: RegExp) => page.getByRole('switch', { name });
const group = (name: string) => page.getByRole('list', { name, exact: true });

function vehicle(name: string, drawing: string, more: Partial<Vehicle> = {}): Vehicle {
  const map = draw(drawing);
  const seats = map.flat().filter(({ kind }) => kind === 'seat').length;
  return { id: crypto.randomUUID(), name, plate: '', map, seats, version: 1, isArchived: false, ...more };
}
const bus = vehicle('Ônibus prata', `T.T.D ${'PP.PP '.repeat(11)} PP.WW`);
const micro = vehicle('Micro azul', `T...D ${'PP.PP '.repeat(7)}`, { plate: 'ABC1D23' });
const trip = newTrip({
  vehicle: bus.name,
  vehicles: [{ id: crypto.randomUUID(), vehicleId: bus.id, name: bus.name, seats: bus.seats }],
});

type Person = VehicleSwap['people'][number];
const person = (name: string, outcome: Person['outcome'], from: string | null, to: string | null): Person => ({
  ...{ id: crypto.randomUUID(), name, code: 'A3K7QX', payer: name, outcome },
  from: from ? { seat: from, vehicle: bus.name } : null,
  to: to ? { seat: to, vehicle: micro.name, vehicleId: micro.id } : null,
});

/** The preview of a coach that is swapped for a micro. */
function swapOf(more: Partial<VehicleSwap> = {}): VehicleSwap {
  const { id: vehicleId, name, plate, seats, map } = micro;
  return {
    fingerprint: 'first',
    vehicles: [{ vehicleId, name, plate, seats, map, stays: false }],
    transport: { before: bus.name, after: micro.name },
    capacity: { before: 46, after: 28 },
    minParticipants: { before: 30, after: 28 },
    placesTaken: 3,
    short: 0,
    people: [
      person('Ana', 'keeps', '1', '1'),
      person('Bia', 'moves', '45', '3'),
      person('Caio', 'without', null, null),
    ],
    touched: [{ id: crypto.randomUUID(), code: 'A3K7QX', payer: 'Bia', hasEmail: true, old: 'Bia: 45', new: 'Bia: 3' }],
    travelling: 3,
    overlaps: [],
    ...more,
  };
}

async function open(previews: FakeResponse[], ...saved: FakeResponse[]) {
  signIn('OPERATOR');
  const path = `/api/trips/${trip.id}/vehicle-swap`;
  const network = answerCalls({
    [`GET /api/trips/${trip.id}`]: { json: trip },
    'GET /api/vehicles': { json: { data: [bus, micro, vehicle('Antigo', 'PP', { isArchived: true })] } },
    [`GET ${path}`]: previews,
    [`POST ${path}`]: saved,
  });
  const at = `/admin/passeios/${trip.id}/troca-de-veiculo`;
  await renderRoute(vehicleSwap, { at, path: '/admin/passeios/:tripId/troca-de-veiculo' });
  await choice(/Ônibus prata · 46 poltronas · hoje no passeio/).click();
  await choice(/Micro azul · ABC1D23 · 28 poltronas/).click();
  return { sent: () => network.bodies[`POST ${path}`] as VehicleSwapDraft };
}
const DONE = { json: { title: trip.title, hasDeparted: false, seatsItselfAt: null, vehicles: [], people: [] } };

test('staff sees who keeps, who moves and who has no seat, what is written, and saves that', async () => {
  const { sent } = await open([{ json: swapOf() }], DONE);
  await expect
    .element(page.getByText('1 na mesma poltrona · 1 em outra · 1 sem poltrona. Nada foi salvo ainda.'))
    .toBeVisible();
  await expect.element(group('Mudam')).toMatchTextContent(/Bia.*45.*3/);
  await expect.element(page.getByText('Ficam na mesma poltrona (1)')).toBeVisible();
  await expect.element(page.getByText('Sem poltrona (1)')).toBeVisible();
  await expect.element(page.getByText('Antigo')).not.toBeInTheDocument();
  await page.getByText('O que cada um recebe').click();
  await expect.element(group('O que cada um recebe')).toMatchTextContent(/Poltronas antes: Bia: 45.*Agora: Bia: 3/);
  await page.getByRole('textbox', { name: 'Recado' }).fill('O ônibus quebrou.');
  await button('Trocar veículo').click();
  await expect.element(page.getByRole('heading', { name: `/admin/passeios/${trip.id}/poltronas` })).toBeVisible();
  expect(sent()).toEqual({
    vehicleIds: [micro.id],
    seatsEverybody: false,
    acceptsOverlap: false,
    fingerprint: 'first',
    notice: { tell: true, message: 'O ônibus quebrou.', everybody: false },
  });
});

test('nobody is notified if staff says so', async () => {
  const { sent } = await open([{ json: swapOf() }], DONE);
  await page.getByRole('radio', { name: 'Ninguém' }).click();
  await expect.element(page.getByRole('textbox', { name: 'Recado' })).not.toBeInTheDocument();
  await button('Trocar veículo').click();
  await expect.element(page.getByText('Veículo trocado: 1 pessoa mudou de poltrona.')).toBeVisible();
  expect(sent().notice).toEqual({ tell: false });
});

test('an empty message is asked for', async () => {
  await open([{ json: swapOf() }]);
  const message = page.getByRole('textbox', { name: 'Recado' });
  await message.fill('');
  await button('Trocar veículo').click();
  await expect.element(page.getByText('Recado: escreva pelo menos uma frase curta.')).toBeVisible();
  await expect.element(message).toHaveFocus();
});

test('too few seats say how many are missing and what to do, and cannot be saved', async () => {
  await open([{ json: swapOf({ placesTaken: 38, short: 10 }) }]);
  await expect
    .element(page.getByRole('alert').filter({ hasText: 'faltam' }))
    .toMatchTextContent(/São 38 pessoas para 28 poltronas: faltam 10 poltronas\. Acrescente um veículo acima/);
  await expect.element(button('Trocar veículo')).not.toBeInTheDocument();
});

test('what changed since the preview is said, and the new preview is what is saved', async () => {
  const message = 'Algo mudou desde a prévia: poltronas, reservas ou veículos. Confira a nova prévia antes de salvar.';
  const { sent } = await open(
    [{ json: swapOf() }, { json: swapOf({ fingerprint: 'second', people: [person('Ana', 'keeps', '1', '1')] }) }],
    refusal(409, { code: 'SWAP_CHANGED', message }),
    DONE,
  );
  await page.getByRole('textbox', { name: 'Recado' }).fill('O ônibus quebrou.');
  await button('Trocar veículo').click();
  await expect.element(page.getByText(message)).toBeVisible();
  await expect.element(page.getByText(/1 na mesma poltrona · 0 em outra/)).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Recado' })).toHaveValue('O ônibus quebrou.');
  await button('Trocar veículo').click();
  await expect.element(page.getByRole('heading', { name: /poltronas/ })).toBeVisible();
  expect(sent().fingerprint).toBe('second');
});

test('a vehicle that is on another trip then is named, and saved only once that is accepted', async () => {
  const overlap = { vehicleId: micro.id, tripId: crypto.randomUUID(), title: 'Capitólio', date: trip.date };
  const { sent } = await open([{ json: swapOf({ overlaps: [overlap] }) }], DONE);
  await expect
    .element(page.getByRole('alert').filter({ hasText: 'já está em' }))
    .toMatchTextContent(/Micro azul já está em Capitólio, sábado, 8 de maio/);
  await button('Trocar veículo').click();
  await expect.element(page.getByText('Confirme que o veículo pode estar nos dois passeios.')).toBeVisible();
  await page.getByRole('switch', { name: /^Usar mesmo assim/ }).click();
  await button('Trocar veículo').click();
  await expect.element(page.getByRole('heading', { name: /poltronas/ })).toBeVisible();
  expect(sent().acceptsOverlap).toBe(true);
});

test('a preview that does not come can be asked for again', async () => {
  await open(['lost', 'lost', { json: swapOf() }]);
  await button('Tentar de novo').click();
  await expect.element(group('Mudam')).toBeVisible();
});
