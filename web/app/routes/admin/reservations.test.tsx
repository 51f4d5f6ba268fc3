import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderInArea } from '~/test/area';
import { expectNothingFound } from '~/test/axe';
import { FIND_RESERVATIONS, newFoundReservation } from '~/test/found-reservations';
import { expectNoSidewaysScrolling, setWindow } from '~/test/screen';
import * as reservations from './reservations';

const long = 'Gumercindo Vasconcelos de Albuquerque e Castro';
const first = newFoundReservation({
  ...{ person: { id: crypto.randomUUID(), name: long }, totalCents: 1_234_500 },
  holdExpiresAt: '2026-11-30T12:00:00.000Z',
});

async function open(search: string, role: 'ADMIN' | 'OPERATOR' = 'ADMIN') {
  const list = { data: [first, newFoundReservation()], page: { number: 1, size: 50, total: 51 }, sumCents: 442_170 };
  const at = `/admin/reservas${search}`;
  const network = await renderInArea(reservations, { at, role, responses: { [FIND_RESERVATIONS]: { json: list } } });
  const asked = () => Object.fromEntries(new URLSearchParams(network.searches[FIND_RESERVATIONS]));
  return { asked };
}

test('the list shows count and sum, and links to person, trip and reservation', async () => {
  await setWindow();
  // What makes no sense in the address is passed over.
  const { asked } = await open('?lista=tudo&dia=ontem&mes=13&page=-4');
  expect(asked()).toEqual({ list: 'due', page: '1', size: '50' });
  await expect.element(page.getByLabelText('Quais reservas')).toHaveValue('a-receber');
  await expect.element(page.getByText('51 reservas', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Falta receber: R$ 4.421,70')).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: long });
  const passengers = `/admin/passeios/${first.trip.id}/passageiros`;
  for (const [name, href] of [
    [long, `/admin/usuarios/${first.person.id}`],
    ['Capitólio', passengers],
    ['Código K7M2QX · 1 pessoa', `${passengers}?situacao=todas&reserva=${first.id}&ordem=reservation`],
  ] as const) {
    await expect.element(row.getByRole('link', { name, exact: true })).toHaveAttribute('href', href);
  }
  await expectNoSidewaysScrolling();
  await expectNothingFound();
});

test('staff chooses another list, and its day, on the page', async () => {
  const { asked } = await open('?lista=a-receber&mes=2026-12');
  await expect.element(page.getByText(/^Em passeios que saem em dezembro de 2026\./)).toBeVisible();
  expect(asked()).toMatchObject({ list: 'due', month: '2026-12' });
  await page.getByLabelText('Quais reservas').selectOptions('Sinal atrasado');
  await expect.poll(asked).toMatchObject({ list: 'overdueDeposits' });
  await page.getByLabelText('Quais reservas').selectOptions('Feitas em um dia');
  await page.getByLabelText('Dia', { exact: true }).fill('2026-11-20');
  await expect.poll(asked).toMatchObject({ list: 'taken', date: '2026-11-20' });
  await expect.element(page.getByText(/^Feitas em sexta-feira, 20\/11/)).toBeVisible();
});

test('an operator is not shown what the company is to receive', async () => {
  const { asked } = await open('?lista=a-receber', 'OPERATOR');
  expect(asked()).toMatchObject({ list: 'overdueDeposits' });
  await expect.element(page.getByText('Falta do sinal: R$ 4.421,70')).toBeVisible();
  await expect.element(page.getByRole('option', { name: 'A receber' })).not.toBeInTheDocument();
  const name = page.getByRole('link', { name: long, exact: true });
  await expect.element(name).toHaveAttribute('href', expect.stringContaining(`reserva=${first.id}`));
});

test.each([
  ['pedidos', 'O prazo mais próximo vem primeiro', 'Responder até', '30/11/2026'],
  ['sinal-atrasado', 'As mais antigas primeiro.', 'Feita em', '20/11/2026'],
])('the list "%s" says its order, and its moment', async (list, lead, column, moment) => {
  await open(`?lista=${list}`, 'OPERATOR');
  await expect.element(page.getByText(lead, { exact: false })).toBeVisible();
  await expect.element(page.getByRole('columnheader', { name: column })).toBeVisible();
  await expect.element(page.getByRole('row').filter({ hasText: long }).getByText(moment)).toBeVisible();
});
