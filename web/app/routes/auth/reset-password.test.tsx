import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { useUser } from '~/features/session/user-store';
import { expectNothingFound } from '~/test/axe';
import { answerCalls } from '~/test/network';
import { signIn } from '~/test/person';
import { renderPage } from '~/test/render';
import ResetPassword from './reset-password';

const RESET = 'POST /identity/reset-password';
const password = page.getByLabelText('Nova senha');
const save = page.getByRole('button', { name: 'Salvar nova senha' });
const open = () => renderPage(<ResetPassword />, { at: '/auth/reset-password?token=um-link' });

test('the link of a mail sets the password that was typed, signs this browser out and leads to the login', async () => {
  signIn();
  const { bodies } = answerCalls({
    [RESET]: [{ status: 400, json: { code: 'PASSWORD_COMPROMISED' } }, { json: { status: true } }],
    'POST /identity/sign-out': { json: { success: true } },
  });
  await open();
  await password.fill('curta');
  await save.click();
  await expect.element(password).toHaveAttribute('aria-invalid', 'true');
  await expectNothingFound();
  await password.fill('cachoeira das sete quedas');
  await save.click();
  await expect.element(password).toHaveAttribute('aria-invalid', 'true');
  await expect.element(password).toHaveValue('cachoeira das sete quedas');
  await save.click();
  await expect.element(page.getByRole('heading', { name: '/auth/login' })).toBeVisible();
  expect(bodies[RESET]).toEqual({ token: 'um-link', newPassword: 'cachoeira das sete quedas' });
  expect(useUser.getState().user).toMatchObject({ accessToken: null, isAuthenticated: false });
});

test('a link that was used says so and offers another', async () => {
  answerCalls({ [RESET]: { status: 400, json: { code: 'INVALID_TOKEN' } } });
  await open();
  await password.fill('mais uma senha qualquer');
  await save.click();
  await expect.element(page.getByRole('heading', { name: 'Este link não vale mais' })).toHaveFocus();
  await page.getByRole('link', { name: 'Pedir outro link' }).click();
  await expect.element(page.getByRole('heading', { name: '/auth/forgot-password' })).toBeVisible();
});
