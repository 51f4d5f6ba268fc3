import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { bearer, demoAccount, endSessionElsewhere, newPerson } from './people.ts';
import { areaMenu, expectToast, fillPerson, logIn, portalMenu } from './screens.ts';
import { insertIdentity } from './sessions.ts';

const FORCED_RENEWAL_MS = 3_000_000;
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

test('the session survives a reload, and the storage holds the user alone', async ({ page, person }) => {
  await page.goto('/auth/login');
  await logIn(page, person);
  await expectToast(page, 'success', 'Usuário logado com sucesso!');
  await expect(page.getByText('Olá, Marina!')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Olá, Marina!')).toBeVisible();
  await expect(page).toHaveURL('/home');

  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['nextjs']);
  const { state } = await storedSlice(page);
  expect(Object.keys(state)).toEqual(['user']);
  expect(Object.keys(state.user).sort()).toEqual(Object.keys(nobody).sort());
  expect(state.user).toMatchObject({ name: person.name, email: person.email, cpf: person.cpf, isAuthenticated: true });
});

test('the portal knows who is signed in', async ({ page, client }) => {
  await page.goto('/');
  await (await portalMenu(page)).getByRole('link', { name: 'Minha Conta' }).click();
  await expect(page.getByText(`Olá, ${client.name.split(' ')[0]}!`)).toBeVisible();
});

for (const value of ['{"state":{"user"', 'null', '[]', '{"state":{"user":{"id":7}},"version":0}', '{"version":"x"}']) {
  test(`a stored ${value} is nobody, and signing in works`, async ({ page, context, baseURL }) => {
    const localStorage = [{ name: 'nextjs', value }];
    await context.setStorageState({ cookies: [], origins: [{ origin: String(baseURL), localStorage }] });
    await page.goto('/');
    await expect((await portalMenu(page)).getByRole('link', { name: 'Entrar' })).toBeVisible();
    await page.goto('/home');
    await expect(page).toHaveURL('/auth/login?returnUrl=%2Fhome');
    await logIn(page, demoAccount('CLIENT'));
    await expect(page.getByText('Olá, Clara!')).toBeVisible();
  });
}

test('signing out resets the user, and the token is worth nothing any more', async ({
  page,
  client,
  request,
  tolerate,
}) => {
  tolerate(ended);
  const { token } = client;
  await page.goto('/home');
  await page.getByRole('button', { name: 'menu da conta' }).click();
  await page.getByRole('link', { name: 'Logout' }).last().click();
  await expectToast(page, 'info', 'Usuário deslogado!');
  expect((await storedSlice(page)).state.user).toEqual(nobody);
  await expect(page).toHaveURL('/');
  await expect((await portalMenu(page)).getByRole('link', { name: 'Entrar' })).toBeVisible();
  expect((await request.get('/api/users/me', { headers: bearer(token) })).status()).toBe(401);
  await page.goto('/home');
  await expect(page).toHaveURL('/auth/login?returnUrl=%2Fhome');
});

test('the token is renewed every 3,000,000 ms, and no more once the person is gone', async ({ page, client }) => {
  expect(client.token).toBeTruthy();
  let renewals = 0;
  page.on('response', (response) => {
    if (response.url().endsWith('/identity/token')) renewals += 1;
  });
  await page.clock.install();
  await page.goto('/home');
  await expect(page.getByText('Olá, Marina!')).toBeVisible();
  // The session is confirmed once while it is restored.
  await expect.poll(() => renewals).toBe(1);

  await page.clock.fastForward(FORCED_RENEWAL_MS - 60_000);
  expect(renewals).toBe(1);
  await page.clock.fastForward(60_000);
  await expect.poll(() => renewals).toBe(2);
  await page.clock.fastForward(FORCED_RENEWAL_MS);
  await expect.poll(() => renewals).toBe(3);

  // The page stays open while its timers are checked.
  await page.route('**/', (route) => route.abort());
  await page.getByRole('button', { name: 'menu da conta' }).click();
  await page.getByRole('link', { name: 'Logout' }).last().click();
  await expectToast(page, 'info', 'Usuário deslogado!');
  const asked = page.waitForRequest('**/identity/token', { timeout: 500 }).catch(() => null);
  await page.clock.fastForward(2 * FORCED_RENEWAL_MS);
  expect(await asked).toBeNull();
  expect(renewals).toBe(3);
});

test('a failed renewal is logged and nobody is bothered', async ({ page, client, tolerate }) => {
  expect(client.token).toBeTruthy();
  tolerate(/status of 500 .* @ \S+\/identity\/token$/);
  await page.clock.install();
  await page.goto('/home');
  await expect(page.getByText('Olá, Marina!')).toBeVisible();
  await page.route('**/identity/token', (route) => route.fulfill({ status: 500, body: '' }));
  const warning = page.waitForEvent('console', (message) => message.text().startsWith('Token refresh failed'));
  await page.clock.fastForward(FORCED_RENEWAL_MS);
  expect((await warning).type()).toBe('warning');
  await expect(page.locator('[data-tipo]')).toBeHidden();
  await expect(page).toHaveURL('/home');
});

