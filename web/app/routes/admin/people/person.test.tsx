import type { AuditEntry } from '@passeio/contract/audit';
import type { Permission } from '@passeio/contract/permissions';
import type { PersonDetails } from '@passeio/contract/users/users';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectNothingFound } from '~/test/axe';
import { answerCalls, type FakeResponse, refusal } from '~/test/network';
import { newProfile, signIn } from '~/test/person';
import { renderRoute } from '~/test/render';
import { beOnPhone, expectNoSidewaysScrolling, expectToFit } from '~/test/screen';
import { expectToast } from '~/test/toast';
import * as personPage from './person';

const SAVE = 'PUT /api/users';
const none = { json: { data: [], page: { number: 1, size: 20, total: 0 } } };
const field = (name: string) => page.getByLabelText(name, { exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const save = button('Salvar alterações');

function newDetails(more: Partial<PersonDetails> = {}): PersonDetails {
  return {
    ...newProfile(),
    ...{ hasAccount: true, isDisabled: false, version: 1, emailConfirmed: true, invitedUntil: null },
    ...{ permissions: null, refundLimitCents: null },
    ...more,
  };
}

/** What an administrator did with somebody's data. */
function newEntry(more: Partial<AuditEntry> = {}): AuditEntry {
  const id = crypto.randomUUID();
  return {
    ...{ id, at: '2026-11-20T12:00:00.000Z', action: 'person.opened', changes: {} },
    actor: { id, name: 'Alice Prado', role: 'ADMIN' },
    ...{ address: '203.0.113.7', device: 'Chrome, Android', requestId: id },
    subject: { type: 'person', id, label: 'Marina Alves de Souza', isThere: true, tripId: null },
    ...more,
  };
}

const historyOf = (...data: AuditEntry[]) => ({ json: { data, page: { number: 1, size: 20, total: data.length } } });

beforeEach(() => {
  signIn('ADMIN');
});

/** The page of a person as administrators see it. */
async function open(person: PersonDetails, responses: Record<string, FakeResponse | FakeResponse[]> = {}) {
  const network = answerCalls({
    [`GET /api/users/${person.id}`]: { json: person },
    [`GET /api/users/${person.id}/reservations`]: none,
    [`GET /api/users/${person.id}/history`]: none,
    ...responses,
  });
  await renderRoute(personPage, { at: `/admin/usuarios/${person.id}`, path: '/admin/usuarios/:userId' });
  return network;
}

test('the e-mail of an account is corrected after a question that names both addresses', async () => {
  const person = newDetails();
  const saved = { ...person, email: 'certa@viajantes.example', emailConfirmed: false, version: 2 };
  const changed = newEntry({ action: 'person.changed', changes: { email: [person.email, saved.email] } });
  const { bodies, calls } = await open(person, {
    [`GET /api/users/${person.id}`]: [{ json: person }, { json: saved }],
    [`GET /api/users/${person.id}/history`]: [historyOf(newEntry()), historyOf(changed, newEntry())],
    [SAVE]: { json: saved },
  });
  await expect.element(field('E-mail')).toHaveValue(person.email ?? '');
  await field('E-mail').fill(saved.email);
  await save.click();
  const question = page.getByRole('alertdialog', { name: 'Trocar o e-mail da conta?' });
  await expect.element(question).toMatchTextContent(/entrar com certa@.*precisa confirmar.*avisamos também marina@/i);
  await question.getByRole('button', { name: 'Cancelar' }).click();
  await expect.element(field('E-mail')).toHaveValue(saved.email);
  expect(calls).not.toContain(SAVE);

  await save.click();
  await question.getByRole('button', { name: 'Confirmar' }).click();
  await expectToast('success', 'Dados salvos. Enviamos o link de confirmação ao novo e-mail.');
  expect(bodies[SAVE]).toEqual({ id: person.id, version: 1, email: saved.email });
  await expect.element(page.getByText('E-mail não confirmado')).toBeVisible();
  const newest = page.getByRole('region', { name: 'Histórico' }).getByRole('article').first();
  await expect.element(newest.getByText('Alterou os dados da pessoa')).toBeVisible();
});

test("a guest's CPF is deleted after a question; an account keeps its documents", async () => {
  const masked = { rg: '•••100', cpf: '•••725' };
  const guest = newDetails({ hasAccount: false, rg: null, cpf: null, masked });
  const without = { ...guest, masked: { rg: masked.rg }, version: 2 };
  const { bodies } = await open(guest, {
    [`GET /api/users/${guest.id}`]: [{ json: guest }, { json: without }],
    [SAVE]: { json: without },
  });
  await field('Nome completo').fill('Marina Alves');
  await button('Apagar CPF').click();
  const question = page.getByRole('alertdialog', { name: 'Apagar o CPF?' });
  await question.getByRole('button', { name: 'Confirmar' }).click();
  await expectToast('success', 'Documento apagado.');
  expect(bodies[SAVE]).toEqual({ id: guest.id, version: 1, cpf: null });
  await expect.element(button('Apagar CPF')).not.toBeInTheDocument();
  await expect.element(button('Apagar RG')).toBeVisible();
  // What was being typed is still there.
  await expect.element(field('Nome completo')).toHaveValue('Marina Alves');
});

test('a role is changed after a question; access is taken and given back', async () => {
  const person = newDetails();
  const operator = { ...person, role: 'OPERATOR' as const, version: 2 };
  const blocked = { ...operator, isDisabled: true, version: 3 };
  const free = { ...operator, version: 4 };
  const states = [person, operator, blocked, free].map((json) => ({ json }));
  const { bodies, calls } = await open(person, {
    [`GET /api/users/${person.id}`]: states,
    [SAVE]: states.slice(1),
  });
  await expect.element(button('Mudar perfil')).toBeDisabled();
  await field('Perfil').selectOptions('OPERATOR');
  await button('Mudar perfil').click();
  const question = page.getByRole('dialog', { name: 'Mudar o perfil para Operador?' });
  await expect.element(question).toMatchTextContent(/cuida das reservas e do que as permissões.*sai dos aparelhos/);
  await question.getByRole('button', { name: 'Confirmar' }).click();
  await expectToast('success', 'Perfil mudado para Operador.');
  expect(bodies[SAVE]).toEqual({ id: person.id, version: 1, role: 'OPERATOR' });

  const badge = page.getByText('Bloqueado', { exact: true });
  await button('Bloquear acesso').click();
  const blocking = page.getByRole('alertdialog', { name: 'Bloquear o acesso?' });
  await blocking.getByRole('button', { name: 'Cancelar' }).click();
  expect(calls.filter((call) => call === SAVE)).toHaveLength(1);
  await expect.element(badge).not.toBeInTheDocument();
  await button('Bloquear acesso').click();
  await blocking.getByRole('button', { name: 'Confirmar' }).click();
  await expectToast('success', 'Acesso bloqueado.');
  expect(bodies[SAVE]).toEqual({ id: person.id, version: 2, isDisabled: true });
  await expect.element(badge).toBeVisible();
  await button('Liberar acesso').click();
  await page.getByRole('dialog', { name: 'Liberar o acesso?' }).getByRole('button', { name: 'Confirmar' }).click();
  await expectToast('success', 'Acesso liberado.');
  expect(bodies[SAVE]).toEqual({ id: person.id, version: 3, isDisabled: false });
  await expect.element(badge).not.toBeInTheDocument();
});

test('what was typed is not lost by leaving, nor by another change; two who edit the same person both see it', async () => {
  const person = newDetails();
  const operator = { ...person, role: 'OPERATOR' as const, version: 2 };
  const others = { ...operator, name: 'Nome Salvo Antes', contact: '+553532129999', version: 3 };
  const mine = { ...others, rg: 'MG-10.100.100', version: 4 };
  const known = 'Este CPF já é de Clara Nogueira Dias.';
  const { bodies } = await open(person, {
    [`GET /api/users/${person.id}`]: [
      { json: person },
      { json: operator },
      { json: others },
      { json: others },
      { json: mine },
    ],
    [SAVE]: [
      { json: operator },
      refusal(409, { code: 'CHANGED_MEANWHILE', message: 'Outra pessoa salvou.' }),
      refusal(409, { code: 'PERSON_KNOWN', message: known, fields: { cpf: known } }),
      { json: mine },
    ],
  });
  await field('Nome completo').fill('Nome Digitado Aqui');
  await field('RG').fill('');
  await userEvent.keyboard('{Enter}');
  await expect.element(field('RG')).toHaveAccessibleDescription(/Informe o RG\./);
  await field('RG').fill('MG-10.100.100');
  await page.getByRole('link', { name: 'Todas as pessoas' }).click();
  await page.getByRole('dialog', { name: 'Sair sem salvar?' }).getByRole('button', { name: 'Cancelar' }).click();
  await field('Perfil').selectOptions('OPERATOR');
  await button('Mudar perfil').click();
  await button('Confirmar').click();
  await expectToast('success', 'Perfil mudado para Operador.');
  await expect.element(field('Nome completo')).toHaveValue('Nome Digitado Aqui');

  await save.click();
  const conflict = page.getByRole('alert').filter({ hasText: 'Outra pessoa salvou alterações enquanto você editava' });
  const about = conflict.getByRole('listitem').filter({ hasText: 'Nome completo' });
  await expect.element(about).toMatchTextContent(/Nome Salvo Antes.*Nome Digitado Aqui/);
  await expect.element(field('Nome completo')).toHaveValue('Nome Digitado Aqui');
  await expect.element(field('RG')).toHaveValue('MG-10.100.100');
  await expect.element(field('Celular ou telefone')).toHaveValue('(35) 3212-9999');
  await expectNothingFound();
  await button('Usar o salvo em Nome completo').click();
  await expect.element(field('Nome completo')).toHaveValue('Nome Salvo Antes');

  await field('CPF').fill('52998224725');
  await save.click();
  await expect.element(field('CPF')).toHaveAccessibleDescription(new RegExp(known));
  await expect.element(field('CPF')).toHaveValue('529.982.247-25');
  await field('CPF').fill(person.cpf ?? '');
  await save.click();
  await expectToast('success', 'Dados salvos.');
  await expect.element(conflict).not.toBeInTheDocument();
  expect(bodies[SAVE]).toEqual({ id: person.id, version: 3, rg: 'MG-10.100.100' });
});

test('the own role and access are explained, and the own e-mail stays', async () => {
  const { profile } = signIn('ADMIN');
  await open(newDetails(profile));
  await expect.element(page.getByText('Este cadastro é o seu.', { exact: false })).toBeVisible();
  for (const name of ['Mudar perfil', 'Bloquear acesso']) await expect.element(button(name)).not.toBeInTheDocument();
  await expect.element(field('E-mail')).toHaveAttribute('readonly');
});

test('somebody without an account has neither role nor access, but can be invited; they may lack data', async () => {
  await beOnPhone();
  await open(newDetails({ hasAccount: false, email: null, cpf: null, rg: null, emailConfirmed: null }));
  await expect.element(page.getByText('ainda não tem conta', { exact: false })).toBeVisible();
  await expect.element(page.getByText('Sem conta', { exact: true })).toBeVisible();
  await expect.element(button('Mudar perfil')).not.toBeInTheDocument();
  await expect.element(button('Criar link da reserva')).toBeVisible();
  await expect.element(field('E-mail')).not.toHaveAttribute('readonly');
  await expectNoSidewaysScrolling();
});

test('an operator gets permissions, of which money to confirm or return brings money to see', async () => {
  const person = newDetails({ role: 'OPERATOR', permissions: ['edit_trips'] });
  const saved = { ...person, permissions: ['see_money', 'refund', 'edit_trips'], refundLimitCents: 20_000, version: 2 };
  const free = { ...saved, permissions: null, refundLimitCents: null, version: 3 };
  const { bodies } = await open(person, {
    [`GET /api/users/${person.id}`]: [{ json: person }, { json: saved }, { json: free }],
    [SAVE]: [{ json: saved }, { json: free }],
  });
  const box = (name: string) => page.getByRole('switch', { name: new RegExp(`^${name}`) });
  await expect.element(box('Editar passeios')).toBeChecked();
  await expect.element(box('Ver valores')).not.toBeChecked();
  await expect.element(field('Devolver até, por reserva')).not.toBeInTheDocument();
  await box('Devolver dinheiro').click();
  await expect.element(box('Ver valores')).toBeChecked();
  await expect.element(box('Ver valores')).toBeDisabled();
  await field('Devolver até, por reserva').fill('nada');
  await button('Salvar permissões').click();
  await expect.element(page.getByText('Informe um valor, como 200,00.')).toBeVisible();
  await expectNothingFound();
  await expectToFit();
  await field('Devolver até, por reserva').fill('200');
  await button('Salvar permissões').click();
  await expectToast('success', 'Permissões salvas.');
  expect(bodies[SAVE]).toEqual({
    id: person.id,
    version: 1,
    permissions: ['see_money', 'refund', 'edit_trips'],
    refundLimitCents: 20_000,
  });

  // All of them bring later ones too. Any amount is a choice of its own.
  await expect.element(field('Devolver até, por reserva')).toHaveValue('200,00');
  for (const name of ['Confirmar pagamentos', 'Decidir saídas', 'Ver documentos', 'Responder no WhatsApp']) {
    await box(name).click();
  }
  await page.getByRole('switch', { name: 'Sem limite' }).click();
  await button('Salvar permissões').click();
  await expect.element(field('Devolver até, por reserva')).toHaveValue('');
  await expect.element(page.getByRole('switch', { name: 'Sem limite' })).toBeChecked();
  expect(bodies[SAVE]).toEqual({ id: person.id, version: 2, permissions: null, refundLimitCents: null });
});

test('an operator refunds nothing while no amount stands beside the permission', async () => {
  const person = newDetails({ role: 'OPERATOR', permissions: ['edit_trips'] });
  const saved = { ...person, permissions: ['see_money', 'edit_trips'] as Permission[], version: 2 };
  const { bodies } = await open(person, {
    [`GET /api/users/${person.id}`]: [{ json: person }, { json: saved }],
    [SAVE]: { json: saved },
  });
  const box = page.getByRole('switch', { name: /^Devolver dinheiro/ });
  await box.click();
  await expect.element(page.getByText('Sem valor, não devolve nada')).toBeVisible();
  await button('Salvar permissões').click();
  await expect.element(box).not.toBeChecked();
  const permissions = ['see_money', 'edit_trips'];
  expect(bodies[SAVE]).toEqual({ id: person.id, version: 1, permissions, refundLimitCents: null });
});
