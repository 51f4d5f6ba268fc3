import { beforeEach, expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { followUserSlice } from '~/features/session/session-status';
import { storeIdentity } from '~/features/session/user-store';
import { expectNothingFound } from '~/test/axe';
import { answerCalls, refusal } from '~/test/network';
import { newProfile, newToken } from '~/test/person';
import { renderPage } from '~/test/render';
import { expectToast } from '~/test/toast';
import { hideAlert } from '~/ui/feedback/alert';
import Register from './register';

const VALIDATE = 'POST /api/users/validate';
const SIGN_UP = 'POST /identity/sign-up/email';
const SIGN_IN = 'POST /identity/sign-in/email';
const TOKEN = 'GET /identity/token';
const PROFILE = 'POST /api/users';

const marina = { ...newProfile(), contact: '35988887777', password: 'trem das onze e quinze' };
const field = (label: string) => page.getByLabelText(label, { exact: true });
const send = page.getByRole('button', { name: 'Criar conta' });

beforeEach(followUserSlice);

/** `write` fills a field at once, as does pasting, or key by key. */
async function fillPerson(write: (input: Locator, text: string) => Promise<void>): Promise<void> {
  await field('Nome completo').fill(marina.name);
  await field('RG').fill(marina.rg);
  await page.getByRole('combobox', { name: 'Órgão emissor' }).fill(marina.emitter);
  await write(field('CPF'), marina.cpf);
  await write(field('Data de nascimento'), '05121990');
  await write(field('Celular ou telefone'), marina.contact);
}

async function register({ password = marina.password, write = userEvent.fill } = {}): Promise<void> {
  await renderPage(<Register />, { at: '/auth/register' });
  await fillPerson(write);
  await field('E-mail').fill(marina.email);
  await field('Senha').fill(password);
  await send.click();
}

async function expectStillTyped(): Promise<void> {
  await expect.element(field('Nome completo')).toHaveValue(marina.name);
  await expect.element(field('RG')).toHaveValue(marina.rg);
  await expect.element(field('CPF')).toHaveValue(marina.cpf.replace(/(...)(...)(...)(..)/, '$1.$2.$3-$4'));
  await expect.element(field('E-mail')).toHaveValue(marina.email);
  await expect.element(field('Senha')).toHaveValue(marina.password);
}

test('what is missing or wrong is said beside each field, and nothing is sent', async () => {
  const { calls } = answerCalls({});
  await renderPage(<Register />, { at: '/auth/register' });
  await send.click();
  await expect.element(field('Nome completo')).toHaveFocus();
  await expect.element(field('Nome completo')).toHaveAccessibleDescription(/Nome completo: preencha este campo\./);
  for (const label of ['RG', 'CPF', 'Data de nascimento', 'Celular ou telefone', 'E-mail', 'Senha']) {
    await expect.element(field(label), { message: label }).toHaveAttribute('aria-invalid', 'true');
  }
  await field('CPF').fill('111.111.111-11');
  await expect.element(page.getByText('CPF inválido. Confira os números digitados.')).toBeVisible();
  await field('CPF').fill(marina.cpf);
  await expect.element(field('CPF')).not.toHaveAttribute('aria-invalid', 'true');
  await field('Data de nascimento').fill('31/02/1990');
  await expect.element(page.getByText('Data de nascimento inválida. Confira o dia, o mês e o ano.')).toBeVisible();
  await expectNothingFound();
  expect(calls).toEqual([]);
});

test('what the meter says of a password is what the form does with it', async () => {
  const { calls } = answerCalls({});
  await register({ password: 'password' });
  await expect.element(page.getByText('Senha: fácil de adivinhar', { exact: true })).toBeVisible();
  await expect
    .element(field('Senha'))
    .toHaveAccessibleDescription(/Senha: esta é fácil de adivinhar\. Escolha outra\./);

  await field('Senha').fill('marina.souza');
  await expect.element(page.getByText('Senha: parecida com seus dados', { exact: true })).toBeVisible();
  await expect.element(field('Senha')).toHaveAccessibleDescription(/Senha: ela é quase só o seu nome ou e-mail\./);

  await field('Senha').fill(marina.password);
  await expect.element(page.getByText('Senha: muito boa', { exact: true })).toBeVisible();
  expect(calls).toEqual([]);
});

test('whatever goes wrong after sending, everything is still as it was typed, and can be sent again', async () => {
  const fields = { cpf: 'CPF recusado pela Receita.', contact: 'Telefone que não atende.' };
  const { calls, bodies } = answerCalls({
    [VALIDATE]: [{ json: false }, { json: true }, { json: true }, refusal(400, { fields })],
    [SIGN_UP]: [{ status: 500 }, { json: {} }],
    [SIGN_IN]: { status: 401, json: { code: 'INVALID_EMAIL_OR_PASSWORD' } },
  });
  await register({ write: userEvent.type });
  // A person who is known already: nothing is created.
  await expectToast('error', 'Entre em contato');
  const way = expect.stringMatching(/^https:\/\/wa\.me\/5535999990000\?text=/);
  const links = page.getByRole('link', { name: 'Chamar no WhatsApp' });
  // One goes with the toast, after four seconds; the other stays with the form.
  await expect.element(links.first()).toHaveAttribute('href', way);
  await expect.element(links.last()).toHaveAttribute('href', way);
  await expect
    .element(page.getByRole('link', { name: 'Esqueci minha senha' }))
    .toHaveAttribute('href', expect.stringMatching(/^\/auth\/forgot-password/));
  await expect.element(send).toBeEnabled();
  await expectStillTyped();
  expect(calls).toEqual([VALIDATE]);
  expect(bodies[VALIDATE]).toMatchObject({ cpf: marina.cpf, birthdate: marina.birthdate, email: marina.email });

  // A failing identity provider.
  await send.click();
  await expectToast('error', 'Erro ao cadastrar usuário');
  await expectStillTyped();
  expect(calls.slice(1)).toEqual([VALIDATE, SIGN_UP]);

  // An address whose password is another one.
  hideAlert();
  await send.click();
  await expectToast('error', 'Erro ao cadastrar usuário');
  await expectStillTyped();
  expect(calls.slice(3)).toEqual([VALIDATE, SIGN_UP, SIGN_IN]);

  // The server's own messages stand beside their fields.
  hideAlert();
  await send.click();
  await expectToast('error', 'Erro ao cadastrar usuário');
  await expect.element(field('CPF')).toHaveAccessibleDescription(/CPF recusado pela Receita\./);
  await expect.element(field('Celular ou telefone')).toHaveAccessibleDescription(/Telefone que não atende\./);
  await expect.element(field('CPF')).toHaveFocus();
  await expectStillTyped();
});

test('a profile that could not be written is written at the next try', async () => {
  const { password: _, ...profile } = marina;
  const { calls, bodies } = answerCalls({
    [VALIDATE]: { json: true },
    [SIGN_UP]: { json: {} },
    [SIGN_IN]: { json: {} },
    [TOKEN]: { json: { token: newToken() } },
    [PROFILE]: [{ status: 500 }, { status: 201, json: profile }],
  });
  await register();
  await expectToast('error', 'Erro ao cadastrar usuário');
  await expect.element(field('Nome completo')).toHaveValue(marina.name);
  await page.getByRole('button', { name: 'Concluir cadastro' }).click();
  await expectToast('success', 'Usuário cadastrado com sucesso!');
  await expect.element(page.getByRole('heading', { name: '/home' })).toBeVisible();
  expect(calls.filter((call) => call === SIGN_UP)).toHaveLength(1);
  expect(bodies[PROFILE]).toMatchObject({ name: marina.name, email: marina.email });
});

test('an account without a profile is finished with its own address and without a password', async () => {
  const { password: _, ...profile } = marina;
  const { bodies } = answerCalls({ [PROFILE]: { status: 201, json: profile } });
  storeIdentity(marina.email, newToken());
  await renderPage(<Register />, { at: '/auth/register?returnUrl=/minhasreservas' });
  await expect.element(page.getByRole('heading', { name: 'Falta só concluir o seu cadastro' })).toBeVisible();
  await expect.element(field('E-mail')).toHaveValue(marina.email);
  await expect.element(field('E-mail')).toHaveAttribute('readonly');
  await expect.element(field('Senha')).not.toBeInTheDocument();
  await expectNothingFound();
  await fillPerson(userEvent.fill);
  await page.getByRole('button', { name: 'Concluir cadastro' }).click();
  await expectToast('success', 'Usuário cadastrado com sucesso!');
  await expect.element(page.getByRole('heading', { name: '/minhasreservas' })).toBeVisible();
  expect(bodies[PROFILE]).toMatchObject({ name: marina.name, email: marina.email, birthdate: marina.birthdate });
});
