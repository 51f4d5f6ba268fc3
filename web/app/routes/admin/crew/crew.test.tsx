import type { CrewMember } from '@passeio/contract/crew/crew';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { useUser } from '~/features/session/user-store';
import { renderInArea } from '~/test/area';
import { expectNothingFound } from '~/test/axe';
import type { FakeResponse } from '~/test/network';
import { expectNoSidewaysScrolling, expectWords, setWindow } from '~/test/screen';
import { expectToast } from '~/test/toast';
import * as crew from './crew';

const READ = 'GET /api/crew';

function member(more: Partial<CrewMember> = {}): CrewMember {
  return {
    ...{ id: crypto.randomUUID(), userId: null, name: 'Osmar Dias', phone: '+5535988880011', isGuide: false },
    ...{ isDriver: true, weekdays: [1, 2, 3, 4, 5, 6, 7], daysOff: [], upcoming: 0, isArchived: false, version: 3 },
    ...more,
  };
}

const luana = member({
  ...{ name: 'Luana Reis', userId: crypto.randomUUID(), isGuide: true, weekdays: [6, 7], upcoming: 2 },
  daysOff: [{ from: '2099-12-20', to: '2099-12-27' }],
});
const osmar = member();
const account = { id: crypto.randomUUID(), name: 'Helena Prado', memberId: null };
const known = { id: luana.userId ?? '', name: luana.name, memberId: luana.id };
const list = (...data: CrewMember[]) => ({ json: { data, accounts: [account, known] } });

function open(responses: Record<string, FakeResponse | FakeResponse[]>) {
  return renderInArea(crew, { at: '/admin/quem-trabalha', role: 'OPERATOR', responses });
}
const button = (name: string) => page.getByRole('button', { name });
const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });

test('staff sees guides and drivers with what they do, their days and their departures', async () => {
  await setWindow();
  await open({ [READ]: list(luana, osmar) });
  await expectWords(row('Luana Reis'), 'Guia e motorista · com conta · 2 saídas marcadas · (35) 98888-0011');
  await expectWords(row('Luana Reis'), 'Trabalha sáb, dom · folga 20/12/2099 a 27/12/2099');
  await expectWords(row('Osmar Dias'), 'Motorista · sem conta · (35) 98888-0011');
  await expectWords(row('Osmar Dias'), 'Trabalha todos os dias');
  await expectNothingFound();
  await expectNoSidewaysScrolling();
});

test('adds somebody without an account with days off, or somebody of staff by their account', async () => {
  const CREATE = 'POST /api/crew';
  const { bodies } = await open({ [READ]: [list(), list(osmar)], [CREATE]: ['lost', { json: osmar, status: 201 }] });
  await button('Adicionar pessoa').click();
  await page.getByLabelText('Nome').fill('Osmar Dias');
  await page.getByLabelText('Telefone com DDD (opcional)').fill('35988880011');
  const faz = page.getByRole('group', { name: 'Faz' });
  await faz.getByLabelText('Guia').click();
  await button('Salvar').click();
  await expect.element(page.getByText('Marque se guia, dirige ou os dois.')).toBeVisible();
  await faz.getByLabelText('Motorista').click();
  await page.getByLabelText('seg').click();
  await button('Adicionar folga').click();
  await page.getByLabelText('De', { exact: true }).fill('20/12/2099');
  await page.getByLabelText('Até', { exact: true }).fill('21/12/2099');
  await expectNothingFound();
  await button('Salvar').click();
  await expect.element(page.getByRole('alert').first()).toBeVisible();
  await button('Salvar').click();
  await expectToast('success', 'Osmar Dias: pronto para ser escalado.');
  expect(bodies[CREATE]).toEqual({
    ...{ userId: null, name: 'Osmar Dias', phone: '+5535988880011', isGuide: false, isDriver: true },
    weekdays: [2, 3, 4, 5, 6, 7],
    daysOff: [{ from: '2099-12-20', to: '2099-12-21' }],
  });
  await button('Adicionar pessoa').click();
  await page.getByLabelText('Conta').selectOptions('Helena Prado');
  await expect.element(page.getByLabelText('Nome')).not.toBeInTheDocument();
  // Who has an account is there already.
  expect(page.getByLabelText('Conta').element().textContent).not.toContain('Luana Reis');
});

test('changes somebody, and archives with a way back', async () => {
  const CHANGE = `PUT /api/crew/${osmar.id}`;
  const ARCHIVE = `PUT /api/crew/${osmar.id}/archive`;
  const archived = { ...osmar, upcoming: 1, isArchived: true };
  const { bodies } = await open({
    [READ]: [list(osmar), list(osmar), list(archived), list(osmar)],
    [CHANGE]: { json: osmar },
    [ARCHIVE]: [{ json: archived }, { json: osmar }],
  });
  await button('Ações de Osmar Dias').click();
  await page.getByRole('menuitem', { name: 'Editar' }).click();
  await page.getByLabelText('Conta').selectOptions('Luana Reis');
  await button('Salvar').click();
  await expectToast('success', 'Osmar Dias: alterações salvas.');
  expect(bodies[CHANGE]).toMatchObject({ userId: luana.userId, name: '', phone: '', version: 3 });
  await button('Ações de Osmar Dias').click();
  await page.getByRole('menuitem', { name: 'Arquivar' }).click();
  await expect.element(page.getByText(/Continua em 1 saída que já tem/)).toBeVisible();
  await expect.element(row('Osmar Dias').getByText('Arquivado')).toBeVisible();
  await button('Desfazer').click();
  await expect.element(page.getByText('Arquivado')).not.toBeInTheDocument();
  expect(bodies[ARCHIVE]).toEqual({ isArchived: false });
});

test('without the permission to edit trips staff reads', async () => {
  const opened = open({ [READ]: list(osmar) });
  useUser.setState(({ user }) => ({ user: { ...user, permissions: [] } }));
  await opened;
  await expect.element(row('Osmar Dias')).toBeVisible();
  await expect.element(button('Adicionar pessoa')).not.toBeInTheDocument();
  await expect.element(button('Ações de Osmar Dias')).not.toBeInTheDocument();
});
