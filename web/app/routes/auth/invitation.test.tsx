import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, type FakeResponse, refusal } from '~/test/network';
import { renderPage } from '~/test/render';
import InvitationPage from './invitation';

const TOKEN = 'q3Yk0ZfJm1vT8uWcXbN5aLr7PdGhE2sQ9iKoBtRyVwA';
const READ = 'POST /api/invitations/read';
const over = refusal(404, { code: 'INVITATION_OVER', message: 'Este convite não vale mais.' });

async function open(...answers: FakeResponse[]) {
  window.location.hash = TOKEN;
  return openPage(...answers);
}
async function openPage(...answers: FakeResponse[]) {
  const network = answerCalls({ [READ]: answers });
  await renderPage(<InvitationPage />, { at: '/auth/invitation' });
  return network;
}
afterEach(() => {
  window.location.hash = '';
});

test('one that was used, cancelled or is too old says so, and leads to signing in', async () => {
  const { bodies } = await open(over);
  await expect.element(page.getByRole('heading', { name: 'Este convite não vale mais' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Entrar' })).toHaveAttribute('href', '/auth/login');
  expect(bodies[READ]).toEqual({ token: TOKEN });
});

test('the page without one says so without asking the server', async () => {
  const { calls } = await openPage();
  await expect.element(page.getByRole('heading', { name: 'Este convite não vale mais' })).toBeVisible();
  expect(calls).toEqual([]);
});

test('one that could not be read is tried again; where nothing is missing, only e-mail and password are asked for', async () => {
  await open('lost', { json: { firstName: 'Iolanda', missing: [] } });
  await expect.element(page.getByRole('heading', { name: 'Não foi possível abrir o convite' })).toBeVisible();
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect.element(page.getByRole('heading', { name: 'Olá, Iolanda!' })).toBeVisible();
  await expect.element(page.getByLabelText('E-mail', { exact: true })).toBeVisible();
  await expect.element(page.getByLabelText('CPF', { exact: true })).not.toBeInTheDocument();
});
