import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { bearer, demoAccount, endSessionElsewhere, newPerson } from './people.ts';
import { areaMenu, expectToast, fillPerson, logIn, portalMenu } from './screens.ts';
import { insertIdentity } from './sessions.ts';

const EXPIRED = 'Sessão expirada, deslogando..';
const nobody = {
  id: '',
  name: '',
  email: '',
  cpf: '',
  rg: '',
  emitter: '',
  birthdate: '',
  contact: '',
  role: 'CLIENT',
  isAuthenticated: false,
  accessToken: null,
};
// A page may be looking at the session in the moment that it ends.
const ended = /status of 401 \(Unauthorized\) @ \S+\/(identity\/token|api\/\S+)$/;

test('the session survives a reload; signing out resets the user, and Back does not lead out of the next session', async ({
  page,
  person,
  request,
  tolerate,
}) => {
  tolerate(ended);
  await page.goto('/auth/login');
  await logIn(page, person);
  await expectToast(page, 'success', 'Usuário logado com sucesso!');
  await page.reload();
  await expect(page.getByText('Olá, Marina!')).toBeVisible();
  await expect(page).toHaveURL('/home');
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['nextjs']);
  const { user } = (await storedSlice(page)).state;
  expect(user).toMatchObject({ name: person.name, email: person.email, cpf: person.cpf, isAuthenticated: true });

  await page.getByRole('button', { name: 'menu da conta' }).click();
  await page.getByRole('link', { name: 'Logout' }).last().click();
  await expect(page).toHaveURL('/');
  // The toast of the page that was left.
  await expectToast(page, 'info', 'Usuário deslogado!');
  expect((await storedSlice(page)).state.user).toEqual(nobody);
  const headers = bearer(String(user.accessToken));
  expect((await request.get('/api/users/me', { headers })).status()).toBe(401);

  await (await portalMenu(page)).getByRole('link', { name: 'Entrar' }).click();
  await logIn(page, person);
  await expect(page).toHaveURL('/home');
  while (new URL(page.url()).pathname !== '/') await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL('/home');
  await expect(page.getByText('Olá, Marina!')).toBeVisible();
  expect((await storedSlice(page)).state.user).toMatchObject({ isAuthenticated: true });
});

test('a session that ended while nobody was here is noticed on the portal', async ({
  page,
  context,
  client,
  request,
  tolerate,
}) => {
  expect(client.token).toBeTruthy();
  tolerate(ended);
  await endSessionElsewhere(context, request);
  const told = page.waitForEvent('console', (message) => message.text() === EXPIRED);
  await page.goto('/');
  await told;
  await expectToast(page, 'info', 'Usuário deslogado!');
  await expect((await portalMenu(page)).getByRole('link', { name: 'Entrar' })).toBeVisible();
});

test('a session that ended while nobody was here leads to the login page and back, one in mid-use too', async ({
  page,
  context,
  client,
  request,
  tolerate,
}) => {
  tolerate(ended);
  await endSessionElsewhere(context, request);
  await page.goto('/minhaconta');
  await expect(page).toHaveURL('/auth/login?returnUrl=%2Fminhaconta');
  await logIn(page, client);
  await expect(page).toHaveURL('/minhaconta');
  await endSessionElsewhere(context, request);
  await (await areaMenu(page)).getByRole('link', { name: 'Minhas reservas' }).click();
  await expect(page).toHaveURL('/auth/login?returnUrl=%2Fminhaconta');
  await expectToast(page, 'info', 'Usuário deslogado!');
});

test('an account without a profile is finished at the next sign-in', async ({ page, tolerate }) => {
  tolerate(/status of 404 \(Not Found\) @ \S+\/api\/users\/me$/);
  const person = newPerson();
  await insertIdentity(person);
  await page.goto('/minhasreservas');
  await logIn(page, person);
  await expect(page.getByRole('heading', { name: 'Falta só concluir o seu cadastro' })).toBeVisible();
  await expect(page.getByLabel('E-mail', { exact: true })).toHaveValue(person.email);
  await expect(page.getByLabel('Senha', { exact: true })).toBeHidden();
  await fillPerson(page, person);
  await page.getByRole('button', { name: 'Concluir cadastro' }).click();
  await expectToast(page, 'success', 'Usuário cadastrado com sucesso!');
  await expect(page.getByText('Você ainda não tem reservas')).toBeVisible();
});

test('signing in in one tab is seen in the other, which follows to the person who signs in next', async ({
  page,
  context,
  person,
  tolerate,
}) => {
  tolerate(ended);
  await page.goto('/');
  const other = await context.newPage();
  await other.goto('/auth/login');
  await logIn(other, person);
  await expect(other).toHaveURL('/home');
  await (await portalMenu(page)).getByRole('link', { name: 'Minha Conta' }).click();
  await expect(page.getByText(`Olá, ${person.name.split(' ')[0]}!`)).toBeVisible();

  await other.goto('/auth/logout');
  await expect(page).toHaveURL('/auth/login?returnUrl=%2Fhome');
  await other.goto('/auth/login');
  await logIn(other, demoAccount('CLIENT'));
  await expect(other.getByText('Olá, Clara!')).toBeVisible();
  await expect(page.getByText('Olá, Clara!')).toBeVisible();
});

async function storedSlice(page: Page): Promise<{ state: { user: Record<string, unknown> } }> {
  return JSON.parse((await page.evaluate(() => localStorage.getItem('nextjs'))) ?? 'null');
}
