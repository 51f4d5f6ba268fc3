import type { Overview } from '../contract/src/staff/overview.ts';
import { expect, test } from './support/fixtures.ts';
import { demoAccount } from './support/people.ts';
import { expectNoSidewaysScrolling } from './support/screens.ts';

const money = (cents: number) =>
  new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' }).format(cents / 100);

test('an administrator goes from a number of the start page to the list behind it, and on to a reservation', async ({
  page,
  signInAs,
}) => {
  await signInAs(demoAccount('ADMIN'));
  // The API's answer, with which the page was drawn, because other tests change the data.
  const response = page.waitForResponse('**/first-view');
  await page.goto('/home');
  const [, answers = '{}'] = /id="answers">(.*?)<\/script>/s.exec(await (await response).text()) ?? [];
  const { due } = JSON.parse(JSON.parse(answers)['GET /api/overview']) as Overview;
  const figure = page.getByRole('main').getByRole('link', { name: /^A receber/ });
  await expect(figure).toContainText(money(due.cents));

  const answer = page.waitForResponse('**/api/overview/reservations?*');
  await figure.click();
  await expect(page).toHaveURL('/admin/reservas?lista=a-receber');
  const list = await (await answer).json();
  await expect(page.getByText(`Falta receber: ${money(list.sumCents)}`)).toBeVisible();
  const [{ id, person, code }] = list.data;
  const row = page.getByRole('row').filter({ hasText: code });
  // As wide as people's own data makes it; the other lists are looked at with samples.
  for (const width of [768, 1160]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScrolling(page);
  }
  await row.getByRole('link', { name: person.name, exact: true }).click();
  await expect(page).toHaveURL(`/admin/reservas/${id}`);
  await expect(page.getByRole('main')).toContainText(code);
  await expect(page.getByRole('region', { name: 'Quem paga' })).toContainText(person.name);
});
