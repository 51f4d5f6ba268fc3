import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { followUserSlice } from '~/features/session/session-status';
import { expectNothingFound } from '~/test/axe';
import { answerCalls, type FakeResponse } from '~/test/network';
import { connectDevice, newPasskeyOptions } from '~/test/passkeys';
import { newToken, signIn } from '~/test/person';
import { renderPage } from '~/test/render';
import { expectToast } from '~/test/toast';
import TwoFactorPage from './two-factor';

const ENABLE = 'POST /identity/two-factor/enable';
const CONFIRM = 'POST /identity/two-factor/verify-totp';
const ADD = 'POST /identity/passkey/add';
const REMOVE = 'POST /identity/passkey/remove';
const CODES = ['ABCD-EFGH-JKMN', 'PQRS-TUVW-XYZ2'];
const URI = 'otpauth://totp/Passeio:marina?secret=JBSWY3DPEHPK3PXP&issuer=Passeio';

const password = page.getByLabelText('Senha', { exact: true });
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

beforeEach(followUserSlice);

/** Opens the page of a person whose second steps are `steps`, those after a change last. */
async function open(
  steps: { hasAuthenticator: boolean; passkeys: object[] }[],
  answers: Record<string, FakeResponse[]>,
) {
  const { profile } = signIn();
  const network = answerCalls({
    'GET /api/users/me': steps.map(({ hasAuthenticator, passkeys }) => ({
      json: { ...profile, hasTwoFactor: hasAuthenticator || passkeys.length > 0, mustAddTwoFactor: false },
    })),
    'GET /identity/two-factor/methods': steps
      .filter(({ hasAuthenticator, passkeys }) => hasAuthenticator || passkeys.length > 0)
      .map((json) => ({ json })),
    'GET /identity/token': { json: { token: newToken() } },
    ...answers,
  });
  await renderPage(<TwoFactorPage />, { at: '/auth/duas-etapas' });
  return network;
}

const none = { hasAuthenticator: false, passkeys: [] };
const passkey = { id: 'a2V5', name: 'Celular da Marina', createdAt: '2026-03-01T15:00:00Z', lastUsedAt: null };

test('an authenticator is added by its code, and the recovery codes are shown once', async () => {
  const { bodies } = await open([none], {
    [ENABLE]: [{ status: 400, json: { code: 'INVALID_PASSWORD' } }, { json: { totpURI: URI, backupCodes: CODES } }],
    [CONFIRM]: [{ status: 401, json: { code: 'INVALID_CODE' } }, { json: {} }],
  });
  await press('Adicionar autenticador');
  await password.fill('não é esta');
  await press('Continuar');
  await expect.element(page.getByText('A senha não confere.')).toBeVisible();
  await password.fill('trem das onze e quinze');
  await press('Continuar');
  await expect.element(page.getByText('JBSW Y3DP EHPK 3PXP')).toBeVisible();
  const code = page.getByLabelText('Código do aplicativo');
  await code.fill('000 000');
  await press('Ativar');
  await expect.element(page.getByText(/Código incorreto/)).toBeVisible();
  await expectNothingFound('body');
  await code.fill('123 456');
  await press('Ativar');
  await expect.element(page.getByRole('list', { name: 'Códigos de recuperação' })).toHaveTextContent(CODES.join(''));
  expect(bodies[ENABLE]).toMatchObject({ password: 'trem das onze e quinze' });
  await expect.element(page.getByText(/eles não aparecem de novo/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Já guardei, continuar' })).toBeVisible();
});

test('a passkey is added by the device, with recovery codes where it is the first second step', async () => {
  await connectDevice();
  const { bodies } = await open([none, { hasAuthenticator: false, passkeys: [passkey] }], {
    'POST /identity/passkey/begin': [{ json: newPasskeyOptions() }],
    [ADD]: [{ json: { recoveryCodes: CODES } }],
  });
  await press('Adicionar chave de acesso');
  await page.getByLabelText('Nome do aparelho').fill('Celular da Marina');
  await password.fill('trem das onze e quinze');
  await press('Continuar');
  await expect.element(page.getByText(CODES[0] ?? '')).toBeVisible();
  expect(bodies[ADD]).toMatchObject({
    name: 'Celular da Marina',
    response: { type: 'public-key', response: { attestationObject: expect.any(String) } },
  });
});

test('another passkey joins the list without other recovery codes, and says when it was used', async () => {
  await connectDevice();
  const second = { ...passkey, id: 'b3V0cmE', name: 'Notebook', lastUsedAt: '2026-04-02T15:00:00Z' };
  await open(
    [
      { hasAuthenticator: true, passkeys: [passkey] },
      { hasAuthenticator: true, passkeys: [passkey, second] },
    ],
    {
      'POST /identity/passkey/begin': [{ json: newPasskeyOptions() }],
      [ADD]: [{ json: { recoveryCodes: [] } }],
    },
  );
  await expect.element(page.getByText('Ainda não usada')).toBeVisible();
  await expect.element(page.getByText('Aplicativo autenticador', { exact: true })).toBeVisible();
  await press('Adicionar chave de acesso');
  await password.fill('trem das onze e quinze');
  await press('Continuar');
  await expectToast('success', 'Chave de acesso adicionada.');
  await expect.element(page.getByRole('button', { name: 'Remover a chave Notebook' })).toBeVisible();
  await expect.element(page.getByText('Último uso em 02/04/2026')).toBeVisible();
  await expectNothingFound('body');
});

test('the authenticator goes with the password where a passkey stays', async () => {
  const remove = 'POST /identity/two-factor/remove-authenticator';
  const { bodies } = await open(
    [
      { hasAuthenticator: true, passkeys: [passkey] },
      { hasAuthenticator: false, passkeys: [passkey] },
    ],
    { [remove]: [{ json: { status: true } }] },
  );
  await press('Remover o aplicativo autenticador');
  await password.fill('trem das onze e quinze');
  await press('Remover');
  await expectToast('success', 'Aplicativo autenticador removido.');
  expect(bodies[remove]).toEqual({ password: 'trem das onze e quinze' });
  await expect.element(page.getByRole('button', { name: 'Adicionar autenticador' })).toBeVisible();
});

test('a browser without a device says so, and nothing is added', async () => {
  const { calls } = await open([none], {
    'POST /identity/passkey/begin': [{ json: { ...newPasskeyOptions(), rp: { id: 'outro.example', name: 'Outro' } } }],
  });
  await press('Adicionar chave de acesso');
  await password.fill('trem das onze e quinze');
  await press('Continuar');
  await expect.element(page.getByText('Este navegador não aceita chaves de acesso.')).toBeVisible();
  expect(calls).not.toContain(ADD);
});

test('the last passkey is removed after a warning, and the page offers to begin again', async () => {
  const { bodies } = await open([{ hasAuthenticator: false, passkeys: [passkey] }, none], { [REMOVE]: [{ json: {} }] });
  await press('Remover a chave Celular da Marina');
  await expect.element(page.getByText(/a conta volta a pedir só a senha/)).toBeVisible();
  await press('Voltar');
  await press('Remover a chave Celular da Marina');
  await password.fill('trem das onze e quinze');
  await press('Remover');
  await expectToast('success', 'Chave de acesso removida.');
  expect(bodies[REMOVE]).toEqual({ id: 'a2V5', password: 'trem das onze e quinze' });
  await expect.element(page.getByText('Desativar a verificação')).not.toBeInTheDocument();
});
