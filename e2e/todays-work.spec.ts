import type { Page } from '@playwright/test';
import type { OverviewReservationList, OverviewToday } from '../contract/src/overview.ts';
import { expectNothingFound } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { demoAccount } from './people.ts';
import { expectNoSidewaysScrolling, isPhone, logIn } from './screens.ts';

const money = (cents: number) =>
  new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' }).format(cents / 100);

/** Opens Início; returns the API's answer, because other tests change the data. */
async function openToday(page: Page): Promise<OverviewToday> {
  const answer = page.waitForResponse('**/api/overview/today');
  await page.goto('/home');
  const today = (await (await answer).json()) as OverviewToday;
  await expect(page.getByRole('heading', { name: 'Próximas saídas' })).toBeVisible();
  return today;
}

for (const role of ['ADMIN', 'OPERATOR'] as const) {
  test(`${role} begins the day, after signing in, with what is to be done`, async ({ page }) => {
    await page.goto('/auth/login');
    await logIn(page, demoAccount(role));
    await expect(page).toHaveURL('/home');
    const main = page.getByRole('main');
    await expect(main.getByRole('link', { name: /^Próximas saídas/ })).toBeVisible();
    await expect(main.getByRole('link', { name: /^Sinal atrasado/ })).toBeVisible();
    await expect(main.getByRole('heading', { name: 'Próximos passeios' })).toBeHidden();
    await expect(main.getByRole('link', { name: 'Painel da operação' })).toHaveCount(role === 'ADMIN' ? 1 : 0);
    await expect(main.getByText('A receber', { exact: true })).toBeHidden();
  });
}

test('every trip that is counted as below the minimum is shown, the most urgent first', async ({ page, signInAs }) => {
  await signInAs(demoAccount('OPERATOR'));
  const { belowMinimum } = await openToday(page);
  const panel = page.getByRole('region', { name: 'Abaixo do mínimo' });
  expect(belowMinimum.data).toHaveLength(belowMinimum.total);
  await expect(panel.getByRole('listitem')).toHaveCount(belowMinimum.total);
  await expect(panel.getByRole('listitem').first()).toContainText(belowMinimum.data[0]?.title ?? '');
});

test('"Sinal atrasado" opens a list whose sum is the same', async ({ page, signInAs }) => {
  await signInAs(demoAccount('OPERATOR'));
  const { overdueDeposits } = await openToday(page);
  expect(overdueDeposits.reservations).toBeGreaterThan(0);
  const answer = page.waitForResponse('**/api/overview/reservations?*');
  await page.getByRole('link', { name: /^Sinal atrasado/ }).click();
  await expect(page).toHaveURL('/admin/passeios/reservas?lista=sinal-atrasado');
  const list = (await (await answer).json()) as OverviewReservationList;
  expect(list.sumCents).toBe(overdueDeposits.cents);
  await expect(page.getByText(`Falta do sinal: ${money(overdueDeposits.cents)}`)).toBeVisible();
  const shown = await page.getByRole('row').locator('td').last().innerText();
  expect(shown).toContain(money(list.data.at(-1)?.amountCents ?? 0));
});

test('people whose data are missing are found from the trip they travel on', async ({ page, signInAs }) => {
  await signInAs(demoAccount('OPERATOR'));
  const { missingData } = await openToday(page);
  const [trip] = missingData.trips;
  const panel = page.getByRole('region', { name: 'Dados pendentes' });
  if (!trip) return expect(panel).toContainText('As listas de passageiros estão completas.');
  await panel.getByRole('link', { name: trip.title }).first().click();
  await expect(page).toHaveURL(`/admin/passeios/${trip.id}/passageiros?pendentes=sim`);
});

test('on a phone staff has what it needs most at the bottom, and the rest behind "Mais"', async ({
  page,
  signInAs,
}) => {
  await signInAs(demoAccount('OPERATOR'));
  await openToday(page);
  const bar = page.getByRole('navigation', { name: 'Atalhos' });
  if (!isPhone(page)) return expect(bar).toBeHidden();
  await expect(bar.getByRole('link')).toHaveText(['Hoje', 'Passeios', 'Reservas']);
  await expect(bar.getByRole('link', { name: 'Hoje' })).toHaveAttribute('aria-current', 'page');
  await bar.getByRole('link', { name: 'Reservas' }).click();
  await expect(page.getByRole('heading', { name: 'Reservas', level: 1 })).toBeVisible();
  await expect(bar.getByRole('link', { name: 'Reservas' })).toHaveAttribute('aria-current', 'page');
  await expect(bar.getByRole('link', { name: 'Passeios' })).not.toHaveAttribute('aria-current');

  await bar.getByRole('button', { name: 'Mais' }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await expect(menu.getByRole('link', { name: 'Minha conta' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(bar.getByRole('button', { name: 'Mais' })).toBeFocused();

  // The end of the page can be read above the bar.
  await bar.getByRole('link', { name: 'Hoje' }).click();
  await expect(page.getByRole('heading', { name: 'Próximas saídas' })).toBeVisible();
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
  const end = await page
    .getByRole('main')
    .evaluate((main) => main.lastElementChild?.getBoundingClientRect().bottom ?? 0);
  expect(end).toBeLessThan((await bar.boundingBox())?.y ?? 0);
});

test('a client has neither the bar nor the work', async ({ page, client }) => {
  expect(client.token).toBeTruthy();
  await page.goto('/home');
  await expect(page.getByRole('heading', { name: 'Próximos passeios' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Atalhos' })).toHaveCount(0);
});

test("the day's work: nothing for axe to find, and nothing wider than the window", async ({ page, signInAs }) => {
  await signInAs(demoAccount('OPERATOR'));
  await openToday(page);
  await expectNoSidewaysScrolling(page);
  await expectNothingFound(page);
});
