import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { followUserSlice } from '~/features/session/session-status';
import { useUser } from '~/features/session/user-store';
import { expectNothingFound } from '~/test/axe';
import { answerCalls, type FakeResponse, refusal } from '~/test/network';
import { signIn } from '~/test/person';
import { renderPage } from '~/test/render';
import { expectToFit } from '~/test/screen';
import { ownSeller } from '~/test/sellers';
import { expectToast } from '~/test/toast';
import SellerInvitationPage from './invitation';

const TOKEN = 'q3Yk0ZfJm1vT8uWcXbN5aLr7PdGhE2sQ';
const KEPT = 'passeio:convite-de-vendas';
const READ = 'POST /api/seller-invitations/read';
const ACCEPT = 'POST /api/seller-invitations/accept';
const jussara = { name: 'Jussara Lima', kind: 'person', operatorName: 'Rota das Águas' };
const over = refusal(404, { code: 'INVITATION_OVER', message: 'Este convite não vale mais.' });

const accept = page.getByRole('button', { name: 'Aceitar e vender' });
const ended = page.getByRole('heading', { name: 'Este convite não vale mais' });

beforeEach(followUserSlice);
afterEach(() => {
  window.location.hash = '';
  localStorage.removeItem(KEPT);
});

async function open(responses: Record<string, FakeResponse | FakeResponse[]>, token = TOKEN) {
  window.location.hash = token;
  const network = answerCalls({ [READ]: { json: jussara }, ...responses });
  await renderPage(<SellerInvitationPage />, { at: '/portal/vender' });
  return network;
}

test('a visitor signs in or up first, and the invitation waits for them', async () => {
  await open({});
  await expect.element(page.getByRole('heading', { name: 'Olá, Jussara!' })).toBeVisible();
  await expect.element(page.getByText(/^Rota das Águas convidou você a vender os passeios/)).toBeVisible();
  const returning = '?returnUrl=%2Fportal%2Fvender';
  await expect.element(page.getByRole('link', { name: 'Entrar' })).toHaveAttribute('href', `/auth/login${returning}`);
  await expect
    .element(page.getByRole('link', { name: 'Criar conta' }))
    .toHaveAttribute('href', `/auth/register${returning}`);
  expect(localStorage.getItem(KEPT)).toBe(TOKEN);
  await expectNothingFound();
  await expectToFit();
});

test('after signing in the kept invitation is accepted, and the area of sellers opens', async () => {
  localStorage.setItem(KEPT, TOKEN);
  const { profile } = signIn();
  window.history.replaceState(null, '', window.location.pathname);
  const { bodies } = await open({ [ACCEPT]: { json: ownSeller } }, '');
  await expect.element(page.getByText(`Conta: ${profile.name}, ${profile.email}`)).toBeVisible();
  await expectNothingFound();
  await accept.click();
  await expectToast('success', 'Pronto! Agora você vende os nossos passeios.');
  await expect.element(page.getByRole('heading', { name: '/vendas' })).toBeVisible();
  expect(bodies).toMatchObject({ [READ]: { token: TOKEN }, [ACCEPT]: { token: TOKEN } });
  expect(useUser.getState().user.isSeller).toBe(true);
  expect(localStorage.getItem(KEPT)).toBeNull();
});

test('an invitation that is over says so', async () => {
  await open({ [READ]: over });
  await expect.element(ended).toBeVisible();
  await expectNothingFound();
});

test('an invitation that ends while its page is open says so', async () => {
  signIn();
  await open({ [ACCEPT]: over });
  await accept.click();
  await expect.element(ended).toBeVisible();
  expect(useUser.getState().user.isSeller).toBeUndefined();
});

test('a person who sells already is led to their sales', async () => {
  signIn();
  const message = 'Você já vende nossos passeios com esta conta.';
  await open({ [ACCEPT]: refusal(409, { code: 'SELLER_EXISTS', message }) });
  await accept.click();
  await expect.element(page.getByText(message)).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Ir para as minhas vendas' })).toHaveAttribute('href', '/vendas');
});

test('a connection that breaks can be tried again', async () => {
  signIn();
  await open({ [READ]: ['lost', { json: jussara }], [ACCEPT]: ['lost', { json: ownSeller }] });
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await accept.click();
  await expect.element(page.getByText(/^O servidor não respondeu/)).toBeVisible();
  await accept.click();
  await expectToast('success', 'Pronto! Agora você vende os nossos passeios.');
});
