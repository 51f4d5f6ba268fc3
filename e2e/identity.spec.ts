import { expect, test } from './fixtures.ts';
import { mailedPath } from './mails.ts';
import { newPerson } from './people.ts';
import { expectToast, logIn } from './screens.ts';
import { beSignedIn, confirmEmail } from './sessions.ts';

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
  await logIn(page, { ...person, password: NEW_PASSWORD });
  await expect(page).toHaveURL('/home');

  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto(link);
  await page.getByLabel('Nova senha').fill('mais uma senha qualquer');
  await page.getByRole('button', { name: 'Salvar nova senha' }).click();
  await expect(page.getByRole('heading', { name: 'Este link não vale mais' })).toBeVisible();
});

test('the locked screen keeps who is there, and opens with the password where they wanted to go', async ({
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
  expect((await page.request.get('/identity/token')).status()).toBe(401);

  await page.goto('/minhasreservas');
  await expect(page).toHaveURL(/^[^?]*\/auth\/lock-screen\?returnUrl=/);
  await page.getByLabel('Senha', { exact: true }).fill(client.password);
  await page.getByRole('button', { name: 'Desbloquear' }).click();
  await expect(page).toHaveURL('/minhasreservas');
});

test('a client sees the own data, changes it, and ends a session elsewhere', async ({
  page,
  client,
  browser,
  baseURL,
  tolerate,
}) => {
  tolerate(/status of 401/);
  const elsewhere = await browser.newContext({ baseURL });
  await beSignedIn(elsewhere, client);
  const other = await elsewhere.newPage();
  await other.goto('/minhaconta');
  await expect(other.getByLabel('Nome completo')).toHaveValue(client.name);

  await page.goto('/minhaconta');
  await expect(page.getByLabel('CPF', { exact: true })).toHaveValue(/^\d{3}\.\d{3}\.\d{3}-\d{2}$/);
  await page.getByLabel('Nome completo').fill('Marina Alves de Souza Prado');
  await page.getByLabel('Celular ou telefone').fill('3532120000');
  await page.getByRole('button', { name: 'Salvar alterações' }).click();
  await expectToast(page, 'success', 'Dados atualizados com sucesso!');
  await page.reload();
  await expect(page.getByLabel('Nome completo')).toHaveValue('Marina Alves de Souza Prado');
  await expect(page.getByLabel('Celular ou telefone')).toHaveValue('(35) 3212-0000');

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
