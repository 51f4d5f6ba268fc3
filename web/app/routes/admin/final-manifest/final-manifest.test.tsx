import type { FinalManifest, FinalManifestVersion } from '@passeio/contract/boarding/final-manifest';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerCalls, type FakeResponse, refusal } from '~/test/network';
import { signIn } from '~/test/person';
import { renderRoute } from '~/test/render';
import { expectToast } from '~/test/toast';
import * as finalManifest from './final-manifest';

const trip = {
  id: crypto.randomUUID(),
  title: 'Capitólio: cânions de Furnas',
  date: '2026-12-05T07:30:00.000Z',
  returnDate: '2026-12-05T23:00:00.000Z',
  vehicle: 'Ônibus 46 lugares',
  interstate: false,
};
const READ = `GET /api/trips/${trip.id}/road-list`;
const FREEZE = `POST /api/trips/${trip.id}/road-list/versions`;
const EXPORT = `GET /api/trips/${trip.id}/road-list/versions/1/export`;
const operator = { name: 'Rota', legalName: 'Rota Ltda', cnpj: '11.222.333/0001-81', cadastur: '26.0', phone: '' };
const details = { origin: 'Varginha/MG', destination: 'Capitólio', plate: '', driver: '', guide: '' };
const bento = { participantId: crypto.randomUUID(), name: 'Bento Reis', fields: ['documentNumber' as const] };

const version = (number: number, changed = 0): FinalManifestVersion => ({
  version: number,
  people: 40,
  hash: '3f9a0c'.padEnd(64, '0'),
  createdAt: '2026-12-03T14:00:00.000Z',
  author: 'Rita Alves',
  changes: { changed, people: 40, percent: changed * 2.5, isOverLimit: changed > 8 },
  erasedAt: null,
  interstate: false,
  anttMissing: 0,
});
const list = (more: Partial<FinalManifest> = {}): { json: FinalManifest } => ({
  json: {
    trip,
    operator,
    details,
    people: 40,
    missing: [],
    unauthorized: [],
    versions: [],
    changes: [],
    tripChanged: false,
    ...more,
  },
});

async function open(responses: Record<string, FakeResponse | FakeResponse[]>) {
  signIn('OPERATOR');
  const network = answerCalls(responses);
  const at = `/admin/passeios/${trip.id}/lista-final`;
  await renderRoute(finalManifest, { at, path: '/admin/passeios/:tripId/lista-final' });
  return network;
}

test('a manifest is closed with plate and driver, and downloaded at once', async () => {
  const { calls, bodies } = await open({
    [READ]: [list(), list({ versions: [version(1)] })],
    [FREEZE]: list({ versions: [version(1)] }),
    [EXPORT]: { text: '%PDF' },
  });
  await expect.element(page.getByText('Nenhuma lista fechada ainda')).toBeVisible();
  await page.getByRole('button', { name: 'Fechar lista' }).click();
  await expect.element(page.getByLabelText('Origem')).toHaveValue('Varginha/MG');
  await page.getByLabelText('Placa').fill('12');
  await page.getByLabelText('Motorista').fill('Osmar Dias');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Confira a placa, como em ABC1D23.')).toBeVisible();
  await page.getByLabelText('Placa').fill('abc-1d23');
  await page.getByRole('button', { name: 'Fechar e baixar PDF' }).click();
  await expectToast('success', 'Lista fechada: versão 1.');
  await expect.element(page.getByText('Ninguém mudou desde então.').first()).toBeVisible();
  await expect.poll(() => calls.filter((call) => call === EXPORT)).toHaveLength(1);
  expect(bodies[FREEZE]).toEqual({ ...details, plate: 'ABC1D23', driver: 'Osmar Dias', acceptedMissing: [] });
});

