import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { createIdentity, demoAccount, newPerson, type Person } from './people.ts';
import { errorAnswer, expectToast, fillRegister, holdScripts, logIn, refused, toastOf } from './screens.ts';

test.describe('sign-up', () => {
  test('a person who is known already: Entre em contato, and nothing is created', async ({ page }) => {
    const person = { ...newPerson(), cpf: demoAccount('CLIENT').cpf };
    const created: string[] = [];
    page.on('request', (one) => /identity\/sign-up|api\/users$/.test(one.url()) && created.push(one.url()));
    await register(page, person);
    await expectToast(page, 'error', 'Entre em contato');
    const way = /^https:\/\/wa\.me\/55\d{10,11}\?text=/;
    await expect(toastOf(page, 'error').getByRole('link', { name: 'Chamar no WhatsApp' })).toHaveAttribute('href', way);
    // The toast goes after four seconds; the way to get in touch stays with the form.
    await expect(page.locator('form').getByRole('link', { name: 'Chamar no WhatsApp' })).toHaveAttribute('href', way);
    await expect(page.getByRole('button', { name: 'Criar conta' })).toBeEnabled();
    await expectStillTyped(page, person);
    expect(created).toEqual([]);
    await expect(page).toHaveURL('/auth/register');
  });

  test('an address whose password is another one: Erro ao cadastrar usuário', async ({ page, request, tolerate }) => {
    tolerate(refused('/identity/sign-in/email'));
    const person = newPerson();
    await createIdentity(request, { ...person, password: 'outra senha qualquer' });
    await register(page, person);
    await expectToast(page, 'error', 'Erro ao cadastrar usuário');
    await expectStillTyped(page, person);
  });

  test('a failing identity provider: Erro ao cadastrar usuário', async ({ page, tolerate }) => {
    tolerate(refused('/identity/sign-up/email'));
    await page.route('**/identity/sign-up/email', (route) => route.fulfill({ status: 500, body: '' }));
    const person = newPerson();
    await register(page, person);
    await expectToast(page, 'error', 'Erro ao cadastrar usuário');
    await expectStillTyped(page, person);
  });

  test('a profile that could not be written is written at the next try', async ({ page, tolerate }) => {
    tolerate(refused('/api/users'));
    await page.route('**/api/users', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 });
    const person = newPerson();
    await register(page, person);
    await expectToast(page, 'error', 'Erro ao cadastrar usuário');
    await expect(page.getByLabel('Nome completo')).toHaveValue(person.name);
    await page.getByRole('button', { name: 'Concluir cadastro' }).click();
    await expectToast(page, 'success', 'Usuário cadastrado com sucesso!');
    await expect(page).toHaveURL('/home');
  });

  test("the server's own messages stand beside their fields", async ({ page, tolerate }) => {
    tolerate(refused('/api/users/validate'));
    const fields = { cpf: 'CPF recusado pela Receita.', contact: 'Telefone que não atende.' };
    await page.route('**/api/users/validate', (route) => route.fulfill(errorAnswer(400, { fields })));
    const person = newPerson();
    await register(page, person);
    await expectToast(page, 'error', 'Erro ao cadastrar usuário');
    await expect(page.getByLabel('CPF', { exact: true })).toHaveAccessibleDescription(/CPF recusado pela Receita\./);
    await expect(page.getByLabel('Celular ou telefone')).toHaveAccessibleDescription(/Telefone que não atende\./);
    await expect(page.getByLabel('CPF', { exact: true })).toBeFocused();
    await expectStillTyped(page, person);
  });

  test('what the meter says of a password is what the form does with it', async ({ page }) => {
    const sent: string[] = [];
    page.on('request', (one) => one.method() === 'POST' && sent.push(one.url()));
    const person = newPerson();
    await register(page, { ...person, password: 'password' });
    const password = page.getByLabel('Senha', { exact: true });
    await expect(page.getByText('Senha: fácil de adivinhar', { exact: true })).toBeVisible();
    await expect(password).toHaveAccessibleDescription(/Senha: esta é fácil de adivinhar\. Escolha outra\./);

    await password.fill('marina.souza');
    await expect(page.getByText('Senha: parecida com seus dados', { exact: true })).toBeVisible();
    await expect(password).toHaveAccessibleDescription(/Senha: ela é quase só o seu nome ou e-mail\./);

    await password.fill(person.password);
    await expect(page.getByText('Senha: muito boa', { exact: true })).toBeVisible();
    expect(sent).toEqual([]);
  });

  test('what is missing or wrong is told beside each field, and nothing is sent', async ({ page }) => {
    const sent: string[] = [];
    page.on('request', (one) => one.method() === 'POST' && sent.push(one.url()));
    await page.goto('/auth/register');
    await page.getByRole('button', { name: 'Criar conta' }).click();
    const name = page.getByLabel('Nome completo');
    await expect(name).toBeFocused();
    await expect(name).toHaveAccessibleDescription(/Nome completo: preencha este campo\./);
    for (const label of ['RG', 'CPF', 'Data de nascimento', 'Celular ou telefone', 'E-mail', 'Senha']) {
      await expect(page.getByLabel(label, { exact: true }), label).toHaveAttribute('aria-invalid', 'true');
    }
    await page.getByLabel('CPF', { exact: true }).fill('111.111.111-11');
    await expect(page.getByText('CPF inválido. Confira os números digitados.')).toBeVisible();
    await page.getByLabel('CPF', { exact: true }).fill(newPerson().cpf);
    await expect(page.getByLabel('CPF', { exact: true })).not.toHaveAttribute('aria-invalid', 'true');
    await page.getByLabel('Data de nascimento').fill('31/02/1990');
    await expect(page.getByText('Data de nascimento inválida. Confira o dia, o mês e o ano.')).toBeVisible();
    expect(sent).toEqual([]);
  });
});

