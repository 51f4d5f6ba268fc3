import { expect, test } from './support/fixtures.ts';
import { mailedPath } from './support/mails.ts';
import { newPerson, ownOrigin } from './support/people.ts';
import { expectToast, logIn } from './support/screens.ts';

const NEW_PASSWORD = 'cachoeira das sete quedas';

test('the old address takes back an e-mail that was changed, and asks for another password', async ({
  page,
  client,
  tolerate,
}) => {
  // Undoing the change ends every session, this browser's too.
  tolerate(/status of 401 .* @ \S+\/(api\/users\/me|identity\/token)/);
  const newEmail = newPerson().email;
  const headers = { origin: ownOrigin() };
  const data = { newEmail, password: client.password };
  expect((await page.request.post('/identity/change-email', { data, headers })).ok()).toBe(true);
  const { search } = new URL(await mailedPath(newEmail, 'Confirme o seu e-mail'), ownOrigin());
  expect((await page.request.get(`/identity/verify-email${search}`, { headers })).ok()).toBe(true);

  await page.goto(await mailedPath(client.email, 'O e-mail da sua conta mudou'));
  await page.getByRole('button', { name: 'Desfazer a troca' }).click();
  await page.getByLabel('Nova senha').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Salvar nova senha' }).click();
  await expect(page.getByText('Senha alterada. Entre com a nova senha.')).toBeVisible();
  await logIn(page, { ...client, password: NEW_PASSWORD });
  await expectToast(page, 'success', 'Usuário logado com sucesso!');
});
