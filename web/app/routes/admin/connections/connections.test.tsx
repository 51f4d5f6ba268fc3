import type { ConnectionState } from '@passeio/contract/connections/connections';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderInArea } from '~/test/area';
import { expectNothingFound } from '~/test/axe';
import { type FakeResponse, refusal } from '~/test/network';
import { beOnPhone, expectToFit, expectWords } from '~/test/screen';
import { expectToast } from '~/test/toast';
import * as connectionPage from './connection';
import * as connectionsPage from './connections';

const none: ConnectionState = {
  kind: 'pix',
  source: 'none',
  shown: {},
  connectedAt: null,
  connectedBy: '',
  expiresAt: null,
  problem: '',
  addresses: [],
  demonstrationUrl: null,
  retired: [],
};
const connected: ConnectionState = {
  ...none,
  source: 'browser',
  shown: {
    ...{ bank: 'efi', apiUrl: 'https://pix.api.efipay.com.br/v2', clientId: 'rota-das-aguas' },
    ...{ tokenUrl: 'https://pix.api.efipay.com.br/oauth/token', key: 'pix@rota.example' },
    ...{ clientSecret: '••••9f3c', certificate: '••••' },
  },
  connectedAt: '2026-11-20T15:00:00.000Z',
  connectedBy: 'Helena Prado',
  expiresAt: new Date(Date.now() + 12 * 86_400_000 - 60_000).toISOString(),
};
const replaced: ConnectionState['retired'][number] = {
  name: 'pix_abcdefgh',
  retiredAt: '2026-11-19T15:00:00.000Z',
  openCharges: 2,
  expiresAt: '2026-12-19T15:00:00.000Z',
  problem: '',
};
const ofKind = (kind: string, more: Partial<ConnectionState> = {}) => ({ ...none, kind, ...more }) as ConnectionState;

const button = (name: string) => page.getByRole('button', { name });
const field = (label: string) => page.getByLabelText(label, { exact: true });
const READ = 'GET /api/connections/pix';
const TEST = 'POST /api/connections/pix/test';
const CHANGE = 'PUT /api/connections/pix';

const openList = (data: ConnectionState[]) =>
  renderInArea(connectionsPage, {
    role: 'ADMIN',
    at: '/admin/conexoes',
    responses: { 'GET /api/connections': { json: { data } } },
  });
const open = (state: ConnectionState, responses: Record<string, FakeResponse | FakeResponse[]> = {}) =>
  renderInArea(connectionPage, {
    role: 'ADMIN',
    at: '/admin/conexoes/pix',
    path: '/admin/conexoes/:kind',
    responses: { [READ]: { json: state }, ...responses },
  });

test('the list says how each connection is', async () => {
  await beOnPhone();
  await openList([
    { ...connected, retired: [replaced] },
    ofKind('cards', { source: 'demonstration' }),
    ofKind('mail', { source: 'server' }),
    ofKind('google'),
  ]);
  const row = (name: RegExp) => page.getByRole('link', { name });
  await expectWords(row(/^Pix automático/), 'Vence em 12 dias');
  await expectWords(row(/^Pix automático/), 'por Helena Prado');
  await expectWords(row(/^Pix automático/), '2 cobranças abertas');
  await expectWords(row(/^Cartão/), 'Da demonstração');
  await expectWords(row(/^E-mail/), 'Definido no servidor');
  await expectWords(row(/^Google/), 'Não conectado');
  await expectNothingFound();
  await expectToFit();
});

test('an administrator chooses the bank, tries what was typed, and saves it with the password', async () => {
  const { bodies } = await open(none, {
    [TEST]: [
      {
        json: {
          outcome: 'refused',
          problems: [{ field: 'clientSecret', sentence: 'O banco não reconhece estas credenciais.' }],
          notes: [],
        },
      },
      { json: { outcome: 'accepted', problems: [], notes: ['O certificado vence em 12 dias.'] } },
    ],
    [CHANGE]: { json: connected },
  });
  await field('Banco').selectOptions('Inter');
  expect(field('Endereço da API Pix').query()).toBeNull();
  await field('Client id').fill('rota-das-aguas');
  await field('Client secret').fill('errado');
  await button('Testar conexão').click();
  await expect.element(page.getByText('O banco não reconhece estas credenciais.').first()).toBeVisible();
  await field('Client secret').fill('certo-0123');
  await button('Testar conexão').click();
  await expect.element(page.getByText('A conexão funciona.')).toBeVisible();
  const apiUrl = 'https://cdpj.partners.bancointer.com.br/pix/v2';
  expect(bodies[TEST]).toMatchObject({ values: { bank: 'inter', apiUrl, clientSecret: 'certo-0123' } });
  await expectNothingFound();
  await button('Salvar conexão').click();
  await expect.element(field('Senha da sua conta')).toHaveFocus();
  await field('Senha da sua conta').fill('a senha de sempre');
  await button('Salvar conexão').click();
  await expectToast('success', 'Conexão salva. Ela já vale.');
  expect(bodies[CHANGE]).toMatchObject({ password: 'a senha de sempre', evenIfUnreachable: false });
});

