import { permissionKeys } from '@passeio/contract/permissions';
import type { StaffInvitation } from '@passeio/contract/users/staff-invitations';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectNothingFound } from '~/test/axe';
import { answerCalls, type FakeResponse, refusal } from '~/test/network';
import { newPersonSummary, signIn } from '~/test/person';
import { renderRoute } from '~/test/render';
import { expectToFit } from '~/test/screen';
import { expectToast } from '~/test/toast';
import * as people from './people';

const LIST = 'GET /api/staff-invitations';
const CREATE = 'POST /api/staff-invitations';
const link = 'https://passeio.example/auth/equipe#q3Yk0ZfJm1vT8uWcXbN5aLr7PdGhE2sQ';

const field = (label: string) => page.getByLabelText(label, { exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const listOf = (...data: StaffInvitation[]) => ({ json: { data } });

function newInvitation(more: Partial<StaffInvitation> = {}): StaffInvitation {
  const id = crypto.randomUUID();
  const expiresAt = '2026-12-05T12:00:00.000Z';
  return { id, name: 'Rita Prado', email: null, role: 'OPERATOR', forDay: false, expiresAt, ...more };
}

/** The invitations, opened from the list of people. */
async function open(responses: Record<string, FakeResponse | FakeResponse[]>) {
  signIn('ADMIN');
  const found = { data: [newPersonSummary()], page: { number: 1, size: 20, total: 1 } };
  const network = answerCalls({ 'GET /api/users': { json: found }, ...responses });
  await renderRoute(people, { at: '/admin/usuarios' });
  await button('Convidar para a equipe').click();
  return network;
}

test('a link for an operator is made with chosen permissions, shown once and copied', async () => {
  const rita = newInvitation();
  const { bodies } = await open({
    [LIST]: [listOf(), listOf(rita)],
    [CREATE]: { status: 201, json: { ...rita, link } },
  });
  await expect.element(page.getByText('Nenhum convite aberto.')).toBeVisible();
  await button('Convidar alguém').click();
  await button('Criar link').click();
  await expect.element(field('Nome completo')).toHaveFocus();
  await expect.element(field('Nome completo')).toHaveAttribute('aria-invalid', 'true');
  await expectNothingFound('dialog[open]');
  await expectToFit();

  await field('Nome completo').fill('Rita Prado');
  const permission = (name: string) => page.getByRole('switch', { name: new RegExp(`^${name}`) });
  for (const name of ['Editar passeios', 'Decidir saídas']) await expect.element(permission(name)).toBeChecked();
  for (const name of ['Ver valores', 'Confirmar pagamentos', 'Devolver dinheiro', 'Ver documentos']) {
    await expect.element(permission(name)).not.toBeChecked();
  }
  await permission('Devolver dinheiro').click();
  // To refund money needs to see it.
  await expect.element(permission('Ver valores')).toBeDisabled();
  await field('Devolver até, por reserva').fill('150');
  await page.getByRole('checkbox', { name: 'Só por um dia' }).click();
  await button('Criar link').click();
  expect(bodies[CREATE]).toEqual({
    ...{ name: 'Rita Prado', email: null, role: 'OPERATOR', forDay: true },
    permissions: ['see_money', 'refund', 'edit_trips', 'cancel_departures'],
    refundLimitCents: 15_000,
  });
  const made = page.getByRole('status').filter({ hasText: 'Link de Rita Prado' });
  await expect.element(made).toMatchTextContent(/copie agora, ele não aparece de novo/);
  await expect.element(made.getByText(link)).toBeVisible();
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error()).mockResolvedValue();
  await button('Copiar link').click();
  await expect.element(made.getByText(/selecione o link à mão/)).toBeVisible();
  await button('Copiar link').click();
  await expect.element(button('Link copiado!')).toBeVisible();
  expect(written).toHaveBeenLastCalledWith(link);

  await expect.element(page.getByText(/^Por link · vale até /)).toBeVisible();
});

test('an invitation is cancelled after a question, and the link that was just made is gone', async () => {
  const rita = newInvitation();
  const REVOKE = `DELETE /api/staff-invitations/${rita.id}`;
  const { calls } = await open({
    [LIST]: [listOf(), listOf(rita), listOf()],
    [CREATE]: { status: 201, json: { ...rita, link } },
    [REVOKE]: listOf(),
  });
  await button('Convidar alguém').click();
  await field('Nome completo').fill('Rita Prado');
  await button('Criar link').click();
  await expect.element(page.getByText(link)).toBeVisible();
  await expectNothingFound('dialog[open]');
  await expectToFit();
  await button('Cancelar o convite de Rita Prado').click();
  const question = page.getByRole('alertdialog', { name: 'Cancelar o convite?' });
  await question.getByRole('button', { name: 'Cancelar' }).click();
  expect(calls).not.toContain(REVOKE);
  await button('Cancelar o convite de Rita Prado').click();
  await question.getByRole('button', { name: 'Confirmar' }).click();
  await expectToast('success', 'Convite cancelado: o link não vale mais.');
  await expect.element(page.getByText(link)).not.toBeInTheDocument();
  await expect.element(page.getByText('Nenhum convite aberto.')).toBeVisible();
});

test('a guide is invited by e-mail, without permissions; a refusal keeps what was typed', async () => {
  const joao = newInvitation({ name: 'João Reis', email: 'joao@equipe.example', role: 'GUIDE' });
  const { bodies } = await open({
    [LIST]: [listOf(), listOf(joao)],
    [CREATE]: [refusal(429, { message: 'Espere um pouco.' }), { status: 201, json: { ...joao, link: null } }],
  });
  await button('Convidar alguém').click();
  await field('Nome completo').fill('João Reis');
  await field('E-mail').fill('joao@');
  await page.getByRole('dialog').getByLabelText('Perfil').selectOptions('GUIDE');
  await expect.element(page.getByRole('switch')).not.toBeInTheDocument();
  await button('Enviar convite').click();
  await expect.element(field('E-mail')).toHaveAttribute('aria-invalid', 'true');
  await field('E-mail').fill('joao@equipe.example');
  await button('Enviar convite').click();
  await expect.element(page.getByRole('alert').filter({ hasText: 'Espere um pouco.' })).toBeVisible();
  await expect.element(field('Nome completo')).toHaveValue('João Reis');
  await button('Enviar convite').click();
  await expectToast('success', 'Convite enviado para joao@equipe.example.');
  expect(bodies[CREATE]).toEqual({
    ...{ name: 'João Reis', email: joao.email, role: 'GUIDE', forDay: false, permissions: null },
  });
  await expect.element(page.getByText(/^joao@equipe\.example · vale até /)).toBeVisible();
  await expect.element(page.getByText(/Link de/)).not.toBeInTheDocument();
});

test('an operator with every permission gets later ones too; a form with something in it asks before it closes', async () => {
  const rita = newInvitation();
  const { bodies } = await open({ [LIST]: listOf(), [CREATE]: { status: 201, json: { ...rita, link } } });
  await button('Convidar alguém').click();
  await field('Nome completo').fill('Rita Prado');
  await button('Voltar').click();
  const question = page.getByRole('dialog', { name: 'Fechar sem salvar?' });
  await question.getByRole('button', { name: 'Cancelar' }).click();
  expect(page.getByRole('switch').elements()).toHaveLength(permissionKeys.length);
  for (const name of ['Confirmar pagamentos', 'Devolver dinheiro', 'Ver documentos', 'Responder no WhatsApp']) {
    await page.getByRole('switch', { name: new RegExp(`^${name}`) }).click();
  }
  await page.getByRole('switch', { name: 'Sem limite' }).click();
  await button('Criar link').click();
  await expect.element(page.getByText(link)).toBeVisible();
  expect(bodies[CREATE]).toMatchObject({ permissions: null, refundLimitCents: null });
});
