import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { followUserSlice } from '~/features/session/session-status';
import { useUser } from '~/features/session/user-store';
import { expectNothingFound } from '~/test/axe';
import { answerCalls, type FakeResponse, refusal } from '~/test/network';
import { newProfile, newToken } from '~/test/person';
import { renderPage } from '~/test/render';
import { expectNoSidewaysScrolling } from '~/test/screen';
import { expectToast } from '~/test/toast';
import FirstAccess from './first-access';

const CODE = '3F9A-0C11-77DE-42B8-9A6E-D5C4-10FF-8B23';
const CHECK = 'POST /api/first-access/code';
const CREATE = 'POST /api/first-access';
const PROFILE = 'GET /api/users/me';
const SIGN_UP = 'POST /identity/sign-up/email';
const over = refusal(404, { code: 'FIRST_ACCESS_OVER', message: 'Este código não vale.' });
const marina = { ...newProfile(), contact: '35988887777', role: 'ADMIN' as const };
const PASSWORD = 'trem das onze e quinze';

const field = (label: string) => page.getByLabelText(label, { exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });

beforeEach(followUserSlice);

async function open(responses: Record<string, FakeResponse | FakeResponse[]>) {
  const network = answerCalls({
    [SIGN_UP]: { json: { token: null } },
    'POST /identity/sign-in/email': { json: { token: 'session' } },
    'GET /identity/token': { json: { token: newToken() } },
    ...responses,
  });
  await renderPage(<FirstAccess />, { at: '/primeiro-acesso' });
  return network;
}

async function fillPerson(): Promise<void> {
  await field('Nome completo').fill(marina.name);
  await field('RG').fill(marina.rg);
  await page.getByRole('combobox', { name: 'Órgão emissor' }).fill(marina.emitter);
  await field('CPF').fill(marina.cpf);
  await field('Data de nascimento').fill('05121990');
  await field('Celular ou telefone').fill(marina.contact);
  await field('E-mail').fill(marina.email);
  await field('Senha').fill(PASSWORD);
}

test('a code that is incomplete or wrong is said beside it, and no account is made', async () => {
  const { calls } = await open({ [CHECK]: [over, 'lost'] });
  await button('Continuar').click();
  await expect.element(field('Código')).toHaveAccessibleDescription(/O código tem 8 grupos de 4 letras ou números\./);
  await expect.element(field('Código')).toHaveFocus();
  expect(calls).toEqual([]);
  await userEvent.keyboard(`${CODE}{Enter}`);
  await expect.element(field('Código')).toHaveAccessibleDescription(/Este código não vale\./);
  await expectNothingFound();
  await button('Continuar').click();
  await expect.element(page.getByRole('alert').first()).toMatchTextContent(/internet|conexão|servidor/);
  expect(calls).toEqual([CHECK, CHECK]);
});

test('with the code, data and password the first administrator is made and signed in', async () => {
  const { bodies } = await open({
    [CHECK]: { json: {} },
    [CREATE]: [refusal(400, { fields: { cpf: 'CPF recusado.' } }), { status: 201, json: marina }],
  });
  await field('Código').fill(CODE.toLowerCase());
  await button('Continuar').click();
  await expect.element(page.getByRole('heading', { name: 'Os seus dados' })).toHaveFocus();
  await expectNothingFound();
  await expectNoSidewaysScrolling();
  await button('Criar a conta').click();
  await expect.element(field('Nome completo')).toHaveFocus();
  await expect.element(field('Senha')).toHaveAttribute('aria-invalid', 'true');
  await fillPerson();
  await button('Criar a conta').click();
  await expect.element(field('CPF')).toHaveAccessibleDescription(/CPF recusado\./);
  await field('CPF').fill(marina.cpf);
  await button('Criar a conta').click();
  await expectToast('success', 'A sua conta de administrador está pronta.');
  await expect.element(page.getByRole('heading', { name: '/home' })).toBeVisible();
  expect(bodies[CREATE]).toMatchObject({ code: CODE.toLowerCase(), name: marina.name });
  expect(bodies[SIGN_UP]).toMatchObject({ email: marina.email, password: PASSWORD });
  expect(useUser.getState().user.role).toBe('ADMIN');
});

test('an administrator whose answer was lost is found at the next attempt', async () => {
  await open({ [CHECK]: { json: {} }, [CREATE]: ['lost', over], [PROFILE]: { json: marina } });
  await field('Código').fill(CODE);
  await button('Continuar').click();
  await fillPerson();
  await button('Criar a conta').click();
  await expect.element(page.getByRole('alert').first()).toBeVisible();
  await button('Criar a conta').click();
  await expectToast('success', 'A sua conta de administrador está pronta.');
});

test('a person who is later than another administrator reads so, and is asked for a code again', async () => {
  const refused = refusal(404, { code: 'PROFILE_MISSING' });
  await open({ [CHECK]: { json: {} }, [CREATE]: over, [PROFILE]: refused });
  await field('Código').fill(CODE);
  await button('Continuar').click();
  await fillPerson();
  await button('Criar a conta').click();
  await expect.element(page.getByRole('heading', { name: 'Primeiro acesso' })).toHaveFocus();
  await expect.element(page.getByText('Este código não vale.')).toBeVisible();
  expect(useUser.getState().user.role).not.toBe('ADMIN');
});

test('a code in the address is checked at once and vanishes from it; one that is over is asked for', async () => {
  window.location.hash = CODE;
  const { bodies } = await open({ [CHECK]: { json: {} } });
  await expect.element(page.getByRole('heading', { name: 'Os seus dados' })).toBeVisible();
  expect(bodies[CHECK]).toEqual({ code: CODE });
  expect(window.location.hash).toBe('');
  window.location.hash = CODE;
  await open({ [CHECK]: over });
  await expect.element(page.getByText('Este código não vale.')).toBeVisible();
  await expect.element(field('Código')).toBeVisible();
});
