import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { readPendingEnrolment, savePendingEnrolment } from '~/features/reservations/pending-enrolment';
import { useUser } from '~/features/session/user-store';
import { answerCalls } from '~/test/network';
import { signIn } from '~/test/person';
import { renderPage } from '~/test/render';
import { expectToast } from '~/test/toast';
import Logout from './logout';

test('a sign-out that fails: Erro ao fazer logout, and the person stays until it worked, with what they were reserving', async () => {
  const { profile } = signIn();
  answerCalls({
    'GET /identity/token': { status: 500 },
    'GET /api/users/me': { json: profile },
    'POST /identity/sign-out': [{ status: 500 }, { json: { success: true } }],
  });
  savePendingEnrolment({ id: crypto.randomUUID(), slug: 'ubatuba', title: 'Ubatuba' }, undefined);
  await renderPage(<Logout />, { at: '/auth/logout' });
  await expectToast('error', 'Erro ao fazer logout');
  await expect.element(page.getByRole('heading', { name: 'Você ainda está na sua conta' })).toBeVisible();
  expect(localStorage.getItem('nextjs')).toContain('"isAuthenticated":true');
  expect(readPendingEnrolment()).toBeDefined();

  // The farewell's full load would leave this page.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expectToast('info', 'Usuário deslogado!');
  await expect.element(page.getByRole('heading', { name: 'Até logo!' })).toBeVisible();
  expect(useUser.getState().user).toMatchObject({ id: '', accessToken: null, isAuthenticated: false });
  expect(readPendingEnrolment()).toBeUndefined();
  expect(vi.getTimerCount()).toBeGreaterThan(0);
});
