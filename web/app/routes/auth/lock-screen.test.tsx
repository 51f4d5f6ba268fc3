import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { whenRestored } from '~/features/session/session';
import { followUserSlice } from '~/features/session/session-status';
import { userCacheName } from '~/features/session/user-cache';
import { useUser } from '~/features/session/user-store';
import { answerCalls } from '~/test/network';
import { newToken, signIn } from '~/test/person';
import { renderPage } from '~/test/render';
import { expectToast } from '~/test/toast';
import LockScreen from './lock-screen';

const SIGN_IN = 'POST /identity/sign-in/email';

beforeEach(followUserSlice);

test('the locked screen keeps who is there and no more, nor what could be read offline, refuses another password, and leads to no other site', async () => {
  await whenRestored();
  const { profile } = signIn();
  await caches.open(userCacheName(profile.id));
  const { bodies } = answerCalls({
    'POST /identity/sign-out': { json: { success: true } },
    [SIGN_IN]: [{ status: 401, json: { code: 'INVALID_EMAIL_OR_PASSWORD' } }, { json: {} }],
    'GET /identity/token': { json: { token: newToken() } },
    'GET /api/users/me': { json: profile },
  });
  await renderPage(<LockScreen />, { at: '/auth/lock-screen?returnUrl=//evil.example' });
  const password = page.getByLabelText('Senha', { exact: true });
  await expect.element(page.getByText(profile.name)).toBeVisible();
  expect(useUser.getState().user).toMatchObject({ name: profile.name, cpf: '', contact: '', accessToken: null });
  expect(localStorage.getItem('nextjs')).not.toContain(profile.cpf);
  await expect.poll(() => caches.has(userCacheName(profile.id))).toBe(false);

  await password.fill('senha errada');
  await page.getByRole('button', { name: 'Desbloquear' }).click();
  await expectToast('error', 'Senha incorreta');
  await expect.element(page.getByText(profile.name)).toBeVisible();

  await password.fill('trem das onze e quinze');
  await page.getByRole('button', { name: 'Desbloquear' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: '/home' })).toBeVisible();
  expect(bodies[SIGN_IN]).toMatchObject({ email: profile.email, password: 'trem das onze e quinze' });
  expect(useUser.getState().user).toMatchObject({ cpf: profile.cpf, isAuthenticated: true });
});