test('the dialog names passengers with missing data, and asks again when another one lacks some', async () => {
  const cora = { participantId: crypto.randomUUID(), name: 'Cora Lima', fields: ['birthdate' as const] };
  const message = 'Faltam dados de algumas pessoas.';
  const { bodies } = await open({
    [READ]: [list({ missing: [bento] }), list({ missing: [bento, cora] })],
    [FREEZE]: refusal(409, { code: 'ROAD_LIST_INCOMPLETE', message }),
  });
  const missing = page.getByRole('region', { name: 'O que falta' });
  await expect.element(missing.getByText('Bento Reis: documento')).toBeVisible();
  await page.getByRole('button', { name: 'Fechar lista' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Fechar e baixar PDF' }).click();
  await expect.element(dialog.getByText('Confirme que a lista segue sem esses dados.')).toBeVisible();
  expect(bodies[FREEZE]).toBeUndefined();
  await dialog.getByLabelText('Fechar a lista mesmo assim').click();
  await dialog.getByRole('button', { name: 'Fechar e baixar PDF' }).click();
  await expect.element(dialog.getByText(message)).toBeVisible();
  await expect.element(dialog.getByText('Cora Lima: nascimento')).toBeVisible();
  await expect.element(dialog.getByLabelText('Fechar a lista mesmo assim')).not.toBeChecked();
});

test('the page counts later changes against the limit and names them', async () => {
  const changes: FinalManifest['changes'] = [
    { kind: 'removed', name: 'Ana Prado', before: null },
    { kind: 'replaced', name: 'Elis Nunes', before: 'Davi Melo' },
    { kind: 'corrected', name: 'Cora Lima', before: 'Cora Lirna' },
  ];
  await open({ [READ]: list({ versions: [version(2, 3), version(1, 9)], changes }) });
  const since = page.getByRole('region', { name: /^Desde a versão 2/ });
  await expect.element(since.getByText('3 de 40 mudaram (7,5%); o limite é 20%.')).toBeVisible();
  await expect.element(since.getByText('Elis Nunes no lugar de Davi Melo')).toBeVisible();
  await expect.element(since.getByText('Cora Lima, antes Cora Lirna')).toBeVisible();
  const first = page.getByRole('row', { name: /^Versão 1/ });
  await expect.element(first.getByText('9 de 40 mudaram (22,5%): passou do limite de 20%.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Fechar nova versão' })).toBeVisible();
});

test('an empty list cannot be closed', async () => {
  await open({ [READ]: list({ people: 0, operator: { ...operator, cadastur: '' } }) });
  await expect.element(page.getByText('Ninguém na lista ainda')).toBeVisible();
  await expect.element(page.getByText(/A lista sai sem CADASTUR/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Fechar lista' })).not.toBeInTheDocument();
});

test('a version can be downloaded again; a failure is shown', async () => {
  const message = 'Não foi possível exportar agora.';
  await open({
    [READ]: list({ versions: [version(1)] }),
    [EXPORT]: [refusal(500, { message }), { text: 'a;b' }],
  });
  const button = page.getByRole('button', { name: 'Baixar versão 1 em CSV' });
  await button.click();
  await expectToast('error', message);
  await expect.element(button).not.toHaveAttribute('aria-busy');
  await button.click();
  await expectToast('success', 'Versão 1 baixada.');
});

test('an erased version keeps date, author, number and hash, and says so', async () => {
  const erased = { ...version(1), changes: null, erasedAt: '2027-03-05T10:00:00.000Z' };
  await open({ [READ]: list({ versions: [erased] }) });
  const row = page.getByRole('row', { name: /Versão 1/ });
  await expect.element(row.getByText('Dados pessoais apagados em 05/03/2027.')).toBeVisible();
  await expect.element(row.getByText('40 pessoas')).toBeVisible();
  await expect.element(row.getByText('por Rita Alves')).toBeVisible();
  expect(page.getByRole('button', { name: /^Baixar/ }).elements()).toHaveLength(0);
});

test("an interstate trip has ANTT's list, with whom it is incomplete for before and after closing", async () => {
  const ana = { participantId: crypto.randomUUID(), name: 'Ana Prado', fields: ['boardingPointId' as const] };
  const teo = { participantId: crypto.randomUUID(), name: 'Téo Reis', fields: ['photoDocument' as const] };
  const interstate = { interstate: true, anttMissing: 2 };
  const { searches } = await open({
    [READ]: list({
      trip: { ...trip, interstate: true },
      missing: [ana, bento, teo],
      versions: [{ ...version(1), ...interstate }],
    }),
    [EXPORT]: { text: '%PDF' },
  });
  const missing = page.getByRole('region', { name: 'O que falta' });
  await expect.element(missing.getByText(/a lista da ANTT sai incompleta para 2 pessoas/)).toBeVisible();
  await expect.element(missing.getByText('Téo Reis: documento com foto ANTT')).toBeVisible();
  await expect.element(missing.getByRole('listitem').filter({ hasText: 'Ana Prado' })).not.toHaveTextContent('ANTT');
  await expect.element(page.getByText('Incompleta: faltavam dados de 2 pessoas.')).toBeVisible();
  await page.getByRole('button', { name: 'Baixar lista da ANTT, versão 1, em CSV' }).click();
  await expectToast('success', 'Versão 1 baixada.');
  expect(searches[EXPORT]).toBe('?format=csv&layout=antt');
  await page.getByRole('button', { name: 'Fechar nova versão' }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText(/a lista da ANTT sai incompleta para 2 pessoas/)).toBeVisible();
});

test("a trip within the state has no list of ANTT's", async () => {
  await open({ [READ]: list({ missing: [bento], versions: [version(1)] }) });
  await expect.element(page.getByRole('button', { name: 'Baixar versão 1 em CSV' })).toBeVisible();
  expect(page.getByText(/ANTT/).elements()).toHaveLength(0);
});
