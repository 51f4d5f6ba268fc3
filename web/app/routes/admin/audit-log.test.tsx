import type { AuditEntry } from '@passeio/contract/audit';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { expectNothingFound } from '~/test/axe';
import { answerCalls } from '~/test/network';
import { newPersonSummary, signIn } from '~/test/person';
import { renderRoute } from '~/test/render';
import { beOnPhone, expectNoSidewaysScrolling, expectWords } from '~/test/screen';
import * as auditLog from './audit-log';

const READ = 'GET /api/audit';
const PEOPLE = 'GET /api/users';
const ursula = { id: crypto.randomUUID(), name: 'Úrsula Assunção' };
const admin = { id: crypto.randomUUID(), name: 'Rita Prado' };

function newEntry(more: Partial<AuditEntry>): AuditEntry {
  return {
    ...{ id: crypto.randomUUID(), at: '2026-11-20T12:00:00.000Z', address: '203.0.113.7', device: 'Chrome, Android' },
    ...{ actor: { ...admin, role: 'ADMIN' }, requestId: 'teste', action: 'person.changed', changes: {} },
    subject: { type: 'person', id: ursula.id, label: ursula.name, isThere: true, tripId: null },
    ...more,
  };
}
const granted = newEntry({ action: 'person.role_changed', changes: { role: ['CLIENT', 'OPERATOR'] } });
const corrected = newEntry({ changes: { cpf: ['•••725', '•••909'], emitter: ['SSP/MG', 'DETRAN/MG'] } });

const entries = (...data: AuditEntry[]) => ({ json: { data, page: { number: 1, size: 50, total: data.length } } });

async function open(search = '', ...data: AuditEntry[]) {
  signIn('ADMIN');
  const network = answerCalls({
    [READ]: entries(...data),
    [PEOPLE]: { json: { data: [newPersonSummary(ursula)], page: { number: 1, size: 20, total: 1 } } },
  });
  await renderRoute(auditLog, { at: `/admin/auditoria${search}` });
  const asked = () => Object.fromEntries(new URLSearchParams(network.searches[READ]));
  return { ...network, asked };
}

const entry = (text: string) => page.getByRole('article').filter({ hasText: text });

test('an entry shows who changed what, the values before and after, and links to the subject', async () => {
  await beOnPhone();
  await open('', granted, corrected);
  const role = entry('Mudou o perfil da pessoa: Úrsula Assunção');
  await expectWords(role, 'Rita Prado (Administrador)');
  await expectWords(role, 'Chrome, Android · 203.0.113.7');
  await expect
    .element(role.getByRole('link', { name: ursula.name }))
    .toHaveAttribute('href', `/admin/usuarios/${ursula.id}`);
  const summary = role.getByText('Ver o que mudou', { exact: true });
  (summary.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(role.getByText('Cliente', { exact: true })).toBeVisible();
  await expect.element(role.getByText('Operador', { exact: true })).toBeVisible();
  const data = entry('Alterou os dados da pessoa');
  await data.getByText('Ver o que mudou (2)').click();
  const wordsOf = (name: 'term' | 'insertion') =>
    data
      .getByRole(name)
      .elements()
      .map(({ textContent }) => textContent);
  expect(wordsOf('term')).toEqual(['CPF', 'Órgão emissor']);
  expect(wordsOf('insertion')).toEqual(['•••909', 'DETRAN/MG']);
  await expectNoSidewaysScrolling();
  await page.getByRole('button', { name: 'Filtros' }).click();
  await expectNothingFound();
});

test('the log is searched from the keyboard and filtered by action, days and subject, all in the address', async () => {
  const { asked } = await open('?page=3', granted);
  await expect.element(entry('Mudou o perfil')).toBeVisible();
  expect(asked()).toEqual({ page: '3', size: '50' });
  page.getByRole('searchbox').element().focus();
  await userEvent.keyboard('ursula assuncao');
  await expect.poll(asked).toEqual({ q: 'ursula assuncao', page: '1', size: '50' });
  await page.getByLabelText('Ação').selectOptions('Mudou o perfil da pessoa');
  await expect.poll(asked).toMatchObject({ q: 'ursula assuncao', action: 'person.role_changed' });
  await page.getByLabelText('Ação').selectOptions('Todas');
  await page.getByLabelText('Assunto').selectOptions('Passeio');
  await page.getByLabelText('De', { exact: true }).fill('01/01/2026');
  await userEvent.keyboard('{Tab}');
  await expect.poll(asked).toMatchObject({ subject: 'trip', from: '2026-01-01' });
  await page.getByLabelText('Até').fill('31/12/2025');
  await userEvent.keyboard('{Tab}');
  const days = { from: '2026-01-01', to: '2025-12-31' };
  await expect.poll(asked).toEqual({ q: 'ursula assuncao', subject: 'trip', ...days, page: '1', size: '50' });
});

test('the log is filtered by person, and by one subject until the filter is removed', async () => {
  const { asked } = await open(`?subject=person&subjectId=${ursula.id}`, granted);
  await page.getByRole('combobox', { name: 'Quem fez' }).fill('Úrsula');
  await page.getByRole('option', { name: new RegExp(`^${ursula.name}`) }).click();
  await expect.poll(asked).toMatchObject({ subject: 'person', subjectId: ursula.id, actorId: ursula.id });
  await page.getByRole('button', { name: `Mostrar tudo, não só ${ursula.name}` }).click();
  await expect.poll(asked).not.toHaveProperty('subjectId');
});

test('filters of the address are shown and can be removed; an empty result says so', async () => {
  const own = newEntry({ actor: { ...ursula, role: 'CLIENT' } });
  const { asked } = await open(`?actorId=${ursula.id}&to=2025-12-31`, own);
  await expect.element(page.getByRole('combobox', { name: 'Quem fez' })).toHaveValue(ursula.name);
  await expect.element(page.getByLabelText('Até')).toHaveValue('31/12/2025');
  await page.getByLabelText('Até').fill('');
  await userEvent.keyboard('{Tab}');
  await expect.poll(asked).toEqual({ actorId: ursula.id, page: '1', size: '50' });
  await cleanup();
  await open(`?actorId=${admin.id}`);
  await expect.element(page.getByText('Nada encontrado')).toBeVisible();
});
