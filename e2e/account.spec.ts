import { expect, test } from './fixtures.ts';
import { expectToast } from './screens.ts';

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
