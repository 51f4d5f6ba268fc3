import type { Page } from '@playwright/test';
import type { Overview } from '../contract/src/overview.ts';
import { expectNothingFound } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { tabTo } from './keyboard.ts';
import { demoAccount } from './people.ts';
import { areaMenu, errorAnswer, expectNoSidewaysScrolling, refused } from './screens.ts';

/** Opens the dashboard; returns the API's answer, because other tests change the data. */
async function openPanel(page: Page): Promise<Overview> {
  const answer = page.waitForResponse('**/api/overview');
  await page.goto('/admin');
  const overview = (await (await answer).json()) as Overview;
  await expect(page.getByRole('heading', { name: 'Próximas saídas' })).toBeVisible();
  return overview;
}

const money = (cents: number) =>
  new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' }).format(cents / 100);
const reservations = (count: number) => (count === 1 ? '1 reserva' : `${count.toLocaleString('pt-BR')} reservas`);

test.beforeEach(({ signInAs }) => signInAs(demoAccount('ADMIN')).then(() => {}));

test('the panel says what the API says', async ({ page }) => {
  const { departures, due, overdueDeposits, belowMinimum, reservationsPerDay } = await openPanel(page);
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'Próximas saídas' })).toContainText(String(departures.total));
  await expect(main.getByRole('link', { name: /^A receber/ })).toContainText(money(due.cents));
  await expect(main.getByRole('link', { name: /^A receber/ })).toContainText(reservations(due.reservations));
  await expect(main.getByRole('link', { name: /^Sinal atrasado/ })).toContainText(
    reservations(overdueDeposits.reservations),
  );
  await expect(main.getByRole('link', { name: /^Abaixo do mínimo/ })).toContainText(String(belowMinimum.total));

  const trips = page.getByRole('region', { name: 'Próximas saídas' }).getByRole('listitem');
  await expect(trips).toHaveCount(departures.data.length);
  for (const [index, { id, title, placesTaken, capacity }] of departures.data.entries()) {
    await expect(trips.nth(index)).toContainText(`${placesTaken} de ${capacity} vaga`);
    await expect(trips.nth(index).getByRole('link', { name: title })).toHaveAttribute(
      'href',
      `/admin/passeios/${id}/passageiros`,
    );
  }

  const total = reservationsPerDay.reduce((sum, day) => sum + day.reservations, 0);
  const perDay = page.getByRole('region', { name: 'Reservas por dia' });
  await expect(perDay).toContainText(`${reservations(total)} nos últimos 30 dias`);
  await expect(perDay.getByRole('img', { name: /^Reservas feitas por dia: \d+/ })).toBeVisible();
  await expect(perDay.locator('.recharts-bar-rectangle').first()).toBeAttached();
  await perDay.getByText('Ver números').click();
  const numbers = perDay.getByRole('row').getByRole('link');
  await expect(numbers).toHaveText(reservationsPerDay.map((day) => day.reservations.toLocaleString('pt-BR')));
});

test('every number leads to the list behind it', async ({ page }) => {
  const { due, overdueDeposits, today } = await openPanel(page);
  const main = page.getByRole('main');

  await main.getByRole('link', { name: /^A receber/ }).click();
  await expect(page).toHaveURL('/admin/reservas?lista=a-receber');
  if (due.reservations > 0) await expect(page.getByRole('rowheader').first()).toBeVisible();

  await page.getByLabel('Quais reservas').selectOption('Sinal atrasado');
  await expect(page).toHaveURL('/admin/reservas?lista=sinal-atrasado');
  if (overdueDeposits.reservations > 0) {
    await expect(page.getByRole('row').filter({ hasText: 'Aguardando pagamento do sinal' }).first()).toBeVisible();
  }

  await page.goto('/admin');
  const perDay = page.getByRole('region', { name: 'Reservas por dia' });
  await perDay.getByText('Ver números').click();
  await perDay.getByRole('row').last().getByRole('link').click();
  await expect(page).toHaveURL(`/admin/reservas?lista=feitas&dia=${today}`);
  await expect(page.getByLabel('Dia', { exact: true })).toHaveValue(today);

  await page.goto('/admin');
  const byMonth = page.getByRole('region', { name: 'A receber por mês de saída' });
  await byMonth.getByText('Ver números').click();
  const [month] = due.months;
  await byMonth.getByRole('row').getByRole('link').first().click();
  await expect(page).toHaveURL(`/admin/reservas?lista=a-receber&mes=${month?.month}`);
  await expect(page.getByText(/^Em passeios que saem em/)).toBeVisible();

  await page.goto('/admin');
  await main.getByRole('link', { name: /^Abaixo do mínimo/ }).click();
  await expect(page).toHaveURL(/\/admin\/passeios\?/);
  await expect(page.getByRole('rowheader').first()).toBeVisible();
});