test('a provider that does not answer is saved only by a choice', async () => {
  const { bodies } = await open(connected, {
    [CHANGE]: [
      refusal(409, { code: 'CONNECTION_UNREACHABLE', message: 'Nada foi salvo: o provedor não respondeu.' }),
      { json: connected },
    ],
  });
  await expect.element(field('Client secret')).toHaveAttribute('placeholder', 'Guardado: ••••9f3c');
  await expect.element(field('Client secret')).toHaveValue('');
  await field('Senha da sua conta').fill('a senha de sempre');
  await button('Salvar conexão').click();
  await expect.element(page.getByText(/o provedor não respondeu/)).toBeVisible();
  await page.getByRole('checkbox', { name: 'Salvar mesmo sem resposta do provedor' }).click();
  await button('Salvar conexão').click();
  await expectToast('success', 'Conexão salva. Ela já vale.');
  expect(bodies[CHANGE]).toMatchObject({ evenIfUnreachable: true });
});

test('what the server defines is not changed here', async () => {
  await open({ ...none, source: 'server' });
  await expect.element(page.getByText(/só quem cuida dele pode mudar/)).toBeVisible();
  expect(button('Salvar conexão').query()).toBeNull();
});

test('the certificate of notes is entered in the demonstration, at its own government alone', async () => {
  const demonstrationUrl = 'http://localhost:3003';
  await renderInArea(connectionPage, {
    role: 'ADMIN',
    at: '/admin/conexoes/fiscal',
    path: '/admin/conexoes/:kind',
    responses: {
      'GET /api/connections/fiscal': { json: ofKind('fiscal', { source: 'demonstration', demonstrationUrl }) },
    },
  });
  await expect.element(page.getByText('Da demonstração', { exact: true })).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Abrir a página do governo' }))
    .toHaveAttribute('href', demonstrationUrl);
  await expect.element(field('Ambiente')).toHaveValue('demonstration');
  expect(field('Ambiente').element().textContent).toBe('Demonstração');
  await expect.element(button('Salvar conexão')).toBeVisible();
  await expectNothingFound();
});

test('removing asks for the password', async () => {
  const REMOVE = 'DELETE /api/connections/pix';
  const { bodies } = await open(connected, { [REMOVE]: { json: none } });
  await button('Remover conexão').click();
  const dialog = page.getByRole('dialog', { name: 'Remover Pix automático?' });
  await expectWords(dialog, 'ainda é recebido e devolvido');
  await dialog.getByLabelText('Senha da sua conta').fill('a senha de sempre');
  await expectNothingFound('dialog[open]');
  await dialog.getByRole('button', { name: 'Remover conexão' }).click();
  await expectToast('success', 'Conexão removida.');
  const { connectedAt } = connected;
  expect(bodies[REMOVE]).toEqual({ password: 'a senha de sempre', code: '', connectedAt });
});

test('a replaced account that its bank refuses is forgotten by choice', async () => {
  const FORGET = 'DELETE /api/connections/pix/retired/pix_abcdefgh';
  const problem = 'O banco não reconhece estas credenciais.';
  const { bodies } = await open(
    { ...connected, retired: [{ ...replaced, problem }] },
    { [FORGET]: { json: connected } },
  );
  await expect.element(page.getByText(problem)).toBeVisible();
  await button('Esquecer esta conta').click();
  const dialog = page.getByRole('dialog', { name: 'Esquecer a conta anterior?' });
  await expectWords(dialog, 'confira no extrato do banco');
  await dialog.getByLabelText('Senha da sua conta').fill('a senha de sempre');
  await dialog.getByRole('button', { name: 'Esquecer esta conta' }).click();
  await expectToast('success', 'Conta esquecida.');
  expect(bodies[FORGET]).toEqual({ password: 'a senha de sempre', code: '' });
});

test('an administrator tries the certificate of notes, in the environment that was chosen', async () => {
  await beOnPhone();
  const { bodies } = await renderInArea(connectionPage, {
    role: 'ADMIN',
    at: '/admin/conexoes/fiscal',
    path: '/admin/conexoes/:kind',
    responses: {
      'GET /api/connections/fiscal': { json: ofKind('fiscal') },
      'POST /api/connections/fiscal/test': {
        json: {
          outcome: 'refused',
          problems: [{ field: 'certificatePassword', sentence: 'Esta não é a senha do certificado.' }],
          notes: [],
        },
      },
    },
  });
  await field('Ambiente').selectOptions('Produção restrita (testes)');
  await field('Senha do certificado').fill('segredo');
  await button('Testar conexão').click();
  await expect.element(page.getByText('Esta não é a senha do certificado.').first()).toBeVisible();
  expect(bodies['POST /api/connections/fiscal/test']).toMatchObject({
    values: { environment: 'test', certificatePassword: 'segredo' },
  });
  await expectNothingFound();
  await expectToFit();
});
