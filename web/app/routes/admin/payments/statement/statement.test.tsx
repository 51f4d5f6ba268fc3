import type { Statement, StatementLine } from '@passeio/contract/statements';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type Answer, answerCalls, refusal } from '~/test/network';
import { signIn } from '~/test/person';
import { renderRoute } from '~/test/render';
import { expectToast } from '~/test/toast';
import * as statementPage from './statement';

const id = crypto.randomUUID();
const READ = `GET /api/payments/statements/${id}`;
const CONFIRM = `POST /api/payments/statements/${id}/confirmation`;
const TO_DO = { 'GET /api/payments/to-do': { json: { receipts: 0, refunds: 0, unmatched: 0 } } };

function newLine(payerName: string, amountCents: number, more: Partial<StatementLine> = {}): StatementLine {
  return {
    ...{ id: crypto.randomUUID(), occurredOn: '2026-11-20', amountCents, description: 'PIX RECEBIDO', payerName },
    ...{ match: null, state: 'unmatched', reservation: null },
    ...more,
  };
}

const reservation = (code: string, dueCents: number) => ({
  ...{ id: crypto.randomUUID(), code, payer: 'Ana Prado', trip: 'Capitólio', dueCents },
});
const proposed = newLine('ANA PRADO', 8_670, {
  ...{ state: 'proposed', match: 'amount_and_name', reservation: reservation('K7M2QX', 28_900) },
});
const byTxid = newLine('BENTO', 5_000, { state: 'proposed', match: 'txid', reservation: reservation('A3K7QX', 5_000) });
const unknown = newLine('CAIO REIS', 12_000);
const counted = newLine('DORA', 9_000, { state: 'counted', reservation: reservation('34679A', 0) });

function newStatement(lines: StatementLine[]): Statement {
  return { id, filename: 'extrato.ofx', format: 'ofx', createdAt: '2026-11-21T12:00:00.000Z', lines };
}
const all = newStatement([proposed, byTxid, unknown, counted]);
const settle = (lines: StatementLine[]) => newStatement(lines.map((line) => ({ ...line, state: 'confirmed' })));

async function open(answers: Record<string, Answer | Answer[]>, at = `/admin/pagamentos/extrato?extrato=${id}`) {
  signIn('OPERATOR');
  const network = answerCalls({ ...TO_DO, ...answers });
  await renderRoute(statementPage, { at });
  return network;
}

test('a statement that is dropped there is read, and its address survives a reload', async () => {
  const { bodies } = await open(
    { 'POST /api/payments/statements': { status: 201, json: all }, [READ]: { json: all } },
    '/admin/pagamentos/extrato',
  );
  const file = new File(['<OFX>'], 'extrato.ofx', { type: 'application/x-ofx' });
  await page.getByLabelText('Arquivo do extrato').upload(file);
  await expect.element(page.getByRole('heading', { name: 'extrato.ofx' })).toBeVisible();
  expect((bodies['POST /api/payments/statements'] as FormData).get('file')).toBeInstanceOf(File);
  await expect
    .element(page.getByText('4 entradas: 2 com proposta, 1 sem reserva, 1 já no caixa.', { exact: false }))
    .toBeVisible();
});

test('a file that is no statement is refused in place, and another one can be sent', async () => {
  const message = 'Não conseguimos ler este arquivo. Baixe o extrato do banco em OFX ou CSV e envie de novo.';
  await open(
    { 'POST /api/payments/statements': refusal(400, { code: 'STATEMENT_UNREADABLE', message }) },
    '/admin/pagamentos/extrato',
  );
  await page.getByLabelText('Arquivo do extrato').upload(new File(['x'], 'foto.png', { type: 'image/png' }));
  await expect.element(page.getByRole('alert').getByText(message)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Escolher extrato' })).toBeEnabled();
});

test('records what is proposed and what staff has named a reservation for, and sums it', async () => {
  const { bodies } = await open({
    [READ]: [{ json: all }, { json: settle(all.lines) }],
    [CONFIRM]: { json: settle(all.lines) },
  });
  await expect.element(page.getByText('2 escolhidos: R$ 136,70')).toBeVisible();
  await expect.element(page.getByText('Por valor e nome · falta pagar R$ 289,00')).toBeVisible();
  await expect.element(page.getByText('Já lançado')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Lançar BENTO, R$ 50,00' }).click();
  await page.getByLabelText('Código da reserva de CAIO REIS, R$ 120,00').fill('34679a');
  await expect.element(page.getByText('2 escolhidos: R$ 206,70')).toBeVisible();
  await page.getByRole('button', { name: 'Lançar 2 pagamentos' }).click();
  await expectToast('success', '2 pagamentos lançados: R$\u00a0206,70.');
  expect(bodies[CONFIRM]).toEqual({ lines: [{ id: proposed.id }, { id: unknown.id, code: '34679A' }] });
  await expect.element(page.getByText('Nada escolhido para lançar.')).toBeVisible();
});

test('a code that is none is refused before anything is sent', async () => {
  const { calls } = await open({ [READ]: { json: all } });
  await page.getByLabelText('Código da reserva de CAIO REIS, R$ 120,00').fill('34');
  await page.getByRole('button', { name: 'Lançar 3 pagamentos' }).click();
  await expect.element(page.getByText('O código da reserva tem 6 letras e números.')).toBeVisible();
  expect(calls).not.toContain(CONFIRM);
});

test('what has changed meanwhile is loaded again, and said', async () => {
  const message = 'Algum lançamento já foi contado ou mudou de reserva. Confira a lista e confirme de novo.';
  const after = newStatement([{ ...proposed, state: 'counted' }, byTxid]);
  await open({
    [READ]: [{ json: newStatement([proposed, byTxid]) }, { json: after }],
    [CONFIRM]: refusal(409, { code: 'STATEMENT_CHANGED', message }),
  });
  await page.getByRole('button', { name: 'Lançar 2 pagamentos' }).click();
  await expect.element(page.getByRole('alert').getByText(message)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Lançar 1 pagamento' })).toBeVisible();
});
