import { expectNothingFound } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { enrolByApi, roomiestTrip } from './support/people.ts';
import { areaMenu, expectNoSidewaysScrolling } from './support/screens.ts';

// Whole pages, once per template and by day and by night, on a phone. What opens over them, errors and messages are
// tried where they are rendered (expectNothingFound in the tests of the web).
test('the portal: trips, texts and messages fit a phone, and axe finds nothing', { tag: '@phone' }, async ({
  page,
  tolerate,
}) => {
  tolerate(/status of 404/);
  const paths = [
    ...['/', '/portal/passeio', '/portal/passeio?q=nada+disso', '/portal/passeio/capitolio-canions', '/portal/contato'],
    ...['/portal/politicacancelamento', '/portal/nada', '/portal/sem-internet'],
  ];
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectNoSidewaysScrolling(page);
    await expectNothingFound(page, path === '/' ? undefined : 'main');
  }
});

test('signing in, the own start page with its menus, the own account: all fit a phone, and axe finds nothing', {
  tag: '@phone',
}, async ({ page, person, request, signInAs }) => {
  await page.goto('/auth/login');
  await expect(page.getByRole('heading', { name: 'Entrar', level: 1 })).toBeVisible();
  await expectNoSidewaysScrolling(page);
  await expectNothingFound(page);
  await page.getByRole('link', { name: 'Cadastre-se' }).click();
  await expect(page.getByLabel('Nome completo')).toBeVisible();
  await expectNoSidewaysScrolling(page);

  await page.goto('about:blank');
  await enrolByApi(request, await signInAs(person), (await roomiestTrip(request)).id);
  await page.goto('/home');
  await expect(page.getByRole('heading', { name: 'Início', level: 1 })).toBeVisible();
  await expect(page.getByText('Sua próxima saída')).toBeVisible();
  await expectNoSidewaysScrolling(page);
  await expectNothingFound(page);
  const menu = await areaMenu(page);
  await expect(menu).toBeVisible();
  await expectNothingFound(page, 'dialog[open]');
  await menu.getByRole('link', { name: 'Minha conta' }).click();
  await expect(page.getByLabel('Nome completo')).toHaveValue(person.name);
  await expectNoSidewaysScrolling(page);
  await expectNothingFound(page, 'main');
});
