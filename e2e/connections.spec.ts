import { expect, test } from './support/fixtures.ts';
import { demoAccount } from './support/people.ts';
import { refused } from './support/screens.ts';

test('an administrator sees what the demonstration is connected to, and why a mail server inside the network is not', async ({
  page,
  signInAs,
  tolerate,
}) => {
  tolerate(refused('/api/connections/mail'));
  await signInAs(demoAccount('ADMIN'));
  await page.goto('/admin/conexoes');
  const list = page.getByRole('main');
  await expect(list.getByRole('link', { name: /^Pix automático/ })).toContainText('Da demonstração');
  await expect(list.getByRole('link', { name: /^Cartão/ })).toContainText('Da demonstração');
  await list.getByRole('link', { name: /^E-mail/ }).click();

  const fill = (label: string, value: string) => page.getByLabel(label, { exact: true }).fill(value);
  await fill('Servidor', '127.0.0.1');
  await fill('Porta', '465');
  await fill('Usuário', 'oi@rota.example');
  await fill('Senha', 'senha da caixa');
  await fill('Endereço de quem envia', 'oi@rota.example');
  await page.getByRole('button', { name: 'Testar conexão' }).click();
  await expect(page.getByText(/Este servidor é de uma rede interna/).first()).toBeVisible();
  await fill('Senha da sua conta', 'não é a senha');
  await page.getByRole('button', { name: 'Salvar conexão' }).click();
  await expect(page.getByText('A senha não confere. Tente de novo.')).toBeVisible();
});
