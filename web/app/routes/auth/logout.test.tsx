import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { keep, type OutboxTap } from '~/features/boarding/outbox';
import { readPendingEnrolment, savePendingEnrolment } from '~/features/session/remembered/pending-enrolment';
import { useUser } from '~/features/session/user-store';
import { expectNothingFound } from '~/test/axe';
import { answerCalls } from '~/test/network';
import { signIn } from '~/test/person';
import { renderPage } from '~/test/render';
import { expectToast } from '~/test/toast';
import Logout from './logout';

const FAREWELL_MS = 1500;

// Before the real timers are back: unmounting cancels the farewell.
afterEach(async () => {
  await cleanup();
  window.history.replaceState(null, '', testsPage);
});
const testsPage = window.location.href;

/** The farewell's full load would leave the tests' page; fake timers go on while an expectation polls. */
function stayHere() {
  const { setTimeout: start } = window;
  const later = vi.spyOn(window, 'setTimeout');
  later.mockImplementation(((task: () => void, ms: number) => (ms === FAREWELL_MS ? 0 : start(task, ms))) as never);
  onTestFinished(() => later.mockRestore());
  return later;
}

const remembered = {
  ...{ token: 'a'.repeat(43), code: 'A3K7QX', title: 'Serra', date: '2027-05-08T09:00:00.000Z' },
  until: Number.MAX_SAFE_INTEGER,
};

test('a sign-out that fails: Erro ao fazer logout, and the person stays until it worked, with what they were reserving or sending', async () => {
  const { profile } = signIn();
  answerCalls({
    'GET /identity/token': { status: 500 },
    'GET /api/users/me': { json: profile },
    'POST /identity/sign-out': [{ status: 500 }, { json: { success: true } }],
  });
  savePendingEnrolment({ id: crypto.randomUUID(), slug: 'ubatuba', title: 'Ubatuba' }, undefined);
  localStorage.setItem('passeio:reservas', JSON.stringify([remembered]));
  await caches.open('shared-receipt');
  await renderPage(<Logout />, { at: '/auth/logout' });
  await expectToast('error', 'Erro ao fazer logout');
  await expect.element(page.getByRole('heading', { name: 'Você ainda está na sua conta' })).toBeVisible();
  expect(localStorage.getItem('nextjs')).toContain('"isAuthenticated":true');
  expect(readPendingEnrolment()).toBeDefined();
  expect(await caches.has('shared-receipt')).toBe(true);

  const later = stayHere();
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expectToast('info', 'Usuário deslogado!');
  await expect.element(page.getByRole('heading', { name: 'Até logo!' })).toBeVisible();
  expect(useUser.getState().user).toMatchObject({ id: '', accessToken: null, isAuthenticated: false });
  expect(readPendingEnrolment()).toBeUndefined();
  expect(localStorage.getItem('passeio:reservas')).toBeNull();
  await expect.poll(() => caches.has('shared-receipt')).toBe(false);
  expect(later).toHaveBeenCalledWith(expect.any(Function), FAREWELL_MS);
  await expectNothingFound('body');
});

test.each([
  ['done', { json: { success: true } }, 'Até logo!'],
  ['refused', { status: 500 }, 'Você ainda está na sua conta'],
])('going back after a sign-out that was %s opens the login page and signs nobody out', async (_, answer, title) => {
  const { profile } = signIn();
  answerCalls({
    'GET /identity/token': { status: 500 },
    'GET /api/users/me': { json: profile },
    'POST /identity/sign-out': answer,
  });
  window.history.replaceState(null, '', '/auth/logout');
  const entries = window.history.length;
  stayHere();
  await renderPage(<Logout />, { at: '/auth/logout' });
  await expect.element(page.getByRole('heading', { name: title })).toBeVisible();
  expect(window.location.pathname).toBe('/auth/login');
  expect(window.history.length).toBe(entries);
});

const tapOf = (owner: string, refusal: string | null = null): OutboxTap => ({
  ...{ id: crypto.randomUUID(), participantId: crypto.randomUUID(), decision: 'boarded', clockOffsetMs: 0 },
  ...{ tappedAt: new Date().toISOString(), owner, list: crypto.randomUUID(), refusal },
});

test('with taps unsent it asks first; those of others and refused ones do not keep anybody', async () => {
  const { profile } = signIn('OPERATOR');
  const { calls } = answerCalls({
    'GET /identity/token': { status: 500 },
    'GET /api/users/me': { json: profile },
    'POST /identity/sign-out': { json: { success: true } },
  });
  const own = [tapOf(profile.id), tapOf(profile.id)];
  for (const tap of [...own, tapOf('somebody-else'), tapOf(profile.id, 'Recusado')]) await keep('taps', tap);
  stayHere();
  await renderPage(<Logout />, { at: '/auth/logout' });
  await expect.element(page.getByRole('heading', { name: '2 toques de embarque por enviar' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Continuar na minha conta' })).toHaveAttribute('href', '/home');
  expect(calls).not.toContain('POST /identity/sign-out');

  await page.getByRole('button', { name: 'Sair mesmo assim' }).click();
  await expect.element(page.getByRole('heading', { name: 'Até logo!' })).toBeVisible();
  const { openDB } = await import('idb');
  const outbox = await openDB('boarding-outbox');
  expect(await outbox.count('taps')).toBe(4);
  outbox.close();
  indexedDB.deleteDatabase('boarding-outbox');
});
