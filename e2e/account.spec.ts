import { expect, test } from './fixtures.ts';
import { demoAccount } from './people.ts';
import { areaMenu, expectToast } from './screens.ts';

test('a client sees the own data, changes it, and finds it changed', async ({ page, client }) => {
  await page.goto('/minhaconta');
  await expect(page.getByLabel('Nome completo')).toHaveValue(client.name);
  await expect(page.getByLabel('CPF', { exact: true })).toHaveValue(/^\d{3}\.\d{3}\.\d{3}-\d{2}$/);
  await expect(page.getByLabel('Data de nascimento')).toHaveValue('05/12/1990');
  await page.getByLabel('Nome completo').fill('Marina Alves de Souza Prado');
  await page.getByLabel('Celular ou telefone').fill('3532120000');
  await page.getByRole('button', { name: 'Salvar alterações' }).click();
  await expectToast(page, 'success', 'Dados atualizados com sucesso!');
  await page.reload();
  await expect(page.getByLabel('Nome completo')).toHaveValue('Marina Alves de Souza Prado');
  await expect(page.getByLabel('Celular ou telefone')).toHaveValue('(35) 3212-0000');
});

test('the CPF of somebody else is refused, and what was typed stays', async ({ page, client, tolerate }) => {
  tolerate(/status of 409 .* @ \S+\/api\/users\/me$/);
  await page.goto('/minhaconta');
  await page.getByLabel('CPF', { exact: true }).fill(demoAccount('CLIENT').cpf);
  await page.getByLabel('Nome completo').fill(`${client.name} Prado`);
  await page.getByRole('button', { name: 'Salvar alterações' }).click();
  await expectToast(page, 'error', 'Já existe um cadastro com este CPF ou e-mail. Entre em contato.');
  await expect(page.getByLabel('CPF', { exact: true })).toHaveValue('529.982.247-25');
  await expect(page.getByLabel('Nome completo')).toHaveValue(`${client.name} Prado`);
});

test("the server's message about a field stands beside it", async ({ page, client, tolerate }) => {
  tolerate(/status of 400 .* @ \S+\/api\/users\/me$/);
  const answer = { statusCode: 400, code: 'INVALID_INPUT', message: 'Confira os dados.', requestId: 'e2e' };
  await page.route('**/api/users/me', (route) =>
    route.request().method() === 'GET'
      ? route.continue()
      : route.fulfill({ status: 400, json: { ...answer, fields: { rg: 'RG recusado.' } } }),
  );
  await page.goto('/minhaconta');
  await page.getByLabel('RG', { exact: true }).fill('MG-1');
  await page.getByLabel('RG', { exact: true }).fill('MG-11.111.111');
  await page.getByRole('button', { name: 'Salvar alterações' }).click();
  await expectToast(page, 'error', 'Confira os dados.');
  await expect(page.getByLabel('RG', { exact: true })).toHaveAccessibleDescription(/RG recusado\./);
  await expect(page.getByLabel('RG', { exact: true })).toHaveValue('MG-11.111.111');
  await expect(page.getByLabel('Nome completo')).toHaveValue(client.name);
});

test('changes that were not saved are not lost without asking', async ({ page, client }) => {
  await page.goto('/minhaconta');
  await page.getByLabel('Nome completo').fill('Outro Nome');
  await (await areaMenu(page)).getByRole('link', { name: 'Início' }).click();
  const question = page.getByRole('dialog', { name: 'Sair sem salvar?' });
  await question.getByRole('button', { name: 'Cancelar' }).click();
  await expect(page).toHaveURL('/minhaconta');
  await expect(page.getByLabel('Nome completo')).toHaveValue('Outro Nome');
  await (await areaMenu(page)).getByRole('link', { name: 'Início' }).click();
  await question.getByRole('button', { name: 'Confirmar' }).click();
  await expect(page).toHaveURL('/home');
  await expect(page.getByText(`Olá, ${client.name.split(' ')[0]}!`)).toBeVisible();
});