test('a session that ended elsewhere is noticed at the next renewal', async ({
  page,
  context,
  client,
  request,
  tolerate,
}) => {
  expect(client.token).toBeTruthy();
  tolerate(ended);
  await page.clock.install();
  await page.goto('/minhasreservas');
  await expect(page.getByText('Você ainda não tem reservas')).toBeVisible();
  await endSessionElsewhere(context, request);
  const told = page.waitForEvent('console', (message) => message.text() === EXPIRED);
  await page.clock.fastForward(FORCED_RENEWAL_MS);
  await told;
  await expect(page).toHaveURL('/auth/login?returnUrl=%2Fminhasreservas');
  expect((await storedSlice(page)).state.user).toEqual(nobody);
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

test('a session that ended while nobody was here leads to the login page and back', async ({
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

  // It survives closing the page.
  await page.goto('/home');
  await expect(page.getByRole('heading', { name: 'Falta só concluir o seu cadastro' })).toBeVisible();
  await fillPerson(page, person);
  await page.getByRole('button', { name: 'Concluir cadastro' }).click();
  await expectToast(page, 'success', 'Usuário cadastrado com sucesso!');
  await expect(page).toHaveURL('/home');
  await expect(page.getByText('Olá, Marina!')).toBeVisible();
});

test('a profile that arrives after the sign-out brings nobody back', async ({ page, client }) => {
  expect(client.token).toBeTruthy();
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/users/me', async (route) => {
    const response = await route.fetch();
    await held;
    await route.fulfill({ response });
  });
  const asked = page.waitForRequest('**/api/users/me');
  await page.goto('/home');
  await asked;
  await page.getByRole('button', { name: 'menu da conta' }).click();
  await page.getByRole('link', { name: 'Logout' }).last().click();
  await expectToast(page, 'info', 'Usuário deslogado!');
  const arrived = page.waitForResponse('**/api/users/me');
  answer();
  await (await arrived).finished();
  await expect(page).toHaveURL('/');
  expect((await storedSlice(page)).state.user).toEqual(nobody);
});

test('signing out in one tab signs the other out', async ({ page, context, client, tolerate }) => {
  expect(client.token).toBeTruthy();
  tolerate(ended);
  await page.goto('/minhasreservas');
  await expect(page.getByText('Você ainda não tem reservas')).toBeVisible();
  const other = await context.newPage();
  await other.goto('/auth/logout');
  await expect(other).toHaveURL('/');
  await expect(page).toHaveURL('/auth/login?returnUrl=%2Fminhasreservas');
});

test('signing in in one tab is seen in the other', async ({ page, context, person }) => {
  await page.goto('/');
  const other = await context.newPage();
  await other.goto('/auth/login');
  await logIn(other, person);
  await expect(other).toHaveURL('/home');
  await expect((await portalMenu(page)).getByRole('link', { name: 'Minha Conta' })).toBeVisible();
});

test('a tab follows to the person who signs in next', async ({ page, context, client, tolerate }) => {
  tolerate(ended);
  await page.goto('/home');
  await expect(page.getByText(`Olá, ${client.name.split(' ')[0]}!`)).toBeVisible();
  const other = await context.newPage();
  await other.goto('/auth/logout');
  await expect(page).toHaveURL('/auth/login?returnUrl=%2Fhome');
  await other.goto('/auth/login');
  await logIn(other, demoAccount('CLIENT'));
  await expect(other.getByText('Olá, Clara!')).toBeVisible();
  await expect(page.getByText('Olá, Clara!')).toBeVisible();
});

test('Back after signing out and in again leads into the area, not out of the account', async ({
  page,
  client,
  tolerate,
}) => {
  tolerate(ended);
  await page.goto('/home');
  await page.getByRole('button', { name: 'menu da conta' }).click();
  await page.getByRole('link', { name: 'Logout' }).last().click();
  await expect(page).toHaveURL('/');
  await (await portalMenu(page)).getByRole('link', { name: 'Entrar' }).click();
  await logIn(page, client);
  await expect(page).toHaveURL('/home');
  while (new URL(page.url()).pathname !== '/') await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL('/home');
  await expect(page.getByText('Olá, Marina!')).toBeVisible();
  expect((await storedSlice(page)).state.user).toMatchObject({ isAuthenticated: true });
});

test.describe('a toast outlives the full load of the next page, and is told there once', () => {
  test('after signing in on the way to a page of the portal', async ({ page, person }) => {
    await page.goto('/auth/login?returnUrl=/portal/contato');
    await logIn(page, person);
    await expect(page).toHaveURL('/portal/contato');
    await expectToast(page, 'success', 'Usuário logado com sucesso!');
    await expect(page.locator('[data-tipo]')).toBeHidden();
    await page.reload();
    await expect((await portalMenu(page)).getByRole('link', { name: 'Minha Conta' })).toBeVisible();
    await expect(page.locator('[data-tipo]')).toBeHidden();
  });

  test('after signing out', async ({ page, client, tolerate }) => {
    expect(client.token).toBeTruthy();
    tolerate(ended);
    await page.goto('/auth/logout');
    await expect(page).toHaveURL('/');
    await expectToast(page, 'info', 'Usuário deslogado!');
  });

  test('after a session that ended in mid-use', async ({ page, context, client, request, tolerate }) => {
    expect(client.token).toBeTruthy();
    tolerate(ended);
    await page.goto('/home');
    await expect(page.getByText('Olá, Marina!')).toBeVisible();
    await endSessionElsewhere(context, request);
    await (await areaMenu(page)).getByRole('link', { name: 'Minhas reservas' }).click();
    await expect(page).toHaveURL('/auth/login?returnUrl=%2Fhome');
    await expectToast(page, 'info', 'Usuário deslogado!');
  });
});

async function storedSlice(page: Page): Promise<{ state: { user: Record<string, unknown> } }> {
  return JSON.parse((await page.evaluate(() => localStorage.getItem('nextjs'))) ?? 'null');
}
