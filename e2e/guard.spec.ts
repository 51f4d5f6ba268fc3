import { expect, test } from './fixtures.ts';
import { demoAccount } from './people.ts';
import { areaMenu, expectToast, isPhone, logIn } from './screens.ts';

// Which page is whose is tried without pages, in access.test.ts and routes.test.ts of the web; here, that they ask.
test('a visitor signs in on the way to a page, its search included, and meets /404 where the role may not go', async ({
  page,
  person,
  tolerate,
}) => {
  tolerate(/status of 404 \(Not Found\) @ \S+\/(404|homex)$/);
  await page.goto('/minhasreservas?de=teste');
  await expect(page).toHaveURL(`/auth/login?returnUrl=${encodeURIComponent('/minhasreservas?de=teste')}`);
  await logIn(page, person);
  await expect(page).toHaveURL('/minhasreservas?de=teste');
  await expectToast(page, 'success', 'Usuário logado com sucesso!');

  await page.goto('/admin/passeios');
  await expect(page).toHaveURL('/404');
  await expect(page.getByRole('heading', { name: 'Página não encontrada', level: 1 })).toBeVisible();
  await page.goto('/homex');
  await expect(page.getByRole('heading', { name: 'Este caminho não leva a lugar nenhum' })).toBeVisible();
});

test("the area's sidebar is 300 px wide and leads there, and the account menu shows who is signed in", {
  tag: '@both',
}, async ({ page, signInAs }) => {
  const operator = demoAccount('OPERATOR');
  await signInAs(operator);
  await page.goto('/home');
  const menu = await areaMenu(page);
  // On a phone it lies over the page.
  const sidebar = isPhone(page) ? page.getByRole('dialog', { name: 'Menu' }) : page.getByRole('complementary');
  await expect.poll(async () => (await sidebar.boundingBox())?.width).toBe(300);
  if (isPhone(page)) {
    await page.getByRole('button', { name: 'Fechar menu' }).click();
    await expect(menu).toBeHidden();
    await areaMenu(page);
  }
  await menu.getByRole('link', { name: 'Passeios' }).click();
  await expect(page).toHaveURL('/admin/passeios');
  await expect(page.getByRole('row').filter({ hasText: 'Ubatuba' })).toBeVisible();
  await page.getByRole('button', { name: 'menu da conta' }).click();
  await expect(page.getByText(`${operator.name}Operador`, { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Logout' }).last()).toBeVisible();
  await page.getByRole('link', { name: 'Configurações da conta' }).click();
  await expect(page).toHaveURL('/minhaconta');
  await expect(page.getByRole('heading', { name: 'Minha conta', level: 1 })).toBeVisible();
});
