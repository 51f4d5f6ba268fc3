import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { followUserSlice } from '~/features/session/session-status';
import { useUser } from '~/features/session/user-store';
import { expectNothingFound } from '~/test/axe';
import { answerCalls } from '~/test/network';
import { signIn } from '~/test/person';
import { renderPage } from '~/test/render';
import { setWindow } from '~/test/screen';
import { expectToast } from '~/test/toast';
import { showAlert } from '~/ui/feedback/alert';
import { TopBar } from './layout';

const account = page.getByRole('button', { name: 'Marina Alves de Souza, menu da conta' });

beforeEach(followUserSlice);

async function show() {
  await renderPage(<TopBar title="Início" user={useUser.getState().user} onMenu={() => {}} />, { at: '/home' });
}

test('the account menu says who is signed in, and leads to the account and out', async () => {
  signIn('OPERATOR');
  await show();
  await account.click();
  await expect.element(page.getByText('Marina Alves de SouzaOperador', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Logout' })).toHaveAttribute('href', '/auth/logout');
  await page.getByRole('link', { name: 'Configurações da conta' }).click();
  await expect.element(page.getByRole('heading', { name: '/minhaconta' })).toBeVisible();
});

test('on a phone the toast of a sign-in leaves bar and open menu free', async () => {
  await setWindow();
  signIn();
  await show();
  showAlert('success', 'Usuário logado com sucesso!');
  await expectToast('success', 'Usuário logado com sucesso!');
  const toast = () => document.querySelector('[data-tipo]')?.getBoundingClientRect();
  const bar = page.getByRole('banner').element().getBoundingClientRect();
  expect(toast()?.top).toBeGreaterThanOrEqual(bar.bottom);
  await account.click();
  const last = page.getByRole('link', { name: 'Logout' });
  await expect.poll(() => toast()?.top).toBeGreaterThanOrEqual(last.element().getBoundingClientRect().bottom);
  await expectNothingFound('body');
});

test('the screen is locked: the name stays, what opens the account goes, and the session ends', async () => {
  signIn();
  const { calls } = answerCalls({ 'POST /identity/sign-out': { json: { success: true } } });
  await show();
  await account.click();
  // The full load of the lock screen would leave this page.
  const redirect = vi.spyOn(window, 'setTimeout').mockReturnValue(0 as never);
  await page.getByRole('button', { name: 'Bloquear tela' }).click();
  await expect.poll(() => calls).toContain('POST /identity/sign-out');
  expect(useUser.getState().user).toMatchObject({ name: 'Marina Alves de Souza', cpf: '', accessToken: null });
  expect(redirect).toHaveBeenCalled();
});
