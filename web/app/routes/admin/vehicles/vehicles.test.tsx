import { drawMap, numberSeats } from '@passeio/contract/seats/seat-map';
import type { Vehicle } from '@passeio/contract/seats/vehicles';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerCalls, type FakeResponse, refusal } from '~/test/network';
import { signIn } from '~/test/person';
import { renderRoute } from '~/test/render';
import { expectToast } from '~/test/toast';
import * as editor from './vehicle-editor';
import * as list from './vehicles';

const van: Vehicle = {
  id: crypto.randomUUID(),
  name: 'Van da serra',
  plate: 'ABC1D23',
  map: numberSeats(drawMap('T.D PP. PP.'), 'windowFirst'),
  seats: 4,
  version: 3,
  isArchived: false,
};
const PATH = `/api/vehicles/${van.id}`;

async function openEditor(responses: Record<string, FakeResponse | FakeResponse[]>, id = van.id) {
  signIn('OPERATOR');
  const network = answerCalls(responses);
  await renderRoute(editor, { at: `/admin/veiculos/${id}`, path: '/admin/veiculos/:vehicleId' });
  return network;
}

const grid = page.getByRole('grid');
const square = (name: string) => page.getByRole('gridcell', { name, exact: true });
const save = page.getByRole('button', { name: 'Salvar veículo' });

test('vehicles are listed with their seats; without any there is a way to begin', async () => {
  signIn('OPERATOR');
  answerCalls({
    'GET /api/vehicles': {
      json: { data: [van, { ...van, id: crypto.randomUUID(), name: 'Ônibus velho', plate: '', isArchived: true }] },
    },
  });
  const { unmount } = await renderRoute(list, { at: '/admin/veiculos' });
  const items = page.getByRole('listitem');
  await expect.element(items.nth(0)).toHaveTextContent('Van da serra4 poltronas · ABC1D23');
  await expect.element(items.nth(1)).toHaveTextContent('Ônibus velhoArquivado4 poltronas');
  await unmount();
  answerCalls({ 'GET /api/vehicles': { json: { data: [] } } });
  await renderRoute(list, { at: '/admin/veiculos' });
  await expect.element(page.getByText('Nenhum veículo cadastrado')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Novo veículo' }))
    .toHaveAttribute('href', '/admin/veiculos/novo');
});

test('a map is drawn by keyboard, numbered by itself, taken back, and saved with its version', async () => {
  const { bodies } = await openEditor({
    [`GET ${PATH}`]: { json: van },
    [`PUT ${PATH}`]: { json: { ...van, seats: 5, version: 4 } },
  });
  await expect.element(grid).toHaveAccessibleName('Mapa do veículo, 4 poltronas');
  await square('Tripulação').click();
  await expect.element(square('Poltrona 1, janela')).toHaveFocus();
  await page.getByRole('button', { name: 'Desfazer' }).first().click();
  await expect.element(square('Tripulação')).toBeVisible();

  await square('Tripulação').element().focus();
  await userEvent.keyboard('{ArrowDown}{ArrowRight}{ArrowRight}');
  await expect.element(page.getByRole('gridcell', { selected: true })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(square('Poltrona 3, janela')).toHaveFocus();
  await expect.element(page.getByText('5 poltronas', { exact: true })).toBeVisible();
  await save.click();
  await expectToast('success', 'Van da serra: veículo salvo, com 5 poltronas.');
  const map = numberSeats(drawMap('T.D PPP PP.'), 'windowFirst');
  expect(bodies[`PUT ${PATH}`]).toEqual({ name: 'Van da serra', plate: 'ABC1D23', map, version: 3 });
});

test('what is wrong stands beside its field, and nothing is sent', async () => {
  const { calls } = await openEditor({ [`GET ${PATH}`]: { json: van } });
  await page.getByLabelText('Placa (opcional)').fill('12');
  await square('Poltrona 1, janela').click();
  await page.getByLabelText('Número da poltrona').fill('2');
  await save.click();
  await expect.element(page.getByText('Confira a placa, como em ABC1D23.')).toBeVisible();
  await expect.element(page.getByText('A poltrona 2 está repetida.')).toBeVisible();
  expect(calls).toEqual([`GET ${PATH}`]);
});

test('a new one begins with a usual map; a name that is taken is refused, and nothing is lost', async () => {
  const message = 'Já existe um veículo com este nome. Escolha outro.';
  const { bodies } = await openEditor(
    { 'POST /api/vehicles': refusal(409, { code: 'VEHICLE_NAME_TAKEN', message }) },
    'novo',
  );
  await page.getByLabelText('Nome').fill('Ônibus 46');
  await page.getByLabelText('Começar de um mapa pronto').selectOptions('Ônibus 46 lugares');
  await expect.element(grid).toHaveAccessibleName('Mapa do veículo, 46 poltronas');
  await save.click();
  await expect.element(page.getByLabelText('Nome')).toHaveAccessibleDescription(message);
  expect((bodies['POST /api/vehicles'] as { map: unknown[] }).map).toHaveLength(13);
});

test('archiving asks first', async () => {
  const { calls } = await openEditor({
    [`GET ${PATH}`]: [{ json: van }, { json: { ...van, isArchived: true } }],
    [`PUT ${PATH}/archive`]: { json: { ...van, isArchived: true } },
  });
  await page.getByRole('button', { name: 'Arquivar' }).click();
  await page.getByRole('button', { name: 'Cancelar' }).click();
  expect(calls).not.toContain(`PUT ${PATH}/archive`);
  await page.getByRole('button', { name: 'Arquivar' }).click();
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await expectToast('success', 'Van da serra: arquivado.');
  await expect.element(page.getByRole('button', { name: 'Desarquivar' })).toBeVisible();
});
