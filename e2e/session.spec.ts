import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { bearer, demoAccount, endSessionElsewhere } from './support/people.ts';
import {
  areaMenu,
  errorResponse,
  expectNoSidewaysScrolling,
  expectToast,
  logIn,
  portalMenu,
} from './support/screens.ts';

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
const ended = /status of 40[13] \(\w+\) @ \S+\/(identity\/token|api\/\S+)$/;

test('one tab signs in and out for all, which follow to the next person; Back does not lead out of that session', async ({
  page,
  context,
  person,
  request,
  tolerate,
}) => {
  tolerate(ended);
  tolerate(/status of 500 \(Internal Server Error\) @ \S+\/identity\/sign-out$/);
  await page.goto('/');
  const other = await context.newPage();
  await other.goto('/auth/login');
  await logIn(other, person);
  await expectToast(other, 'success', 'Usuário logado com sucesso!');
  await expect(other).toHaveURL('/home');
  // A full load, as a reload is.
  await (await portalMenu(page)).getByRole('link', { name: 'Minha Conta' }).click();
  await expect(page.getByText('Olá, Marina!')).toBeVisible();
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
  await expect(other).toHaveURL('/auth/login?returnUrl=%2Fhome');

  await (await portalMenu(page)).getByRole('link', { name: 'Entrar' }).click();
  await logIn(page, demoAccount('CLIENT'));
  await expect(page.getByText('Olá, Clara!')).toBeVisible();
  await expect(other.getByText('Olá, Clara!')).toBeVisible();
  // The farewell is left for another page, which takes its place in the history.
  await page.route('**/identity/sign-out', (route) => route.fulfill(errorResponse(500)));
  await page.goto('/auth/logout');
  await page.getByRole('link', { name: 'Continuar na minha conta' }).click();
  await expect(page.getByText('Olá, Clara!')).toBeVisible();
  await page.unrouteAll();
  await page.goBack();
  await expect(page).toHaveURL('/home');
  while (new URL(page.url()).pathname !== '/') await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL('/home');
  await expect(page.getByText('Olá, Clara!')).toBeVisible();
  expect((await storedSlice(page)).state.user).toMatchObject({ isAuthenticated: true });
});

test('a session that ended elsewhere or is refused leads to the login and back, its search included; the portal notices', {
  tag: '@phone',
}, async ({ page, context, client, request, tolerate }) => {
  tolerate(ended);
  tolerate(/status of 404 \(Not Found\) @ \S+\/404$/);
  await endSessionElsewhere(context, request);
  await page.goto('/minhaconta?de=teste');
  const login = `/auth/login?returnUrl=${encodeURIComponent('/minhaconta?de=teste')}`;
  await expect(page).toHaveURL(login);
  await logIn(page, client);
  await expect(page).toHaveURL('/minhaconta?de=teste');
  // Opened before: a page that is pressed reads anew what is older than ten seconds, and would lead to the login
  // itself.
  const menu = await areaMenu(page);
  await endSessionElsewhere(context, request);
  await menu.getByRole('link', { name: 'Minhas reservas' }).click();
  await expect(page).toHaveURL('/auth/login?returnUrl=%2Fminhasreservas');
  await expectToast(page, 'info', 'Usuário deslogado!');

  await logIn(page, client);
  await expect(page).toHaveURL('/minhasreservas');
  await page.goto('/minhaconta?de=teste');
  await page.route('**/api/reservations/me', (route) => route.fulfill(errorResponse(403)));
  await (await areaMenu(page)).getByRole('link', { name: 'Minhas reservas' }).click();
  await expect(page).toHaveURL('/auth/login?returnUrl=%2Fminhasreservas');
  // The server ended that session too.
  expect((await page.request.get('/identity/token')).status()).toBe(401);
  await page.unrouteAll();
  await logIn(page, client);
  await expect(page).toHaveURL('/minhasreservas');

  await page.goto('/admin/passeios');
  await expect(page).toHaveURL('/404?sem-acesso');
  await expect(page.getByRole('heading', { name: 'Sem acesso', level: 1 })).toBeVisible();
  await expectNoSidewaysScrolling(page);

  await endSessionElsewhere(context, request);
  const logged = page.waitForEvent('console', (message) => message.text() === EXPIRED);
  await page.goto('/');
  await logged;
  await expectToast(page, 'info', 'Usuário deslogado!');
  await expect((await portalMenu(page)).getByRole('link', { name: 'Entrar' })).toBeVisible();
});

async function storedSlice(page: Page): Promise<{ state: { user: Record<string, unknown> } }> {
  return JSON.parse((await page.evaluate(() => localStorage.getItem('nextjs'))) ?? 'null');
}
