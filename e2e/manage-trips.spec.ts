import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { tabTo } from './support/keyboard.ts';
import { demoAccount } from './support/people.ts';
import { expectToast } from './support/screens.ts';
import { createTripByApi, tripByApi } from './support/trips.ts';

test('a trip is found, published and put away by keyboard alone; Back undoes a search', async ({
  page,
  signInAs,
  request,
}) => {
  const token = await signInAs(demoAccount('OPERATOR'));
  const trip = await createTripByApi(request, token);
  const titles = page.getByRole('row').getByRole('link');
  const search = page.getByRole('searchbox', { name: 'Buscar passeio' });
  await page.goto('/admin/passeios');
  await expect(titles.nth(1)).toBeVisible();

  await tabTo(page, search);
  await page.keyboard.type(trip.title);
  await expect(titles).toHaveText([trip.title]);
  await page.goBack();
  await expect(search).toHaveValue('');
  await page.goForward();
  await expect(titles).toHaveText([trip.title]);
  await tabTo(page, titles);
  await page.keyboard.press('Tab');
  const menu = page.getByRole('button', { name: `Ações do passeio ${trip.title}` });
  await expect(menu).toBeFocused();
  await page.keyboard.press('Enter');
  await chooseByKeys(page, 'Publicar');
  await expectToast(page, 'success', 'O passeio está no portal.');
  await expect(menu).toBeFocused();
  const visit = async () => (await page.request.get(`/portal/passeio/${trip.slug}`)).status();
  expect(await visit()).toBe(200);

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
  expect(await visit()).toBe(410);
});

test('the styles that a dialog brings change nothing on the page behind it', async ({ page, signInAs }) => {
  await signInAs(demoAccount('OPERATOR'));
  await page.goto('/admin/passeios');
  await page
    .getByRole('button', { name: /^Ações do passeio/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Duplicar' }).click();
  await expect(page.getByRole('dialog', { name: /^Duplicar/ })).toBeVisible();
  // Only phones have this button.
  await expect(page.getByText('Filtros', { exact: true })).toBeHidden();
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
