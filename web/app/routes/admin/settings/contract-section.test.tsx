import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls } from '~/test/network';
import { signIn } from '~/test/person';
import { renderPage } from '~/test/render';
import { expectToast } from '~/test/toast';
import { ContractSection } from './contract-section';

const SAVE = 'PUT /api/settings/contract';
const text = page.getByRole('textbox', { name: 'Texto do contrato' });
const save = page.getByRole('button', { name: 'Salvar contrato' });
const preview = page.getByRole('region', { name: 'Prévia, com dados de exemplo' });

test('a contract begins with a model, is seen with example data and has only fields that exist', async () => {
  signIn('ADMIN');
  const { bodies } = answerCalls({ [SAVE]: { json: { text: '<i>{cliente}</i>' } } });
  await renderPage(<ContractSection contract={{ text: '' }} onDirty={() => {}} />);
  await expect.element(preview).toMatchTextContent(/Sem contrato\./);
  await page.getByRole('button', { name: 'Começar com um modelo' }).click();
  await expect.element(preview).toMatchTextContent(/Contratante: Ana Lima, CPF 529\.982\.247-25\./);
  await text.fill('Vai {cliente} com {senha}.');
  await save.click();
  await expect.element(page.getByText('O campo {senha} não existe no contrato.')).toBeVisible();
  expect(bodies[SAVE]).toBeUndefined();
  await text.fill('<i></i>');
  await page.getByRole('button', { name: /^\{cliente\}/ }).click();
  await expect.element(text).toHaveValue('<i></i>{cliente}');
  await expect.element(preview).toMatchTextContent(/<i><\/i>Ana Lima/);
  await save.click();
  await expectToast('success', 'Contrato salvo. Vale para as próximas reservas.');
  expect(bodies[SAVE]).toEqual({ text: '<i></i>{cliente}' });
});