test.describe('sign-in and sign-out', () => {
  test('wrong password: Email ou senha inválidos, and nobody is signed in', async ({ page, person, tolerate }) => {
    tolerate(refused('/identity/sign-in/email'));
    await page.goto('/auth/login');
    await logIn(page, { ...person, password: 'não é esta' });
    await expectToast(page, 'error', 'Email ou senha inválidos');
    await expect(page.getByLabel('E-mail', { exact: true })).toHaveValue(person.email);
    expect(await page.evaluate(() => localStorage.getItem('nextjs'))).toContain('"accessToken":null');
  });

  test('unknown address: the same sentence', async ({ page, tolerate }) => {
    tolerate(refused('/identity/sign-in/email'));
    await page.goto('/auth/login');
    await logIn(page, newPerson());
    await expectToast(page, 'error', 'Email ou senha inválidos');
  });

  test('a sign-out that fails: Erro ao fazer logout, and the person stays', async ({ page, client, tolerate }) => {
    expect(client.token).toBeTruthy();
    tolerate(refused('/identity/sign-out'));
    await page.route('**/identity/sign-out', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 });
    await page.goto('/home');
    await page.getByRole('button', { name: 'menu da conta' }).click();
    await page.getByRole('link', { name: 'Logout' }).last().click();
    await expectToast(page, 'error', 'Erro ao fazer logout');
    expect(await page.evaluate(() => localStorage.getItem('nextjs'))).toContain('"isAuthenticated":true');
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await expectToast(page, 'info', 'Usuário deslogado!');
  });
});

test('a form that is sent before the scripts have come is not lost', async ({ page, person }) => {
  const send = await holdScripts(page);
  await page.goto('/auth/login', { waitUntil: 'commit' });
  await page.getByLabel('E-mail', { exact: true }).fill(person.email);
  await page.getByLabel('Senha', { exact: true }).fill(person.password);
  await page.getByLabel('Senha', { exact: true }).press('Enter');
  await expect(page.getByLabel('Senha', { exact: true })).toHaveValue(person.password);
  send();
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(page).toHaveURL('/home');
});

test('what is typed before the scripts have come stays', async ({ page }) => {
  const someone = newPerson();
  const send = await holdScripts(page);
  await page.goto('/auth/register', { waitUntil: 'commit' });
  await page.getByLabel('Nome completo').fill(someone.name);
  const issuer = page.locator('input[name="emitter"]');
  await issuer.fill(someone.emitter);
  send();
  await expect(page.getByRole('combobox', { name: 'Órgão emissor' })).toHaveValue(someone.emitter);
  await page.getByRole('button', { name: 'Criar conta' }).click();
  await expect(page.getByText('CPF: preencha este campo.')).toBeVisible();
  await expect(page.getByLabel('Nome completo')).toHaveValue(someone.name);
  await expect(issuer).toHaveValue(someone.emitter);
});

async function register(page: Page, person: Person): Promise<void> {
  await page.goto('/auth/register');
  await fillRegister(page, person);
  await page.getByRole('button', { name: 'Criar conta' }).click();
}

async function expectStillTyped(page: Page, person: Person): Promise<void> {
  await expect(page.getByLabel('Nome completo')).toHaveValue(person.name);
  await expect(page.getByLabel('RG', { exact: true })).toHaveValue(person.rg);
  await expect(page.getByLabel('CPF', { exact: true })).toHaveValue(/^\d{3}\.\d{3}\.\d{3}-\d{2}$/);
  await expect(page.getByLabel('E-mail', { exact: true })).toHaveValue(person.email);
  await expect(page.getByLabel('Senha', { exact: true })).toHaveValue(person.password);
}
