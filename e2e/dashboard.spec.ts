import type { Page } from '@playwright/test';
import type { Overview } from '../contract/src/overview.ts';
import { expectNothingFound } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { demoAccount } from './people.ts';
import { expectNoSidewaysScrolling } from './screens.ts';

/** Opens the dashboard; returns the API's answer, because other tests change the data. */
async function openPanel(page: Page): Promise<Overview> {
  const response = page.waitForResponse('**/api/overview');
  await page.goto('/admin');
  const overview = (await (await response).json()) as Overview;
  await expect(page.getByRole('heading', { name: 'Próximas saídas' })).toBeVisible();
  return overview;
}

const money = (cents: number) =>
  new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' }).format(cents / 100);
const reservations = (count: number) => (count === 1 ? '1 reserva' : `${count.toLocaleString('pt-BR')} reservas`);

test.beforeEach(({ signInAs }) => signInAs(demoAccount('ADMIN')).then(() => {}));

test('the panel says what the API says, and every number leads to the list behind it', { tag: '@phone' }, async ({
  page,
}) => {
  const { departures, due, overdueDeposits, belowMinimum, reservationsPerDay, today } = await openPanel(page);
  const main = page.getByRole('main');
  const figure = (name: string | RegExp) => main.getByRole('link', { name });
  await expect(figure('Próximas saídas')).toContainText(String(departures.total));
  await expect(figure(/^A receber/)).toContainText(money(due.cents));
  await expect(figure(/^A receber/)).toContainText(reservations(due.reservations));
  await expect(figure(/^A receber/)).toHaveAttribute('href', '/admin/reservas?lista=a-receber');
  await expect(figure(/^Sinal atrasado/)).toContainText(reservations(overdueDeposits.reservations));
  await expect(figure(/^Sinal atrasado/)).toHaveAttribute('href', '/admin/reservas?lista=sinal-atrasado');
  await expect(figure(/^Abaixo do mínimo/)).toContainText(String(belowMinimum.total));
  await expect(figure(/^Abaixo do mínimo/)).toHaveAttribute('href', /^\/admin\/passeios\?/);

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
  await expect(numbers.last()).toHaveAttribute('href', `/admin/reservas?lista=feitas&dia=${today}`);
  const byMonth = page.getByRole('region', { name: 'A receber por mês de saída' });
  await byMonth.getByText('Ver números').click();
  await expectNoSidewaysScrolling(page);
  await expectNothingFound(page);
  await byMonth.getByRole('row').getByRole('link').first().click();
  await expect(page).toHaveURL(`/admin/reservas?lista=a-receber&mes=${due.months[0]?.month}`);
  await expect(page.getByText(/^Em passeios que saem em/)).toBeVisible();
  await page.getByLabel('Quais reservas').selectOption({ label: 'Sinal atrasado' });
  await expect(page).toHaveURL(/lista=sinal-atrasado/);
  await page.goto(`/admin/reservas?lista=feitas&dia=${today}`);
  await expect(page.getByLabel('Dia', { exact: true })).toHaveValue(today);
});

test('a list says how many there are and what they amount to, and leads to person, trip and reservation', {
  tag: '@phone',
}, async ({ page }) => {
  const response = page.waitForResponse('**/api/overview/reservations?*');
  // What makes no sense in the address is passed over.
  await page.goto('/admin/reservas?lista=tudo&dia=ontem&mes=13&page=-4');
  const list = await (await response).json();
  await expect(page.getByLabel('Quais reservas')).toHaveValue('a-receber');
  await expect(page.getByText(reservations(list.page.total), { exact: true })).toBeVisible();
  await expect(page.getByText(`Falta receber: ${money(list.sumCents)}`)).toBeVisible();
  await expectNoSidewaysScrolling(page);
  await expectNothingFound(page, 'main');
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') })
    .first();
  const [{ id, person, trip, code }] = list.data;
  const listOfTrip = `/admin/passeios/${trip.id}/passageiros`;
  await expect(row.getByRole('link', { name: person.name, exact: true })).toHaveAttribute(
    'href',
    `/admin/usuarios/${person.id}`,
  );
  await expect(row.getByRole('link', { name: trip.title })).toHaveAttribute('href', listOfTrip);
  await row.getByRole('link', { name: `Código ${code}` }).click();
  await expect(page).toHaveURL(`${listOfTrip}?situacao=todas&reserva=${id}&ordem=reservation`);
  const heading = page.getByRole('row').filter({ hasText: /Reserva \w{6} ·/ });
  await expect(heading).toHaveCount(1);
  await expect(heading).toContainText(person.name);
  await expect(heading).toContainText(code);
});

test('lists are no wider than the window of a tablet or a small laptop', async ({ page }) => {
  for (const path of ['/admin/reservas', '/admin/passeios', '/admin/usuarios']) {
    await page.goto(path);
    await expect(page.getByRole('rowheader').first()).toBeVisible();
    for (const width of [768, 1000, 1160, 1220]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoSidewaysScrolling(page);
    }
  }
});
