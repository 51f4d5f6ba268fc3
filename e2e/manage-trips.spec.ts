import type { Page } from '@playwright/test';
import { expectNothingFound } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { tabTo } from './keyboard.ts';
import { bearer, demoAccount } from './people.ts';
import { expectNoSidewaysScrolling, expectToast, isPhone } from './screens.ts';
import { adultFare, archiveTripByApi, createTripByApi, tripByApi, uniqueTitle } from './trips.ts';

const LIST = '/admin/passeios';

const rowOf = (page: Page, title: string) => page.getByRole('row', { name: title });

/** A choice of the list's tools, which a phone folds away. */
async function choose(page: Page, label: string, choice: string): Promise<void> {
  const filters = page.getByRole('button', { name: /^Filtros/ });
  if (isPhone(page) && (await filters.getAttribute('aria-expanded')) === 'false') await filters.click();
  await page.getByRole('combobox', { name: label }).selectOption(choice);
}

async function act(page: Page, title: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Ações do passeio ${title}` }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

const titles = (page: Page) => page.getByRole('row').getByRole('link');

test('what is looked for, and in which order, stands in the address, and Back undoes it', { tag: '@phone' }, async ({
  page,
  signInAs,
  request,
}) => {
  const token = await signInAs(demoAccount('OPERATOR'));
  const mark = uniqueTitle();
  const day = (month: string) => ({
    date: `2041-${month}-10T08:00:00.000Z`,
    returnDate: `2041-${month}-10T20:00:00.000Z`,
  });
  const cheap = await createTripByApi(request, token, {
    title: `${mark} águas`,
    fares: [adultFare(100)],
    ...day('05'),
  });
  const dear = await createTripByApi(request, token, { title: `${mark} serra`, fares: [adultFare(900)], ...day('04') });

  await page.goto(LIST);
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expectNoSidewaysScrolling(page);
  await page.getByRole('searchbox', { name: 'Buscar passeio' }).fill(`${mark} `.toUpperCase());
  await expect(titles(page)).toHaveText([dear.title, cheap.title]);
  await expect(page.getByText('2 passeios')).toBeVisible();
  const searched = page.url();
  expect(new URL(searched).searchParams.get('q')).toBe(mark.toUpperCase());

  await choose(page, 'Ordenar por', 'Menor preço');
  await expect(titles(page)).toHaveText([cheap.title, dear.title]);
  await expect(page).toHaveURL(/ordem=preco/);

  await choose(page, 'Mês', 'abril de 2041');
  await expect(titles(page)).toHaveText([dear.title]);
  await choose(page, 'Situação', 'No ar');
  await expect(page.getByRole('heading', { name: 'Nenhum passeio encontrado' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Nenhum passeio encontrado' })).toBeVisible();

  await page.goBack();
  await expect(titles(page)).toHaveText([dear.title]);
  await page.goBack();
  await expect(titles(page)).toHaveText([cheap.title, dear.title]);
  await page.goBack();
  await expect(page).toHaveURL(searched);
  await expect(titles(page)).toHaveText([dear.title, cheap.title]);
  await page.goBack();
  await expect(page).toHaveURL(LIST);
  await expect(page.getByRole('searchbox', { name: 'Buscar passeio' })).toHaveValue('');
  for (const trip of [cheap, dear]) await archiveTripByApi(request, token, trip.id);
});

test('pages are turned; an order or a filter begins at the first one again', async ({ page, signInAs, request }) => {
  const token = await signInAs(demoAccount('OPERATOR'));
  const title = uniqueTitle();
  const original = await createTripByApi(request, token, { title });
  const days = Array.from({ length: 24 }, (_, index) =>
    new Date(Date.UTC(2042, 0, 1 + index)).toISOString().slice(0, 10),
  );
  const copy = async (dates: string[]) =>
    expect(
      (await request.post(`/api/trips/${original.id}/copies`, { data: { dates }, headers: bearer(token) })).ok(),
    ).toBe(true);
  await copy(days);
  await copy(days.slice(0, 4));

  await page.goto(`${LIST}?q=${encodeURIComponent(title)}`);
  await expect(page.getByText('29 passeios')).toBeVisible();
  await expect(titles(page)).toHaveCount(25);
  await page.getByRole('button', { name: 'Página 2' }).click();
  await expect(titles(page)).toHaveCount(4);
  await expect(page).toHaveURL(/page=2/);
  await page.goBack();
  await expect(titles(page)).toHaveCount(25);
  await page.goForward();
  await page.getByRole('columnheader', { name: 'Preço' }).getByRole('button').click();
  await expect(page).toHaveURL(/ordem=preco/);
  await expect(titles(page)).toHaveCount(25);
  await page.getByRole('button', { name: 'Página 2' }).click();
  await expect(page).toHaveURL(/page=2/);
  await choose(page, 'Mês', 'janeiro de 2042');
  await expect(page.getByText('28 passeios')).toBeVisible();
  await expect(page).not.toHaveURL(/page=/);
});

test('a trip is published, seen in the portal, taken off it, archived, found among the archived ones and restored', async ({
  page,
  signInAs,
  request,
}) => {
  const token = await signInAs(demoAccount('OPERATOR'));
  const trip = await createTripByApi(request, token, { minParticipants: 20 });
  await page.goto(`${LIST}?q=${encodeURIComponent(trip.title)}`);
  const row = rowOf(page, trip.title);
  await expect(row).toContainText('Rascunho');

  await act(page, trip.title, 'Publicar');
  await expectToast(page, 'success', 'O passeio está no portal.');
  await expect(row).toContainText('Faltam 20 para a saída garantida');
  const portal = page.context().waitForEvent('page');
  await act(page, trip.title, 'Ver no portal');
  const visitor = await portal;
  await expect(visitor.getByRole('heading', { level: 1, name: trip.title })).toBeVisible();

  await act(page, trip.title, 'Tirar do ar');
  await expect(page.getByRole('dialog', { name: 'Tirar do ar?' })).toContainText(
    'As reservas feitas continuam valendo.',
  );
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await expectToast(page, 'success', 'O passeio saiu do portal.');
  await expect(row).toContainText('Rascunho');
  expect((await visitor.request.get(`/portal/passeio/${trip.slug}`)).status()).toBe(410);

  await act(page, trip.title, 'Arquivar');
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await expectToast(page, 'success', 'Passeio arquivado.');
  await expect(page.getByRole('heading', { name: 'Nenhum passeio encontrado' })).toBeVisible();
  await choose(page, 'Situação', 'Arquivados');
  await expect(row).toContainText('Arquivado');
  await act(page, trip.title, 'Desarquivar');
  await expectToast(page, 'success', 'Passeio desarquivado. Ele continua fora do ar até você publicar.');
  await page.getByRole('link', { name: 'Limpar filtros' }).click();
  await expect(page).toHaveURL(LIST);
  await archiveTripByApi(request, token, trip.id);
});

test('a trip is duplicated to two days', async ({ page, signInAs, request }) => {
  const token = await signInAs(demoAccount('OPERATOR'));
  const trip = await createTripByApi(request, token, {
    date: '2043-03-07T07:30:00.000Z',
    returnDate: '2043-03-07T23:00:00.000Z',
  });
  await page.goto(`${LIST}?q=${encodeURIComponent(trip.title)}`);

  await act(page, trip.title, 'Duplicar');
  const dialog = page.getByRole('dialog', { name: 'Duplicar passeio' });
  await dialog.getByRole('button', { name: 'Criar cópia' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Escolha pelo menos um dia no calendário.');
  for (const day of ['14 março 2043', '21 março 2043', '28 março 2043'])
    await dialog.getByRole('button', { name: day }).click();
  await dialog.getByRole('button', { name: 'Tirar sáb., 21/03/2043' }).click();
  await expect(dialog.getByRole('listitem')).toHaveText(['sáb., 14/03/2043', 'sáb., 28/03/2043']);
  await expectNothingFound(page, 'dialog[open]');
  await dialog.getByRole('button', { name: 'Criar 2 cópias' }).click();

  await expectToast(page, 'success', '2 cópias criadas, fora do ar. Confira e publique quando quiser.');
  await expect(page.getByText('3 passeios')).toBeVisible();
  const rows = page.getByRole('row', { name: trip.title });
  for (const [index, day] of ['07/03/2043', '14/03/2043', '28/03/2043'].entries()) {
    await expect(rows.nth(index)).toContainText(`sáb., ${day}`);
    await expect(rows.nth(index)).toContainText('04:30');
  }
});

test('a trip is found, published and put away by keyboard alone', async ({ page, signInAs, request }) => {
  const token = await signInAs(demoAccount('OPERATOR'));
  const trip = await createTripByApi(request, token);
  await page.goto(LIST);
  await expect(page.getByRole('row').nth(1)).toBeVisible();

  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Buscar passeio' })).toBeFocused();
  await page.keyboard.type(trip.title);
  await expect(titles(page)).toHaveText([trip.title]);
  await tabTo(page, titles(page));
  await page.keyboard.press('Tab');
  const menu = page.getByRole('button', { name: `Ações do passeio ${trip.title}` });
  await expect(menu).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Editar' })).toBeVisible();
  await expectNothingFound(page);
  await chooseByKeys(page, 'Publicar');
  await expectToast(page, 'success', 'O passeio está no portal.');
  await expect(menu).toBeFocused();

  await page.keyboard.press('Enter');
  await chooseByKeys(page, 'Arquivar');
  await expect(page.getByRole('dialog', { name: 'Arquivar o passeio?' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();
  await page.keyboard.press('Enter');
  await chooseByKeys(page, 'Arquivar');
  await expect(page.getByRole('button', { name: 'Confirmar' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expectToast(page, 'success', 'Passeio arquivado.');
  await expect(page.getByRole('main')).toBeFocused();
  expect((await tripByApi(request, token, trip.id)).isArchived).toBe(true);
});

/** Goes down the open menu to an entry and chooses it. */
async function chooseByKeys(page: Page, name: string): Promise<void> {
  const item = page.getByRole('menuitem', { name, exact: true });
  await expect(item).toBeVisible();
  for (let presses = 0; presses < 12; presses += 1) {
    await page.keyboard.press('ArrowDown');
    if (await item.evaluate((element) => element === document.activeElement)) break;
  }
  await expect(item).toBeFocused();
  await page.keyboard.press('Enter');
}
