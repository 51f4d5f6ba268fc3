import type { APIRequestContext, Page } from '@playwright/test';
import { disableAccount, mailedLink, mailedLinks, PROJECT, protectAddresses, unsignedToken } from './emulator.ts';
import { expect, test } from './fixtures.ts';
import { expectToast, newPerson, signIn, signOut, signUp, storedToken } from './person.ts';

const FORCED_RENEWAL_MS = 3_000_000;
const NEW_PASSWORD = 'cachoeira das sete quedas';
/** Firebase refuses with 400 what we ask it to refuse, and the console reports it. */
const refusedByFirebase = /^Failed to load resource: .* 400 .*identitytoolkit/;

test.beforeAll(protectAddresses);

test('signs up, enrols, signs out, sets another password by the link of a mail, signs in', async ({
  page,
  tolerate,
}) => {
  tolerate(refusedByFirebase);
  const person = newPerson();

  await test.step('sign-up ends on /home and outlives a reload', async () => {
    await signUp(page, person);
    await page.reload();
    await expect(page.getByText('Olá, Marina!')).toBeVisible();
  });

  await test.step('enrolment', async () => {
    const trip = page.getByRole('article').filter({ has: page.getByRole('button', { name: 'Quero participar!' }) });
    const title = await trip.first().getByRole('heading').innerText();
    await trip.first().getByRole('button', { name: 'Quero participar!' }).click();
    await expectToast(page, 'Reserva realizada com sucesso! Entre em contato para realizar o pagamento');
    await page.goto('/minhasreservas');
    await expect(page.getByRole('article', { name: title })).toBeVisible();
  });

  await test.step('sign-out', async () => {
    await signOut(page);
    await page.goto('/home');
    await expect(page).toHaveURL('/auth/login?returnUrl=%2Fhome');
  });

  await test.step('a new password', async () => {
    await askForReset(page, person.email);
    const link = await mailedLink(person.email, 'PASSWORD_RESET');
    await page.goto(`/auth/reset-password${link}`);
    await page.getByLabel('Nova senha').fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Salvar nova senha' }).click();
    await expect(page).toHaveURL('/auth/login');
    await expect(page.getByText('Senha alterada. Entre com a nova senha.')).toBeVisible();

    await page.goto(`/auth/reset-password${link}`);
    await page.getByLabel('Nova senha').fill('mais uma senha qualquer');
    await page.getByRole('button', { name: 'Salvar nova senha' }).click();
    await expect(page.getByRole('heading', { name: 'Este link não vale mais' })).toBeVisible();
  });

  await test.step('the old password is refused, the new one opens', async () => {
    await page.goto('/auth/login');
    await signIn(page, person);
    await expectToast(page, 'Email ou senha inválidos');
    await signIn(page, { ...person, password: NEW_PASSWORD });
    await expectToast(page, 'Usuário logado com sucesso!');
    await expect(page).toHaveURL('/home');
    await expect(page.getByText('Olá, Marina!')).toBeVisible();
  });
});

test('an unknown address reads the same: at the reset and at the sign-in', async ({ page, tolerate }) => {
  tolerate(refusedByFirebase);
  const { email, password } = newPerson();
  await askForReset(page, email);
  expect(await mailedLinks(email, 'PASSWORD_RESET')).toEqual([]);
  await page.goto('/auth/login');
  await signIn(page, { email, password });
  await expectToast(page, 'Email ou senha inválidos');
});

test('confirms the e-mail by the link, whichever of our pages Firebase opens', async ({ page, request }) => {
  const person = newPerson();
  await signUp(page, person);
  expect(await ownProfile(request, await storedToken(page))).toMatchObject({ emailConfirmed: false });
  await page.goto(`/auth/reset-password${await mailedLink(person.email, 'VERIFY_EMAIL')}`);
  await expect(page.getByRole('heading', { name: 'E-mail confirmado!' })).toBeVisible();
  expect(await ownProfile(request, await storedToken(page))).toMatchObject({ emailConfirmed: true });
});

