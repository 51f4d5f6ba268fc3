import type { Reconciliation, ReconciliationLine } from '@passeio/contract/reports/reconciliation';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderInArea } from '~/test/area';
import { expectNothingFound } from '~/test/axe';
import { expectNoSidewaysScrolling, setWindow } from '~/test/screen';
import { expectToast } from '~/test/toast';
import { holdUploads } from '~/test/uploads';
import * as reconciliationPage from './reconciliation';

const EXPORT = 'POST /api/accounting/reconciliation/export';
const reservation = { id: '01938f6e-7a55-7c1e-9f4e-2b8a4c3d5e61', code: 'A3K7QX' };

const entry = (amountCents: number, feeCents = 0): ReconciliationLine['entries'][number] => ({
  ...{ id: crypto.randomUUID(), kind: 'balance', method: 'pix', on: '2026-11-03', amountCents, feeCents },
  ...{ payer: 'Ana Lima', reservation },
});
const bank = (amountCents: number, text: string) => ({ on: '2026-11-03', amountCents, text });
const fitting: ReconciliationLine = {
  ...{ kind: 'matched', match: 'reference', hint: null, differenceCents: 0 },
  ...{ bank: bank(10_000, 'PIX ANA LIMA'), entries: [entry(10_000)] },
};
const november: Reconciliation = {
  ...{ from: '2026-11-01', to: '2026-11-30', unreadRows: 0, differenceCents: -30_190 },
  bank: { openingCents: 100_000, inCents: 10_000, outCents: 190, closingCents: 109_810, missingCents: 0 },
  ledger: { inCents: 40_000, outCents: 0 },
  lines: [
    fitting,
    {
      ...{ kind: 'bank_fee', match: null, hint: null, differenceCents: -190 },
      ...{ bank: bank(-190, 'TAR PIX'), entries: [] },
    },
    {
      ...{ kind: 'only_ledger', match: null, hint: 'near_edge', differenceCents: -30_000 },
      ...{ bank: null, entries: [entry(30_000, 500)] },
    },
  ],
};

async function send(answer: object, status = 200) {
  const uploads = holdUploads();
  const network = renderInArea(reconciliationPage, {
    at: '/admin/contador/extrato',
    role: 'OPERATOR',
    responses: { [EXPORT]: { text: 'a' } },
  });
  await page.getByLabelText('Arquivo do extrato').upload(new File(['<OFX>'], 'novembro.ofx'));
  await expect.poll(() => uploads[0]?.body?.get('file')).toMatchObject({ name: 'novembro.ofx' });
  expect(uploads[0]).toMatchObject({ method: 'POST', path: '/api/accounting/reconciliation' });
  uploads[0]?.answer(status, answer);
  return network;
}

test('explains the difference line by line, folds what fits, and saves it as a file', async () => {
  const { searches } = await send(november);
  await expect.element(page.getByRole('heading', { name: 'novembro.ofx' })).toBeVisible();
  await expect.element(page.getByText(/2 linhas somam -R\$\s301,90\./)).toBeVisible();
  await expect.element(page.getByRole('row', { name: /Tarifa do banco/ })).toMatchTextContent(/TAR PIX.*—.*-R\$\s1,90/);
  await expect
    .element(page.getByRole('row', { name: /No Passeio e não no extrato/ }))
    .toMatchTextContent(/pode estar em outro extrato.*R\$\s300,00.*sem a taxa de R\$\s5,00 · Ana LimaA3K7QX/);
  await expect.element(page.getByText('PIX ANA LIMA')).not.toBeVisible();
  await userEvent.click(page.getByText('1 linha confere'));
  await expect.element(page.getByText('PIX ANA LIMA')).toBeVisible();
  await expectNothingFound();
  await userEvent.click(page.getByRole('button', { name: 'Baixar CSV' }));
  await expectToast('success', 'Relatório baixado.');
  expect(searches[EXPORT]).toContain('format=csv');
  await userEvent.click(page.getByRole('button', { name: 'Enviar outro extrato' }));
  await expect.element(page.getByRole('button', { name: 'Escolher extrato' })).toBeVisible();
});

test('warns of what the file lacks, and says where all fits', async () => {
  const { bank: of } = november;
  await send({
    ...{ ...november, unreadRows: 2, differenceCents: 0, lines: [fitting] },
    bank: { ...of, openingCents: null, missingCents: -2_000 },
  });
  await expect.element(page.getByText(/Falta um trecho do extrato.*R\$\s20,00/)).toBeVisible();
  await expect.element(page.getByText('2 linhas ficaram de fora', { exact: false })).toBeVisible();
  await expect.element(page.getByText('Tudo confere.')).toBeVisible();
  await expect.element(page.getByText('Não informado')).toBeVisible();
});

test('says in place why a file is refused, and takes another one', async () => {
  const message = 'Este extrato não traz lançamentos. Baixe um período com movimento e envie de novo.';
  await send({ statusCode: 400, code: 'STATEMENT_EMPTY', message, requestId: 'test' }, 400);
  await expect.element(page.getByRole('alert').getByText(message)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Escolher extrato' })).toBeEnabled();
});

test('shows a long statement in parts, and fits a phone', async () => {
  await setWindow();
  const lines = Array.from({ length: 130 }, () => november.lines[1]);
  await send({ ...november, lines });
  await userEvent.click(page.getByRole('button', { name: 'Mostrar mais 30 de 30' }));
  await expect.poll(() => page.getByText('TAR PIX').elements().length).toBe(130);
  await expectNoSidewaysScrolling();
  await expectNothingFound();
});
