import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { followUserSlice } from '~/features/session/session-status';
import { useUser } from '~/features/session/user-store';
import { expectNothingFound } from '~/test/axe';
import { answerCalls, type FakeResponse, refusal } from '~/test/network';
import { newProfile, newToken, signIn } from '~/test/person';
import { renderPage } from '~/test/render';
import { expectToFit } from '~/test/screen';
import { expectToast } from '~/test/toast';
import StaffInvitationPage from './staff-invitation';

const TOKEN = 'q3Yk0ZfJm1vT8uWcXbN5aLr7PdGhE2sQ';
const READ = 'POST /api/staff-invitations/read';
const ACCEPT = 'POST /api/staff-invitations/accept';
const SIGN_UP = 'POST /identity/sign-up/email';
const PASSWORD = 'trem das onze e quinze';
const over = refusal(404, { code: 'INVITATION_OVER', message: 'Este convite não vale mais.' });
const rita = { name: 'Rita Prado', email: null, role: 'OPERATOR' };

const field = (label: string) => page.getByLabelText(label, { exact: true });
const enter = page.getByRole('button', { name: 'Entrar na equipe' });
const ended = page.getByRole('heading', { name: 'Este convite não vale mais' });

beforeEach(followUserSlice);
afterEach(() => {
  window.location.hash = '';
});

async function open(responses: Record<string, FakeResponse | FakeResponse[]>) {
  window.location.hash = TOKEN;
  const network = answerCalls({
    [SIGN_UP]: { json: { token: null } },
    'POST /identity/sign-in/email': { json: { token: 'session' } },
    'GET /identity/token': { json: { token: newToken() } },
    ...responses,
  });
  await renderPage(<StaffInvitationPage />, { at: '/auth/equipe' });
  return network;
}

test('a colleague joins without documents; what was typed stays until all of it is right', async () => {
  const { bodies, calls } = await open({
    [READ]: { json: rita },
    [ACCEPT]: [
      refusal(409, { code: 'INVITATION_OF_ANOTHER', message: 'Este convite é para outro e-mail.' }),
      { status: 201, json: newProfile('OPERATOR') },
    ],
  });
  await expect.element(page.getByRole('heading', { name: 'Olá, Rita!' })).toBeVisible();
  await expect.element(page.getByText(/para a equipe, com o perfil de operador\./)).toBeVisible();
  expect(bodies[READ]).toEqual({ token: TOKEN });
  for (const label of ['CPF', 'RG', 'Data de nascimento']) await expect.element(field(label)).not.toBeInTheDocument();
  await expectToFit();

  await expect.element(field('Nome completo')).toHaveValue('Rita Prado');
  await field('Celular ou telefone').fill('3598');
  await field('E-mail').fill('rita@');
  await field('Senha').fill('curta');
  await enter.click();
  await expect.element(field('Celular ou telefone')).toHaveFocus();
  for (const label of ['Celular ou telefone', 'E-mail', 'Senha']) {
    await expect.element(field(label)).toHaveAttribute('aria-invalid', 'true');
  }
  await expect.element(field('E-mail')).toHaveValue('rita@');
  await expectNothingFound();
  expect(calls).toEqual([READ]);

  await field('Celular ou telefone').fill('35988887777');
  await field('E-mail').fill('Rita@Equipe.example');
  await field('Senha').fill(PASSWORD);
  await enter.click();
  await expect.element(page.getByText('Este convite é para outro e-mail.')).toBeVisible();
  await expect.element(field('Celular ou telefone')).toHaveValue('(35) 98888-7777');
  await enter.click();
  await expectToast('success', 'A sua conta está pronta.');
  await expect.element(page.getByRole('heading', { name: '/home' })).toBeVisible();
  expect(bodies[SIGN_UP]).toMatchObject({ email: 'rita@equipe.example', password: PASSWORD, name: 'Rita Prado' });
  expect(bodies[ACCEPT]).toEqual({ token: TOKEN, name: 'Rita Prado', contact: '(35) 98888-7777' });
  expect(useUser.getState().user.role).toBe('OPERATOR');
});

test('an invitation by e-mail is for this address; a person who is signed in as a client becomes staff', async () => {
  const { profile } = signIn();
  const { bodies } = await open({
    [READ]: { json: { ...rita, email: profile.email, role: 'GUIDE' } },
    [ACCEPT]: { status: 201, json: { ...profile, role: 'GUIDE' } },
  });
  await expect.element(page.getByText(/com o perfil de guia\. Se você já tem conta/)).toBeVisible();
  await expect.element(field('E-mail')).toHaveValue(profile.email);
  await expect.element(field('E-mail')).toHaveAttribute('readonly');
  await field('Celular ou telefone').fill('35988887777');
  await field('Senha').fill(PASSWORD);
  await enter.click();
  await expect.element(page.getByRole('heading', { name: '/home' })).toBeVisible();
  expect(bodies[SIGN_UP]).toMatchObject({ email: profile.email });
  expect(useUser.getState().user).toMatchObject({ id: profile.id, role: 'GUIDE' });
});

test('an invitation that is over says so, and leads to signing in', async () => {
  await open({ [READ]: over });
  await expect.element(ended).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Entrar' })).toHaveAttribute('href', '/auth/login');
  await expectNothingFound();
});

test('an invitation that ends while its page is open says so instead of taking more attempts', async () => {
  await open({ [READ]: ['lost', { json: { ...rita, email: 'rita@equipe.example' } }], [ACCEPT]: over });
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await field('Celular ou telefone').fill('35988887777');
  await field('Senha').fill(PASSWORD);
  await enter.click();
  await expect.element(ended).toBeVisible();
  expect(useUser.getState().user.role).not.toBe('OPERATOR');
});
