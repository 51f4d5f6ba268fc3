import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls } from '~/test/network';
import { newToken, signIn } from '~/test/person';
import { renderPage } from '~/test/render';
import { expectToast } from '~/test/toast';
import { ChangePassword } from './my-account';

const CHANGE = 'POST /identity/change-password';

test('the password is changed by the present one, and the form is empty again', async () => {
  const { profile } = signIn();
  const { bodies } = answerCalls({
    [CHANGE]: [{ status: 400, json: { code: 'INVALID_PASSWORD' } }, { json: {} }],
    'GET /identity/token': { json: { token: newToken() } },
  });
  await renderPage(<ChangePassword email={profile.email} />);
  const current = page.getByLabelText('Senha atual');
  const send = page.getByRole('button', { name: 'Trocar senha' });
  await current.fill('não é esta');
  await page.getByLabelText('Nova senha').fill('cachoeira das sete quedas');
  await send.click();
  await expect.element(current).toHaveAccessibleDescription(/Senha atual: não confere\. Tente de novo\./);
  await current.fill('trem das onze e quinze');
  await send.click();
  await expectToast('success', 'Senha alterada. Os outros aparelhos precisam entrar de novo.');
  expect(bodies[CHANGE]).toMatchObject({
    currentPassword: 'trem das onze e quinze',
    newPassword: 'cachoeira das sete quedas',
    revokeOtherSessions: true,
  });
  await expect.element(current).toHaveValue('');
});