test('the panel by keyboard alone: figures, trips, and the numbers behind the bars', async ({ page }) => {
  const { departures, today } = await openPanel(page);
  const main = page.getByRole('main');
  await tabTo(page, main.getByRole('link', { name: 'Próximas saídas' }));
  await tabTo(page, main.getByRole('link', { name: /^A receber/ }));
  await tabTo(page, main.getByRole('link', { name: /^Abaixo do mínimo/ }));
  const trips = page.getByRole('region', { name: 'Próximas saídas' }).getByRole('listitem');
  await tabTo(page, trips.first().getByRole('link', { name: departures.data[0]?.title ?? '' }));
  const perDay = page.getByRole('region', { name: 'Reservas por dia' });
  await tabTo(page, perDay.getByText('Ver números'));
  await page.keyboard.press('Enter');
  await tabTo(page, perDay.getByRole('row').last().getByRole('link'));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/admin/reservas?lista=feitas&dia=${today}`);
  await tabTo(page, page.getByLabel('Quais reservas'));
  await page.keyboard.press('S');
  await expect(page).toHaveURL(/lista=sinal-atrasado/);
});

test('a list says how many there are and what they amount to, and leads to person, trip and reservation', async ({
  page,
}) => {
  const answer = page.waitForResponse('**/api/overview/reservations?*');
  await page.goto('/admin/reservas?lista=a-receber');
  const list = await (await answer).json();
  await expect(page.getByText(reservations(list.page.total), { exact: true })).toBeVisible();
  await expect(page.getByText(`Falta receber: ${money(list.sumCents)}`)).toBeVisible();
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') })
    .first();
  const [{ person, trip, code }] = list.data;
  const listOfTrip = `/admin/passeios/${trip.id}/passageiros`;
  await expect(row.getByRole('link', { name: person.name })).toHaveAttribute('href', `/admin/usuarios/${person.id}`);
  await expect(row.getByRole('link', { name: trip.title })).toHaveAttribute('href', listOfTrip);
  await row.getByRole('link', { name: `Código ${code}` }).click();
  await expect(page).toHaveURL(`${listOfTrip}?situacao=todas&q=${code}`);
  await expect(page.getByRole('rowheader')).toHaveCount(1);
  await expect(page.getByRole('rowheader')).toContainText(person.name);
});

test('the panel: nothing for axe to find, and nothing wider than the window', async ({ page }) => {
  await openPanel(page);
  for (const numbers of await page.getByText('Ver números').all()) await numbers.click();
  await expect(page.locator('.recharts-bar-rectangle').first()).toBeAttached();
  await expectNoSidewaysScrolling(page);
  await expectNothingFound(page);
});

for (const list of ['a-receber', 'sinal-atrasado', 'feitas', 'a-devolver', 'canceladas']) {
  test(`the list ${list}: nothing for axe to find, and nothing wider than the window`, async ({ page }) => {
    await page.goto(`/admin/reservas?lista=${list}`);
    await expect(page.getByLabel('Quais reservas')).toBeVisible();
    await expectNoSidewaysScrolling(page);
    await expectNothingFound(page);
  });
}

test('lists fit a tablet and a small laptop too', { tag: '@any-width' }, async ({ page }) => {
  for (const path of ['/admin/reservas', '/admin/passeios', '/admin/usuarios']) {
    await page.goto(path);
    await expect(page.getByRole('rowheader').first()).toBeVisible();
    for (const width of [768, 1000, 1160, 1220]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoSidewaysScrolling(page);
    }
  }
});

test('an address that makes no sense shows a list all the same', async ({ page }) => {
  await page.goto('/admin/reservas?lista=tudo&dia=ontem&mes=13&page=-4');
  await expect(page.getByRole('rowheader').first()).toBeVisible();
});

test('the way there: from Início, and from the menu', async ({ page }) => {
  await page.goto('/home');
  await page.getByRole('link', { name: 'Painel da operação' }).click();
  await expect(page).toHaveURL('/admin');
  const menu = await areaMenu(page);
  await expect(menu.getByRole('link', { name: 'Painel' })).toHaveAttribute('aria-current', 'page');
  await menu.getByRole('link', { name: 'Configurações' }).click();
  await expect(page).toHaveURL('/admin/configuracoes');
  await expect((await areaMenu(page)).getByRole('link', { name: 'Painel' })).not.toHaveAttribute('aria-current');
});

test('numbers that do not come: the reason, and another try', async ({ page, tolerate }) => {
  tolerate(refused('/api/overview'));
  await page.route('**/api/overview', (route) => route.fulfill(errorAnswer(503, { message: 'Volte já.' })), {
    times: 1,
  });
  await page.goto('/admin');
  await expect(page.getByText('Não foi possível carregar esta página')).toBeVisible();
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(page.getByRole('heading', { name: 'Próximas saídas' })).toBeVisible();
});
