import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { followUserSlice } from '~/features/session/session-status';
import { useUser } from '~/features/session/user-store';
import { expectNothingFound } from '~/test/axe';
import { answerCalls, refusal } from '~/test/network';
import { connectDevice, makePasskey, signInOptions } from '~/test/passkeys';
import { newProfile, newToken, signIn } from '~/test/person';
import { renderPage } from '~/test/render';
import { expectToast } from '~/test/toast';
import Login from './login';

const SIGN_IN = 'POST /identity/sign-in/email';
const email = page.getByLabelText('E-mail', { exact: true });
const password = page.getByLabelText('Senha', { exact: true });

beforeEach(followUserSlice);

async function logIn(): Promise<void> {
  await renderPage(<Login />, { at: '/auth/login' });
  await email.fill('marina@viajantes.example');
  await password.fill('não é esta');
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
}

test('what is missing is said beside each field, and nothing is sent', async () => {
  const { calls } = answerCalls({});
  await renderPage(<Login />, { at: '/auth/login' });
  await expect
    .element(page.getByRole('link', { name: 'Esqueci minha senha' }))
    .toHaveAttribute('href', '/auth/forgot-password');
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect.element(email).toHaveFocus();
  await expect.element(email).toHaveAccessibleDescription(/preencha este campo/);
  await expect.element(password).toHaveAccessibleDescription(/Senha: preencha este campo\./);
  expect(calls).toEqual([]);
});

test('a wrong password or an unknown address: Email ou senha inválidos, and nobody is signed in', async () => {
  answerCalls({ [SIGN_IN]: { status: 401, json: { code: 'INVALID_EMAIL_OR_PASSWORD' } } });
  await logIn();
  await expectToast('error', 'Email ou senha inválidos');
  await expect.element(page.getByText('Confira o e-mail e a senha e tente de novo.')).toBeVisible();
  await expect.element(email).toHaveValue('marina@viajantes.example');
  expect(useUser.getState().user.accessToken).toBeNull();
  await page.getByRole('alert').first().hover();
  await expectNothingFound('body');
});

test('too many tries, or a provider that does not answer, are not called a wrong password', async () => {
  answerCalls({ [SIGN_IN]: [{ status: 429 }, 'lost'] });
  await logIn();
  await expectToast('error', 'Muitas tentativas em pouco tempo. Aguarde um pouco e tente de novo.');
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expectToast('error', 'O servidor não respondeu. Tente de novo em instantes.');
});

test('a person without access reads so, and is not signed in', async () => {
  const message = 'O seu acesso está bloqueado. Fale com a gente.';
  answerCalls({
    [SIGN_IN]: { json: {} },
    'GET /identity/token': { json: { token: newToken() } },
    'GET /api/users/me': refusal(401, { code: 'ACCESS_BLOCKED', message }),
  });
  await logIn();
  await expectToast('error', message);
  // One goes with the toast, the other stays with the form.
  await expect.poll(() => page.getByText(message).elements()).toHaveLength(2);
  expect(useUser.getState().user.accessToken).toBeNull();
});

test.each([
  '//evil.example',
  '/\\evil.example',
  '%2F%2Fevil.example',
  '/%2Fevil.example',
  '/%5Cevil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  'https://evil.example/home',
  'https:evil.example',
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  '/auth/logout',
])('after signing in, returnUrl %j ends on /home', async (returnUrl) => {
  signIn();
  await renderPage(<Login />, { at: `/auth/login?returnUrl=${encodeURIComponent(returnUrl)}` });
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('/home');
});

test('the path that was wanted, its search included, is followed after signing in', async () => {
  signIn();
  await renderPage(<Login />, { at: `/auth/login?returnUrl=${encodeURIComponent('/minhasreservas?de=teste')}` });
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('/minhasreservas?de=teste');
});

test('an account without a profile is led to its missing data, and keeps where it wanted to go', async () => {
  answerCalls({
    [SIGN_IN]: { json: {} },
    'GET /identity/token': { json: { token: newToken() } },
    'GET /api/users/me': refusal(404, { code: 'PROFILE_MISSING' }),
  });
  await renderPage(<Login />, { at: '/auth/login?returnUrl=%2Fminhasreservas' });
  await email.fill('marina@viajantes.example');
  await password.fill('trem das onze e quinze');
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect
    .element(page.getByRole('heading', { level: 1 }))
    .toHaveTextContent('/auth/register?returnUrl=%2Fminhasreservas');
});

const BEGIN = 'POST /identity/passkey/begin-sign-in';
const BY_PASSKEY = 'POST /identity/passkey/sign-in';

test('a passkey signs in without e-mail and password, also after it was refused', async () => {
  await connectDevice();
  await makePasskey();
  const profile = newProfile();
  const { bodies } = answerCalls({
    [BEGIN]: { json: signInOptions() },
    [BY_PASSKEY]: [{ status: 401, json: { code: 'PASSKEY_REFUSED' } }, { json: { email: profile.email } }],
    'GET /identity/token': { json: { token: newToken() } },
    'GET /api/users/me': { json: profile },
  });
  await renderPage(<Login />, { at: '/auth/login' });
  const enter = page.getByRole('button', { name: 'Entrar com chave de acesso' });
  await enter.click();
  await expect.element(page.getByText('Esta chave de acesso não foi aceita.')).toBeVisible();
  await expectNothingFound('body');
  await enter.click();
  await expect.element(page.getByRole('heading', { level: 1, name: '/home' })).toBeVisible();
  expect(bodies[BEGIN]).toEqual({ isSecondStep: false });
  expect(useUser.getState().user).toMatchObject({ email: profile.email, isAuthenticated: true });
});

test('after the password the passkey comes first, then the authenticator and a recovery code', async () => {
  await connectDevice();
  await makePasskey();
  const profile = newProfile();
  const { bodies } = answerCalls({
    [SIGN_IN]: { json: { twoFactorRedirect: true, twoFactorMethods: ['passkey', 'totp'] } },
    'POST /identity/two-factor/verify-totp': { status: 401, json: { code: 'INVALID_CODE' } },
    [BEGIN]: { json: signInOptions() },
    [BY_PASSKEY]: { json: { email: profile.email } },
    'GET /identity/token': { json: { token: newToken() } },
    'GET /api/users/me': { json: profile },
  });
  await logIn();
  const usePasskey = page.getByRole('button', { name: 'Usar chave de acesso' });
  await expect.element(usePasskey).toBeVisible();
  await expectNothingFound('body');
  await page.getByRole('button', { name: 'Usar código guardado' }).click();
  await expect.element(page.getByLabelText('Código de recuperação')).toBeVisible();
  await page.getByRole('button', { name: 'Usar o aplicativo' }).click();
  await page.getByLabelText('Código', { exact: true }).fill('000000');
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect.element(page.getByText(/Código incorreto/)).toBeVisible();
  await usePasskey.click();
  await expect.element(page.getByText(/Código incorreto/)).not.toBeInTheDocument();
  await usePasskey.click();
  await expect.element(page.getByRole('heading', { level: 1, name: '/home' })).toBeVisible();
  expect(bodies[BEGIN]).toEqual({ isSecondStep: true });
});

test('without a passkey the second step is the code, or a recovery code', async () => {
  answerCalls({ [SIGN_IN]: { json: { twoFactorRedirect: true, twoFactorMethods: ['totp'] } } });
  await logIn();
  await expect.element(page.getByLabelText('Código', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Usar chave de acesso' })).not.toBeInTheDocument();
});
