import type { Accounting } from '@passeio/contract/reports/accounting';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderInArea } from '~/test/area';
import { expectNothingFound } from '~/test/axe';
import { type FakeResponse, refusal } from '~/test/network';
import { expectNoSidewaysScrolling, setWindow } from '~/test/screen';
import { newSeller } from '~/test/sellers';
import { expectToast } from '~/test/toast';
import * as accountingPage from './accounting';

const READ = 'GET /api/accounting/entries';
const ID = '01938f6e-7a55-7c1e-9f4e-2b8a4c3d5e6';

const line: Accounting['data'][number] = {
  ...{ id: `${ID}0`, kind: 'deposit', method: 'card', amountCents: 50_000, feeCents: 1_500, penaltyCents: 0 },
  ...{ cashOn: '2026-11-03', competenceOn: '2026-12-05', reference: 'E00000000202611031200abcdefghijk', invoices: [] },
  payer: { name: 'Ana Lima', taxId: '11222333000181', address: 'Rua das Flores, 12' },
  reservation: { id: `${ID}1`, code: 'A3K7QX' },
  trip: { title: 'Capitólio', departsOn: '2026-12-05' },
  seller: null,
};
const penalty: Accounting['data'][number] = {
  ...line,
  ...{
    id: `${ID}2`,
    kind: 'penalty',
    method: null,
    amountCents: 0,
    feeCents: null,
    penaltyCents: 5_000,
    reference: '',
  },
  reservation: { id: `${ID}2`, code: 'B4M8RY' },
};
const november: Accounting = {
  ...{ from: '2026-11-01', to: '2026-11-30', trip: null },
  data: [line, penalty],
  totals: {
    inCents: 50_000,
    outCents: 0,
    balanceCents: 50_000,
    feeCents: 1_500,
    netCents: 48_500,
    penaltyCents: 5_000,
  },
  page: { number: 1, size: 50, total: 2 },
};

const open = (responses: Record<string, FakeResponse | FakeResponse[]>, query = '') =>
  renderInArea(accountingPage, {
    ...{ at: `/admin/contador${query}`, role: 'OPERATOR' },
    responses: { 'GET /api/sellers': { json: { data: [] } }, ...responses },
  });

test('shows each entry with payer, fee, net and penalty, and saves them as a file', async () => {
  const { searches } = await open({ [READ]: { json: november }, 'GET /api/accounting/entries/export': { text: 'a' } });
  const row = page.getByRole('row', { name: /03\/11\/2026.*Sinal/ });
  await expect.element(row).toMatchTextContent(/Ana Lima11\.222\.333\/0001-81Rua das Flores, 12/);
  await expect.element(row).toMatchTextContent(/R\$\s500,00Taxa R\$\s15,00, líquido R\$\s485,00/);
  await expect
    .element(page.getByRole('row', { name: /Multa retida/ }).last())
    .toMatchTextContent(/R\$\s50,00Já recebida/);
  await expectNothingFound();
  await userEvent.click(page.getByRole('button', { name: 'Baixar Excel' }));
  await expectToast('success', 'Relatório baixado.');
  expect(searches['GET /api/accounting/entries/export']).toContain('by=cash&from=2026-11-01&to=2026-11-30&format=xlsx');
});

test('asks for competence, means and entries without a note', async () => {
  const { searches } = await open({ [READ]: { json: november } }, '?por=competencia&forma=card&nota=sem&page=2');
  await expect.element(page.getByRole('row', { name: /Ana Lima/ }).first()).toBeVisible();
  expect(searches[READ]).toBe('?by=competence&method=card&withoutInvoice=true&page=2');
  await userEvent.selectOptions(page.getByLabelText('Nota', { exact: true }), 'Com e sem nota');
  await expect.poll(() => searches[READ]).toBe('?by=competence&method=card&page=1');
});

test('names who sold, and shows the entries of one seller', async () => {
  const sellerId = `${ID}9`;
  const { searches } = await open({
    [READ]: { json: { ...november, data: [{ ...line, seller: 'Jussara Turismo' }, penalty] } },
    'GET /api/sellers': { json: { data: [newSeller({ id: sellerId })] } },
    'GET /api/accounting/entries/export': { text: 'a' },
  });
  await expect.element(page.getByRole('row', { name: /Sinal/ })).toMatchTextContent(/Jussara Turismo/);
  await userEvent.selectOptions(page.getByLabelText('Vendedor', { exact: true }), 'Jussara Turismo');
  await expect.element(page.getByLabelText('Vendedor', { exact: true })).toHaveValue(sellerId);
  expect(searches[READ]).toBe(`?by=cash&sellerId=${sellerId}&page=1`);
  await userEvent.click(page.getByRole('button', { name: 'Baixar CSV' }));
  await expectToast('success', 'Relatório baixado.');
  expect(searches['GET /api/accounting/entries/export']).toContain(`sellerId=${sellerId}`);
});

test('records a note of a line, and those of the whole page at once', async () => {
  const { bodies } = await open({ [READ]: { json: november }, 'POST /api/invoices': { json: { recorded: 1 } } });
  await userEvent.click(page.getByRole('button', { name: 'Informar nota da reserva A3K7QX' }));
  await userEvent.click(page.getByRole('button', { name: 'Salvar' }));
  await expect.element(page.getByText('Número da nota: preencha este campo.')).toBeVisible();
  await expectNothingFound();
  await userEvent.fill(page.getByLabelText('Número da nota'), '2026/17');
  await userEvent.click(page.getByRole('button', { name: 'Salvar' }));
  await expectToast('success', '1 nota informada.');
  expect(bodies['POST /api/invoices']).toMatchObject({ invoices: [{ reservationId: `${ID}1`, number: '2026/17' }] });

  await userEvent.click(page.getByRole('button', { name: 'Informar 2 notas' }));
  await userEvent.fill(page.getByRole('textbox', { name: /B4M8RY/ }), '2026/18');
  await userEvent.click(page.getByRole('button', { name: 'Salvar' }));
  await expect
    .poll(() => bodies['POST /api/invoices'])
    .toMatchObject({ invoices: [{ reservationId: `${ID}2`, number: '2026/18' }] });
});

test('says where there is nothing, and what failed', async () => {
  await open({ [READ]: { json: { ...november, data: [], page: { ...november.page, total: 0 } } } });
  await expect.element(page.getByText('Nada neste período')).toBeVisible();
  await open({ [READ]: refusal(500) });
  await expect.element(page.getByRole('button', { name: 'Tentar de novo' })).toBeVisible();
});

test('fits a phone', async () => {
  await setWindow();
  await open({ [READ]: { json: november } }, '?por=competencia');
  await expect.element(page.getByText('Ana Lima', { exact: false }).first()).toBeVisible();
  await expectNoSidewaysScrolling();
  await expectNothingFound();
});
