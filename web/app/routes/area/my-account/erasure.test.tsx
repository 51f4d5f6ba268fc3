import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectNothingFound } from '~/test/axe';
import { answerCalls } from '~/test/network';
import { signIn } from '~/test/person';
import { renderRoute } from '~/test/render';
import { expectNoSidewaysScrolling, setWindow } from '~/test/screen';
import * as myAccount from './my-account';

test('erasing the account says what goes and what stays, asks for the password, and says why it is refused', async () => {
  await setWindow();
  const { profile } = signIn();
  const message = 'Ainda não dá para apagar os dados: há reserva em andamento (T4K9XZ).';
  const { bodies } = answerCalls({
    'GET /api/users/me': { json: { ...profile, role: 'CLIENT', emailConfirmed: true } },
    'GET /api/users/me/sessions': { json: { data: [] } },
    'POST /api/privacy/erasure': { status: 409, json: { code: 'ERASURE_OPEN', message } },
  });
  await renderRoute(myAccount, { at: '/minhaconta' });
  await page.getByRole('button', { name: 'Excluir conta e dados…' }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText(/fora das telas do dia a dia/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Excluir' }).click();
  await expect.element(dialog.getByText('Senha: preencha este campo.')).toBeVisible();
  await dialog.getByLabelText('Senha da conta').fill('a senha');
  await expectNoSidewaysScrolling();
  await expectNothingFound();
  await dialog.getByRole('button', { name: 'Excluir' }).click();
  await expect.element(dialog.getByText(message)).toBeVisible();
  expect(bodies['POST /api/privacy/erasure']).toEqual({ password: 'a senha' });
});
