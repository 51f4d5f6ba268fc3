import { expect, test } from './fixtures.ts';
import { demoAccount } from './people.ts';
import { areaMenu, expectToast, logIn, portalMenu } from './screens.ts';

// Which page is whose is tried without pages, in access.test.ts and routes.test.ts of the web; here, that they ask.
test('a visitor signs in on the way to a page, its search included, and meets /404 where the role may not go', async ({
  page,
  person,
  tolerate,
}) => {
  tolerate(/status of 404 \(Not Found\) @ \S+\/(404|homex)$/);
  for (const path of ['/homex', '/admin/passeios']) {
    await page.goto(path);
    await expect(page).toHaveURL(`/auth/login?returnUrl=${encodeURIComponent(path)}`);
  }
  await page.goto('/minhasreservas?de=teste');
  await expect(page).toHaveURL(`/auth/login?returnUrl=${encodeURIComponent('/minhasreservas?de=teste')}`);
  await logIn(page, person);
  await expect(page).toHaveURL('/minhasreservas?de=teste');

  for (const path of ['/admin/passeios', '/admin/usuarios', '/template/forms/campos']) {
    await page.goto(path);
    await expect(page, `${path} is denied`).toHaveURL('/404');
    await expect(page.getByRole('heading', { name: 'Página não encontrada', level: 1 })).toBeVisible();
  }
  await page.goto('/homex');
  await expect(page.getByRole('heading', { name: 'Este caminho não leva a lugar nenhum' })).toBeVisible();
});

test('a page of the portal is followed after signing in, with the toast, which is told once', async ({
  page,
  person,
}) => {
  await page.goto('/auth/login?returnUrl=/portal/passeio/ubatuba');
  await logIn(page, person);
  await expect(page).toHaveURL('/portal/passeio/ubatuba');
  await expectToast(page, 'success', 'Usuário logado com sucesso!');
  await expect(page.locator('[data-tipo]')).toBeHidden();
  await page.reload();
  await expect((await portalMenu(page)).getByRole('link', { name: 'Minha Conta' })).toBeVisible();
  await expect(page.locator('[data-tipo]')).toBeHidden();
});

test("the sidebar's entries lead there, and the account menu shows who is signed in", { tag: '@both' }, async ({
  page,
  signInAs,
  tolerate,
}) => {
  tolerate(/status of 404 \(Not Found\) @ \S+\/404$/);
  const operator = demoAccount('OPERATOR');
  await signInAs(operator);
  await page.goto('/home');
  await (await areaMenu(page)).getByRole('link', { name: 'Passeios' }).click();
  await expect(page).toHaveURL('/admin/passeios');
  await expect(page.getByRole('row').filter({ hasText: 'Ubatuba' })).toBeVisible();
  await page.getByRole('button', { name: 'menu da conta' }).click();
  await expect(page.getByText(`${operator.name}Operador`, { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Logout' }).last()).toBeVisible();
  await page.getByRole('link', { name: 'Configurações da conta' }).click();
  await expect(page).toHaveURL('/minhaconta');
  await expect(page.getByRole('heading', { name: 'Minha conta', level: 1 })).toBeVisible();
  await page.goto('/admin/usuarios');
  await expect(page).toHaveURL('/404');
});
