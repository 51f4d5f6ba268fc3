import type { Report } from '@passeio/contract/reports/reports';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderInArea } from '~/test/area';
import { expectNothingFound } from '~/test/axe';
import { type FakeResponse, refusal } from '~/test/network';
import { expectNoSidewaysScrolling, setWindow } from '~/test/screen';
import { expectToast } from '~/test/toast';
import { presetsAt } from './period';
import * as reportsPage from './reports';

const READ = 'GET /api/reports';

const revenue: Report = {
  ...{ report: 'revenue_by_month', from: '2026-01-01', to: '2026-12-31', trip: null },
  rows: [
    { label: '11/2026', values: [50_000, 10_000, 40_000, 320, 0, 0] },
    { label: '12/2026', values: [12_300, 0, 12_300, 0, 500, 2_000] },
  ],
  totals: [62_300, 10_000, 52_300, 320, 500, 2_000],
};
const occupancy: Report = {
  ...{ report: 'occupancy', from: '2026-12-01', to: '2026-12-31', trip: null },
  rows: [{ label: 'Capitólio · 05/12/2026', values: [46, 40, 6, 870] }],
  totals: [46, 40, 6, 870],
};

const open = (responses: Record<string, FakeResponse | FakeResponse[]>, query = '') =>
  renderInArea(reportsPage, { at: `/admin/relatorios${query}`, role: 'OPERATOR', responses });

test('shows a report as plot and table with its total, and saves it as a file', async () => {
  const { searches } = await open({
    [READ]: { json: revenue },
    'GET /api/reports/export': { text: 'a;b' },
  });
  await expect
    .element(page.getByRole('row', { name: /11\/2026/ }))
    .toMatchTextContent(/R\$\s500,00R\$\s100,00R\$\s400,00/);
  await expect.element(page.getByRole('row', { name: /^Total/ })).toMatchTextContent(/R\$\s523,00/);
  await expect.element(page.getByRole('img', { name: /Receita por mês, Saldo\. O maior: 11\/2026/ })).toBeVisible();
  await expectNothingFound();
  await userEvent.click(page.getByRole('button', { name: 'Baixar CSV' }));
  await expectToast('success', 'Relatório baixado.');
  expect(searches['GET /api/reports/export']).toContain('from=2026-01-01&to=2026-12-31&format=csv');
});

test('keeps report and period in the address', async () => {
  const { searches } = await open({ [READ]: [{ json: revenue }, { json: occupancy }, { json: occupancy }] });
  await userEvent.selectOptions(page.getByLabelText('Relatório'), 'Ocupação');
  await expect.element(page.getByRole('row', { name: /Capitólio/ })).toMatchTextContent(/87%/);
  await userEvent.click(page.getByRole('button', { name: 'Mês passado' }));
  await expect.poll(() => searches[READ]).toMatch(/report=occupancy&from=\d{4}-\d\d-01&to=\d{4}-\d\d-\d\d/);
});

test('shows where sales come from beside who sold, with what each place cost; each is a file of its own', async () => {
  const sources: Report = {
    ...{ report: 'by_source', from: '2026-01-01', to: '2026-12-31', trip: null },
    rows: [
      { label: 'instagram', values: [2, 5, 144_500, 60_000, 25_000, 5_000] },
      { label: 'panfleto', values: [0, 0, 0, 0, 700, null] },
      { label: 'Direto', values: [1, 1, 28_900, 28_900, 0, 0] },
    ],
    totals: [3, 6, 173_400, 88_900, 25_700, 4_283],
  };
  const sellers: Report = {
    ...{ report: 'by_seller', from: '2026-01-01', to: '2026-12-31', trip: null },
    rows: [{ label: 'Sem vendedor', values: [3, 6, 173_400, 88_900, 0, 0] }],
    totals: [3, 6, 173_400, 88_900, 0, 0],
  };
  const { searches } = await open(
    { [READ]: [{ json: sources }, { json: sellers }], 'GET /api/reports/export': { text: 'a' } },
    '?relatorio=vendedores',
  );
  const bySource = page.getByRole('region', { name: 'De onde vêm as vendas' });
  await expect.element(bySource.getByRole('row', { name: /instagram/ })).toMatchTextContent(/R\$\s250,00R\$\s50,00/);
  await expect.element(bySource.getByRole('row', { name: /panfleto/ })).toMatchTextContent(/R\$\s7,00—/);
  await expect.element(page.getByLabelText('Relatório')).toHaveValue('origens');
  const bySeller = page.getByRole('region', { name: 'Por vendedor' });
  await expect.element(bySeller.getByRole('row', { name: /Sem vendedor/ })).toBeVisible();
  await userEvent.click(bySeller.getByRole('button', { name: 'Baixar CSV' }));
  await expectToast('success', 'Relatório baixado.');
  expect(searches['GET /api/reports/export']).toContain('report=by_seller');
});

test('says where there is nothing, and what failed', async () => {
  await open({ [READ]: { json: { ...occupancy, rows: [], totals: [0, 0, 0, 0] } } }, '?relatorio=ocupacao');
  await expect.element(page.getByText('Nada neste período')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Baixar CSV' })).not.toBeInTheDocument();
  await open({ [READ]: refusal(500) });
  await expect.element(page.getByRole('button', { name: 'Tentar de novo' })).toBeVisible();
});

test('fits a phone', async () => {
  await setWindow();
  await open({ [READ]: { json: revenue } });
  await expect.element(page.getByRole('heading', { name: 'Receita por mês' })).toBeVisible();
  await expectNoSidewaysScrolling();
  await expectNothingFound();
});

test('ready periods are whole months, also over a new year', () => {
  expect(presetsAt('2027-01-15').map(({ from, to }) => `${from} ${to}`)).toEqual([
    '2027-01-01 2027-01-31',
    '2026-12-01 2026-12-31',
    '2027-01-01 2027-12-31',
    '2026-02-01 2027-01-31',
  ]);
});
