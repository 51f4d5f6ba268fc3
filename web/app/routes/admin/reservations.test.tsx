import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderInArea } from '~/test/area';
import { expectNothingFound } from '~/test/axe';
import { FIND_RESERVATIONS, newFoundReservation, TAGS } from '~/test/found-reservations';
import type { FakeResponse } from '~/test/network';
import { newCharge } from '~/test/reservations';
import { expectNoSidewaysScrolling, setWindow } from '~/test/screen';
import { expectToast } from '~/test/toast';
import * as reservations from './reservations';

const long = 'Gumercindo Vasconcelos de Albuquerque e Castro';
const first = newFoundReservation({
  ...{ person: { id: crypto.randomUUID(), name: long }, totalCents: 1_234_500, tags: ['Excursão', 'VIP'] },
  holdExpiresAt: '2026-11-30T12:00:00.000Z',
});

async function open(
  search: string,
  role: 'ADMIN' | 'OPERATOR' = 'ADMIN',
  more: Record<string, FakeResponse | FakeResponse[]> = {},
) {
  const list = { data: [first, newFoundReservation()], page: { number: 1, size: 50, total: 51 }, sumCents: 442_170 };
  const at = `/admin/reservas${search}`;
  const tags = { json: { data: [{ label: 'Excursão', reservations: 3 }] } };
  const months = { 'GET /api/trips/months': { json: { data: [], page: { number: 1, size: 1, total: 0 } } } };
  const responses = { [FIND_RESERVATIONS]: { json: list }, [TAGS]: tags, ...months, ...more };
  const network = await renderInArea(reservations, { at, role, responses });
  const asked = () => Object.fromEntries(new URLSearchParams(network.searches[FIND_RESERVATIONS]));
  return { ...network, asked };
}

test('the list shows count, sum and tags, and links to reservation and trip', async () => {
  await setWindow();
  // What makes no sense in the address is passed over.
  const { asked } = await open('?lista=a-receber&dia=ontem&mes=13&page=-4');
  expect(asked()).toEqual({ list: 'due', page: '1', size: '50' });
  await expect.element(page.getByLabelText('Quais reservas')).toHaveValue('a-receber');
  await expect.element(page.getByText('51 reservas', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Falta receber: R$ 4.421,70')).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: long });
  await expect.element(row.getByText('1 pessoa · Excursão · VIP')).toBeVisible();
  await expect.element(row.getByText('K7M2QX', { exact: true })).toBeVisible();
  for (const [name, href] of [
    [long, `/admin/reservas/${first.id}`],
    ['Capitólio', `/admin/passeios/${first.trip.id}/passageiros`],
  ] as const) {
    await expect.element(row.getByRole('link', { name, exact: true })).toHaveAttribute('href', href);
  }
  await expectNoSidewaysScrolling();
  await expectNothingFound();
});

test('staff copies the link and the Pix code of a row, to send them by hand', async () => {
  const texts: Promise<string>[] = [];
  const write = vi.spyOn(navigator.clipboard, 'write').mockImplementation(async ([item]) => {
    if (item) texts.push(item.getType('text/plain').then((blob) => blob.text()));
  });
  const url = 'https://passeio.example/reserva#abc';
  const { bodies } = await open('', 'ADMIN', {
    [`POST /api/reservations/${first.chat.id}/link`]: { status: 201, json: { url } },
    [`POST /api/reservations/${first.chat.id}/charges`]: { status: 201, json: newCharge({ payload: '00020126' }) },
  });
  const menu = page
    .getByRole('button', { name: `Copiar para ${first.chat.payer.name}: reserva ${first.chat.code}` })
    .first();
  await menu.click();
  await page.getByRole('menuitem', { name: 'Copiar link da reserva' }).click();
  await expectToast('success', 'Link copiado!');
  await menu.click();
  await page.getByRole('menuitem', { name: 'Copiar código Pix' }).click();
  await expectToast('success', 'Código Pix copiado!');
  expect(await Promise.all(texts)).toEqual([url, '00020126']);
  expect(bodies[`POST /api/reservations/${first.chat.id}/charges`]).toEqual({ purpose: 'deposit' });

  write.mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'));
  await menu.click();
  await page.getByRole('menuitem', { name: 'Copiar link da reserva' }).click();
  await expectToast('error', 'O navegador não deixou copiar. Abra a reserva e copie de lá.');
});

test.each([
  [1280, 72],
  [360, 96],
])('in a window of %i px no row is higher than %i px, and all of it opens the reservation', async (width, most) => {
  await setWindow(width);
  await open('?lista=pedidos');
  const rows = page.getByRole('row').filter({ hasText: 'K7M2QX' });
  await expect.element(rows.nth(1)).toBeVisible();
  const heights = rows.elements().map((row) => row.getBoundingClientRect().height);
  expect(Math.max(...heights)).toBeLessThanOrEqual(most);
  const { left, top } = rows.first().element().getBoundingClientRect();
  const name = rows.first().getByRole('link', { name: long }).element();
  expect(document.elementFromPoint(left + 4, top + 4)).toBe(name);
  await expect.element(rows.first().getByRole('link', { name: /^WhatsApp/ })).toBeVisible();
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
  expect(asked()).toMatchObject({ list: 'found' });
  await expect.element(page.getByRole('option', { name: 'A receber' })).not.toBeInTheDocument();
  const name = page.getByRole('link', { name: long, exact: true });
  await expect.element(name).toHaveAttribute('href', `/admin/reservas/${first.id}`);
});

test('a tag narrows the list, and without another list it has all reservations of the tag', async () => {
  const { asked } = await open('?lista=sinal-atrasado', 'OPERATOR');
  await page.getByLabelText('Etiqueta').selectOptions('Excursão');
  await expect.poll(asked).toMatchObject({ list: 'overdueDeposits', tag: 'Excursão' });
  await page.getByLabelText('Quais reservas').selectOptions('Todas');
  await expect.poll(asked).toMatchObject({ list: 'found', tag: 'Excursão' });
  await expect.element(page.getByText('De qualquer situação.', { exact: false })).toBeVisible();
  await page.getByLabelText('Etiqueta').selectOptions('Todas as etiquetas');
  await expect.poll(asked).toEqual({ list: 'found', page: '1', size: '50' });
});

test('the list of all is narrowed, and goes on to the older ones and back', async () => {
  await setWindow(1280);
  const next = newFoundReservation();
  const all = { data: [first], page: { number: 1, size: 50, total: 10_000, totalIsMinimum: true }, sumCents: null };
  const pages = [{ ...all, next: first.id }, { ...all, next: first.id }, { ...all, data: [next], next: null }, all];
  const { asked } = await open('', 'OPERATOR', {
    [FIND_RESERVATIONS]: pages.map((json) => ({ json })),
  });
  expect(asked()).toEqual({ list: 'found', page: '1', size: '50' });
  await expect.element(page.getByText('Mais de 10.000 reservas')).toBeVisible();
  await page.getByLabelText('Situação').selectOptions('Vaga guardada');
  await expect.poll(asked).toMatchObject({ state: 'held' });
  await page.getByRole('link', { name: 'Ver mais antigas' }).click();
  await expect.poll(asked).toMatchObject({ state: 'held', after: first.id });
  await expect.element(page.getByRole('link', { name: 'Ver mais antigas' })).not.toBeInTheDocument();
  await page.getByLabelText('Pagamento').selectOptions('Falta pagar');
  await expect.poll(asked).toEqual({ list: 'found', state: 'held', unpaid: 'true', page: '1', size: '50' });
  await expectNothingFound();
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
