import type { Statement, StatementLine } from '@passeio/contract/payments/statements';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectNothingFound } from '~/test/axe';
import { FIND_RESERVATIONS, foundReservations, newFoundReservation } from '~/test/found-reservations';
import { answerCalls, type FakeResponse, refusal } from '~/test/network';
import { signIn } from '~/test/person';
import { renderRoute } from '~/test/render';
import { expectToFit } from '~/test/screen';
import { expectToast } from '~/test/toast';
import { holdUploads } from '~/test/uploads';
import * as statementPage from './statement';

const id = crypto.randomUUID();
const READ = `GET /api/payments/statements/${id}`;
const CONFIRM = `POST /api/payments/statements/${id}/confirmation`;
const TO_DO = { 'GET /api/payments/to-do': { json: { receipts: 0, refunds: 0, unmatched: 0 } } };

function newLine(payerName: string, amountCents: number, more: Partial<StatementLine> = {}): StatementLine {
  return {
    ...{ id: crypto.randomUUID(), occurredOn: '2026-11-20', amountCents, description: 'PIX RECEBIDO', payerName },
    ...{ match: null, state: 'unmatched', doubt: null, reservation: null, recorded: null },
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
const counted = newLine('DORA', 9_000, {
  ...{ state: 'counted', reservation: reservation('34679A', 0) },
  recorded: { occurredOn: '2026-11-20', payerName: 'DORA', isCertain: true },
});
const doubtful = newLine('ELSA', 7_000, {
  ...{ state: 'counted', reservation: reservation('A3K7QX', 7_000) },
  recorded: { occurredOn: '2026-11-19', payerName: 'ELSA LIMA', isCertain: false },
});

function newStatement(lines: StatementLine[]): Statement {
  return {
    id,
    filename: 'extrato.ofx',
    format: 'ofx',
    createdAt: '2026-11-21T12:00:00.000Z',
    unreadRows: 0,
    leftOut: {},
    lines,
  };
}
const all = newStatement([proposed, byTxid, unknown, counted]);
const confirmed = (lines: StatementLine[]) => newStatement(lines.map((line) => ({ ...line, state: 'confirmed' })));

async function open(
  responses: Record<string, FakeResponse | FakeResponse[]>,
  at = `/admin/pagamentos/extrato?extrato=${id}`,
) {
  signIn('OPERATOR');
  const network = answerCalls({ ...TO_DO, ...responses });
  await renderRoute(statementPage, { at });
  return network;
}

const upload = (name: string) => page.getByLabelText('Arquivo do extrato').upload(new File(['<OFX>'], name));

test('a statement that is dropped there shows the progress of its upload, is read, and its address survives a reload', async () => {
  const uploads = holdUploads();
  await open({ [READ]: { json: all } }, '/admin/pagamentos/extrato');
  await upload('extrato.ofx');
  await expect.poll(() => uploads[0]?.body?.get('file')).toMatchObject({ name: 'extrato.ofx' });
  expect(uploads[0]).toMatchObject({ method: 'POST', path: '/api/payments/statements' });
  uploads[0]?.progress(0.42);
  await expect.element(page.getByText('Enviando: 42%')).toBeVisible();
  await expect
    .element(page.getByRole('progressbar', { name: 'Envio do extrato' }))
    .toHaveAttribute('aria-valuenow', '42');
  uploads[0]?.progress(1);
  await expect.element(page.getByText('Lendo o extrato…')).toBeVisible();
  uploads[0]?.answer(201, all);
  await expect.element(page.getByRole('heading', { name: 'extrato.ofx' })).toBeVisible();
  await expect
    .element(page.getByText('4 entradas: 2 com proposta, 1 sem reserva, 1 já no caixa.', { exact: false }))
    .toBeVisible();
});

test('a file that is not a statement is refused in place, and staff can send another one', async () => {
  const message = 'Não conseguimos ler este arquivo. Baixe o extrato do banco em OFX ou CSV e envie de novo.';
  const file = 'Não entendemos as datas da coluna “Data”, como em “5 brumário”.';
  const uploads = holdUploads();
  await open({}, '/admin/pagamentos/extrato');
  await upload('foto.png');
  await expect.poll(() => uploads[0]?.body).toBeDefined();
  uploads[0]?.answer(400, { statusCode: 400, code: 'STATEMENT_UNREADABLE', message, requestId: 'test' });
  await expect.element(page.getByRole('alert').getByText(message)).toBeVisible();
  await upload('extrato.csv');
  await expect.poll(() => uploads[1]?.body).toBeDefined();
  uploads[1]?.answer(400, {
    statusCode: 400,
    code: 'STATEMENT_UNREADABLE',
    message,
    fields: { file },
    requestId: 'test',
  });
  await expect.element(page.getByRole('alert').getByText(file)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Escolher extrato' })).toBeEnabled();
});

test('the page records proposed lines and lines with a typed reservation, and shows their sum', async () => {
  const wanted = newFoundReservation({ code: '34679A', person: { id: crypto.randomUUID(), name: 'Caio Reis Neto' } });
  const { bodies } = await open({
    [FIND_RESERVATIONS]: foundReservations(wanted),
    [READ]: [{ json: all }, { json: confirmed(all.lines) }],
    [CONFIRM]: { json: confirmed(all.lines) },
  });
  await expect.element(page.getByText('2 escolhidos: R$ 136,70')).toBeVisible();
  await expect.element(page.getByText('Por valor e nome · falta pagar R$ 289,00')).toBeVisible();
  await expect.element(page.getByText('Já lançado')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Lançar BENTO, R$ 50,00' }).click();
  await page.getByLabelText('Reserva de CAIO REIS, R$ 120,00').fill('caio');
  await page.getByRole('option', { name: /Caio Reis Neto · 34679A/ }).click();
  await expect.element(page.getByText('2 escolhidos: R$ 206,70')).toBeVisible();
  await expectNothingFound();
  await expectToFit();
  await page.getByRole('button', { name: 'Lançar 2 pagamentos' }).click();
  await expectToast('success', '2 pagamentos lançados: R$\u00a0206,70.');
  expect(bodies[CONFIRM]).toEqual({
    lines: [
      { id: proposed.id, code: 'K7M2QX', isDeliberate: false },
      { id: unknown.id, code: '34679A', isDeliberate: false },
    ],
  });
  await expect.element(page.getByText('Nada escolhido para lançar.')).toBeVisible();
});

test('an invalid code is refused before anything is sent', async () => {
  const { calls } = await open({ [READ]: { json: all } });
  await page.getByLabelText('Reserva de CAIO REIS, R$ 120,00').fill('34');
  await page.getByRole('button', { name: 'Lançar 3 pagamentos' }).click();
  await expect.element(page.getByText('Escolha uma reserva da lista', { exact: false })).toBeVisible();
  expect(calls).not.toContain(CONFIRM);
});

test('a changed statement is loaded again, with a message', async () => {
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

test('a line that looks recorded is left out until staff says that it is another payment', async () => {
  const { bodies } = await open({
    [READ]: [{ json: newStatement([doubtful, counted]) }, { json: confirmed([doubtful, counted]) }],
    [CONFIRM]: { json: confirmed([doubtful]) },
    [FIND_RESERVATIONS]: foundReservations(),
  });
  await expect.element(page.getByText('Nada escolhido para lançar.')).toBeVisible();
  await expect.element(page.getByText('R$ 70,00 no caixa em 19/11/2026, de ELSA LIMA')).toBeVisible();
  await expectNothingFound();
  await expectToFit();
  await page.getByRole('button', { name: 'É outro pagamento: ELSA, R$ 70,00' }).click();
  await expect.element(page.getByLabelText('Reserva de ELSA, R$ 70,00')).toHaveValue('A3K7QX');
  await page.getByRole('checkbox', { name: 'Lançar ELSA, R$ 70,00' }).click();
  await expect.element(page.getByText('Nada escolhido para lançar.')).toBeVisible();
  await page.getByRole('button', { name: 'É outro pagamento: ELSA, R$ 70,00' }).click();
  await page.getByRole('button', { name: 'Lançar 1 pagamento' }).click();
  await expectToast('success', '1 pagamento lançado: R$\u00a070,00.');
  expect(bodies[CONFIRM]).toEqual({ lines: [{ id: doubtful.id, code: 'A3K7QX', isDeliberate: true }] });
});

test('a line that the server doubts is recorded once staff confirms it', async () => {
  const doubt = 'Já há R$ 120,00 no caixa em 20/11/2026.';
  const refused = refusal(409, {
    ...{ code: 'DELIBERATE_CHOICE_NEEDED', message: 'Confira os lançamentos marcados.' },
    fields: { 'lines.0.isDeliberate': doubt },
  });
  const { bodies } = await open({
    [READ]: { json: newStatement([unknown]) },
    [CONFIRM]: [refused, { json: confirmed([unknown]) }],
    [FIND_RESERVATIONS]: foundReservations(),
  });
  await page.getByLabelText('Reserva de CAIO REIS, R$ 120,00').fill('34679A');
  await page.getByRole('button', { name: 'Lançar 1 pagamento' }).click();
  await expect.element(page.getByRole('alert').getByText(doubt)).toBeVisible();
  await page.getByRole('checkbox', { name: 'Lançar mesmo assim CAIO REIS, R$ 120,00' }).click();
  await expectNothingFound();
  await page.getByRole('button', { name: 'Lançar 1 pagamento' }).click();
  await expectToast('success', '1 pagamento lançado: R$\u00a0120,00.');
  expect(bodies[CONFIRM]).toEqual({ lines: [{ id: unknown.id, code: '34679A', isDeliberate: true }] });
});

test('a line without a reservation is discarded, and restored', async () => {
  const path = `/api/payments/statements/${id}/lines/${unknown.id}/dismissal`;
  const dismissed = newStatement([{ ...unknown, state: 'dismissed' }]);
  const { calls } = await open({
    [READ]: [{ json: newStatement([unknown]) }, { json: dismissed }, { json: newStatement([unknown]) }],
    [`PUT ${path}`]: { json: dismissed },
    [`DELETE ${path}`]: { json: newStatement([unknown]) },
  });
  await page.getByRole('button', { name: 'Descartar CAIO REIS, R$ 120,00' }).click();
  await expect.element(page.getByText('Descartado')).toBeVisible();
  await expect.element(page.getByText('1 entrada: 1 descartada.', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Trazer de volta CAIO REIS, R$ 120,00' }).click();
  await expect.element(page.getByLabelText('Reserva de CAIO REIS, R$ 120,00')).toBeVisible();
  expect(calls.filter((call) => call.endsWith(path))).toEqual([`PUT ${path}`, `DELETE ${path}`]);
});

test('rows that are no line are counted, and lines in doubt say why they are proposed for nothing', async () => {
  const returned = newLine('EVA', 3_000, { doubt: 'reversed' });
  await open({ [READ]: { json: { ...newStatement([returned]), leftOut: { out: 3, future: 1 } } } });
  await expect
    .element(page.getByText('Ficaram de fora: 3 saídas, 1 linha com data futura.', { exact: false }))
    .toBeVisible();
  await expect.element(page.getByText(/^O extrato traz também a devolução deste dinheiro/)).toBeVisible();
});

test('rows that cannot be read are counted, so that staff looks for them', async () => {
  await open({ [READ]: { json: { ...all, unreadRows: 2 } } });
  await expect.element(page.getByText(/^2 linhas não foram lidas, porque não entendemos/)).toBeVisible();
  await expect.element(page.getByText('ANA PRADO', { exact: false }).first()).toBeVisible();
});
