import type { Page } from '@playwright/test';
import type { OverviewReservationList, OverviewToday } from '../contract/src/overview.ts';
import { expectNothingFound } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { demoAccount } from './people.ts';
import { expectNoSidewaysScrolling, isPhone } from './screens.ts';

const money = (cents: number) =>
  new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' }).format(cents / 100);

/** Opens Início; returns the API's answer, because other tests change the data. */
async function openToday(page: Page): Promise<OverviewToday> {
  const response = page.waitForResponse('**/api/overview/today');
  await page.goto('/home');
  const today = (await (await response).json()) as OverviewToday;
  await expect(page.getByRole('heading', { name: 'Próximas saídas' })).toBeVisible();
  return today;
}

test('an operator begins the day with what is to be done, each figure leading to its list', async ({
  page,
  signInAs,
}) => {
  await signInAs(demoAccount('OPERATOR'));
  const { belowMinimum, missingData, overdueDeposits } = await openToday(page);
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: /^Próximas saídas/ })).toBeVisible();
  await expect(main.getByRole('heading', { name: 'Próximos passeios' })).toBeHidden();
  // The company's figures are the administrators'.
  await expect(main.getByRole('link', { name: 'Painel da operação' })).toHaveCount(0);
  await expect(main.getByText('A receber', { exact: true })).toBeHidden();

  const panel = page.getByRole('region', { name: 'Abaixo do mínimo' });
  expect(belowMinimum.data).toHaveLength(belowMinimum.total);
  await expect(panel.getByRole('listitem')).toHaveCount(belowMinimum.total);
  await expect(panel.getByRole('listitem').first()).toContainText(belowMinimum.data[0]?.title ?? '');
  const trip = missingData.trips.find(({ people }) => people > 0);
  const missing = page.getByRole('region', { name: 'Dados pendentes' });
  if (trip) {
    await expect(missing.getByRole('link', { name: trip.title }).first()).toHaveAttribute(
      'href',
      `/admin/passeios/${trip.id}/passageiros?pendentes=sim`,
    );
    await expect(missing).toContainText(`${trip.passengers - trip.people} de ${trip.passengers} complet`);
  } else await expect(missing).not.toContainText('prazo');
  await expectNothingFound(page);

  expect(overdueDeposits.reservations).toBeGreaterThan(0);
  const response = page.waitForResponse('**/api/overview/reservations?*');
  await page.getByRole('link', { name: /^Sinal atrasado/ }).click();
  await expect(page).toHaveURL('/admin/passeios/reservas?lista=sinal-atrasado');
  const list = (await (await response).json()) as OverviewReservationList;
  expect(list.sumCents).toBe(overdueDeposits.cents);
  await expect(page.getByText(`Falta do sinal: ${money(overdueDeposits.cents)}`)).toBeVisible();
  const shown = await page.getByRole('row').locator('td').last().innerText();
  expect(shown).toContain(money(list.data.at(-1)?.amountCents ?? 0));
});

test('on a phone staff has what it needs most at the bottom, and the rest behind "Mais"', { tag: '@phone' }, async ({
  page,
  signInAs,
}) => {
  await signInAs(demoAccount('OPERATOR'));
  await openToday(page);
  const bar = page.getByRole('navigation', { name: 'Atalhos' });
  if (!isPhone(page)) return expect(bar).toBeHidden();
  await expectNoSidewaysScrolling(page);
  await expect(bar.getByRole('link')).toHaveText(['Hoje', 'Passeios', 'Reservas', /^Pagamentos/]);
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
