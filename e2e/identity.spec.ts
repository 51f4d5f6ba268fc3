import { expect, test } from './fixtures.ts';
import { mailedPath } from './mails.ts';
import { demoAccount, newPerson } from './people.ts';
import { expectToast, logIn } from './screens.ts';
import { confirmEmail } from './sessions.ts';

const NEW_PASSWORD = 'cachoeira das sete quedas';

test('a forgotten password is replaced by the link of an e-mail, which works once', async ({
  page,
  person,
  tolerate,
}) => {
  tolerate(/status of 40[01]/);
  await page.goto('/auth/login');
  await page.getByRole('link', { name: 'Esqueci minha senha' }).click();
  await expect(page.getByRole('heading', { name: 'Esqueceu a senha?' })).toBeVisible();
  await page.getByLabel('E-mail', { exact: true }).fill(person.email);
  await page.getByRole('button', { name: 'Enviar link' }).click();
  await expect(page.getByRole('heading', { name: 'Confira o seu e-mail' })).toBeVisible();

  const link = await mailedPath(person.email, 'Crie uma nova senha');
  await page.goto(link);
  await page.getByLabel('Nova senha').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Salvar nova senha' }).click();
  await expect(page.getByText('Senha alterada. Entre com a nova senha.')).toBeVisible();
  await logIn(page, person);
  await expectToast(page, 'error', 'Email ou senha inválidos');
  await logIn(page, { ...person, password: NEW_PASSWORD });
  await expect(page).toHaveURL('/home');

  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto(link);
  await page.getByLabel('Nova senha').fill('mais uma senha qualquer');
  await page.getByRole('button', { name: 'Salvar nova senha' }).click();
  await expect(page.getByRole('heading', { name: 'Este link não vale mais' })).toBeVisible();
});

test('the locked screen keeps who is there and where they were, and opens with the password', async ({
  page,
  client,
  tolerate,
}) => {
  tolerate(/status of 401/);
  await page.goto('/minhaconta');
  await page.getByRole('button', { name: /menu da conta/ }).click();
  await page.getByRole('button', { name: 'Bloquear tela' }).click();
  await expect(page.getByRole('heading', { name: 'Tela bloqueada' })).toBeVisible();
  await expect(page.getByText(client.name)).toBeVisible();
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('nextjs') ?? '{}').state.user);
  expect(stored).toMatchObject({
    name: client.name,
    email: client.email,
    cpf: '',
    accessToken: null,
    isAuthenticated: false,
  });
  expect((await page.request.get('/identity/token')).status()).toBe(401);

  await page.goto('/minhasreservas');
  await expect(page).toHaveURL(/^[^?]*\/auth\/lock-screen\?returnUrl=/);
  await page.goto('/auth/lock-screen?returnUrl=/minhaconta');
  await page.getByLabel('Senha', { exact: true }).fill('senha errada');
  await page.getByRole('button', { name: 'Desbloquear' }).click();
  await expectToast(page, 'error', 'Senha incorreta');
  await page.getByLabel('Senha', { exact: true }).fill(client.password);
  await page.getByRole('button', { name: 'Desbloquear' }).click();
  await expect(page).toHaveURL('/minhaconta');
});

test('other sessions are listed and can be ended', async ({ page, client, browser, baseURL, tolerate }) => {
  tolerate(/status of 401/);
  const elsewhere = await browser.newContext({ baseURL });
  const other = await elsewhere.newPage();
  await other.goto('/auth/login');
  await logIn(other, client);
  await expect(other).toHaveURL('/home');

  await page.goto('/minhaconta');
  await page
    .getByRole('button', { name: /^Encerrar a sessão em/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await expect(page.getByRole('button', { name: /^Encerrar a sessão em/ })).toHaveCount(0);

  await other.goto('/minhasreservas');
  await expect(other).toHaveURL(/\/auth\/login/);
  await elsewhere.close();
});

test('an administrator decides after how long the screen locks', async ({ page, signInAs }) => {
  await signInAs(demoAccount('ADMIN'));
  await page.goto('/admin/configuracoes/acesso');
  const clients = page.getByLabel('Clientes');
  await clients.fill('abc');
  await page.getByRole('button', { name: 'Salvar acesso' }).click();
  await expect(clients).toHaveAttribute('aria-invalid', 'true');
  await clients.fill('0');
  await expect(page.getByLabel('Exigir e-mail confirmado para reservar')).not.toBeChecked();
});

test('the e-mail is changed with the password, and the old address can take it back', async ({
  page,
  client,
  tolerate,
}) => {
  // Undoing the change ends every session, this browser's too.
  tolerate(/status of 401 .* @ \S+\/api\/users\/me/);
  await confirmEmail(client);
  await page.goto('/minhaconta');
  const newEmail = newPerson().email;
  const form = page.locator('form').filter({ has: page.getByLabel('Novo e-mail') });
  await form.getByLabel('Novo e-mail').fill(newEmail);
  await form.getByRole('button', { name: 'Trocar e-mail' }).click();
  await expect(form.getByLabel('Senha da conta')).toHaveAccessibleDescription(/Senha da conta: preencha este campo\./);
  await form.getByLabel('Senha da conta').fill(client.password);
  await form.getByRole('button', { name: 'Trocar e-mail' }).click();
  await expect(page.getByText(`o link chega em instantes em ${newEmail}`)).toBeVisible();
  await page.goto(await mailedPath(newEmail, 'Confirme o seu e-mail'));
  await expect(page.getByRole('heading', { name: 'E-mail confirmado!' })).toBeVisible();

  await page.goto(await mailedPath(client.email, 'O e-mail da sua conta mudou'));
  await page.getByRole('button', { name: 'Desfazer a troca' }).click();
  await page.getByLabel('Nova senha').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Salvar nova senha' }).click();
  await expect(page.getByText('Senha alterada. Entre com a nova senha.')).toBeVisible();
  await logIn(page, { ...client, password: NEW_PASSWORD });
  await expectToast(page, 'success', 'Usuário logado com sucesso!');
});