test('locks the screen and opens it with the password', async ({ page, tolerate }) => {
  tolerate(refusedByFirebase);
  const person = newPerson();
  await signUp(page, person);
  await page.getByRole('button', { name: 'menu da conta' }).click();
  await page.getByRole('button', { name: 'Bloquear tela' }).click();
  await expect(page.getByRole('heading', { name: 'Tela bloqueada' })).toBeVisible();
  expect(await storedToken(page)).toBeNull();
  await page.getByLabel('Senha', { exact: true }).fill('não é esta');
  await page.getByRole('button', { name: 'Desbloquear' }).click();
  await expectToast(page, 'Senha incorreta');
  await page.getByLabel('Senha', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Desbloquear' }).click();
  await expect(page).toHaveURL('/home');
  await expect(page.getByText('Olá, Marina!')).toBeVisible();
});

test('changes the password after asking for the current one', async ({ page, tolerate }) => {
  tolerate(refusedByFirebase);
  const person = newPerson();
  await signUp(page, person);
  await page.goto('/minhaconta');
  await expect(page.getByText('Sessões abertas')).toHaveCount(0);
  await page.getByLabel('Senha atual').fill('não é esta');
  await page.getByLabel('Nova senha').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Trocar senha' }).click();
  await expect(page.getByText('Senha atual: não confere. Tente de novo.')).toBeVisible();
  await page.getByLabel('Senha atual').fill(person.password);
  await page.getByRole('button', { name: 'Trocar senha' }).click();
  await expect(page.locator('[data-tipo] p')).toContainText('Senha alterada.');
  await signOut(page);
  await page.goto('/auth/login');
  await signIn(page, { ...person, password: NEW_PASSWORD });
  await expect(page).toHaveURL('/home');
});

test('renews the token every 50 minutes', async ({ page, request }) => {
  await page.clock.install();
  await signUp(page, newPerson());
  const answered = page.waitForResponse((response) => response.url().includes('securetoken.googleapis.com/v1/token'));
  await page.clock.runFor(FORCED_RENEWAL_MS);
  const { id_token: renewed } = await (await answered).json();
  await expect.poll(() => storedToken(page)).toBe(renewed);
  expect(await ownProfile(request, renewed)).toMatchObject({ name: 'Marina Alves de Souza' });
});

test('an account that Firebase has shut out is signed out at the next renewal', async ({ page, tolerate }) => {
  tolerate(/^Failed to load resource: .* 400 .*(identitytoolkit|securetoken)/);
  const person = newPerson();
  await page.clock.install();
  await signUp(page, person);
  await disableAccount(person.email);
  await page.clock.runFor(FORCED_RENEWAL_MS);
  await expect(page).toHaveURL('/auth/login?returnUrl=%2Fhome');
});

test('a token outlives the sign-out until it expires: Firebase takes none back', async ({ page, request }) => {
  await signUp(page, newPerson());
  const token = await storedToken(page);
  await signOut(page);
  expect(await storedToken(page)).toBeNull();
  expect((await askProfile(request, token)).status()).toBe(200);
});

test('a token of another project, an expired one and one that nobody issued are refused', async ({ request }) => {
  const forged = [
    unsignedToken('demo-another'),
    unsignedToken(PROJECT, { iss: 'https://securetoken.google.com/demo-another' }),
    unsignedToken(PROJECT, { aud: 'demo-another' }),
    unsignedToken(PROJECT, { exp: Math.floor(Date.now() / 1000) - 60 }),
    'abc',
  ];
  for (const token of forged) expect((await askProfile(request, token)).status()).toBe(401);
});

async function askForReset(page: Page, email: string): Promise<void> {
  await page.goto('/auth/forgot-password');
  await page.getByLabel('E-mail', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Enviar link' }).click();
  await expect(page.getByText(/Se houver uma conta com este e-mail/)).toBeVisible();
}

function askProfile(request: APIRequestContext, token: string) {
  return request.get('/api/users/me', { headers: { authorization: `Bearer ${token}` } });
}

async function ownProfile(request: APIRequestContext, token: string): Promise<unknown> {
  const response = await askProfile(request, token);
  expect(response.status()).toBe(200);
  return response.json();
}
