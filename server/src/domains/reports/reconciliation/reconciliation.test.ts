import type { Reconciliation, ReconciliationLine } from '@passeio/contract/reports/reconciliation';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, createTrip, type Person } from '../../../../test/factories.ts';
import { ofx, reais, reserveAs, sendStatement, surname, type WrittenLine } from '../../../../test/statements.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { clearingOf } from '../../book/index.ts';

const PATH = '/accounting/reconciliation';
let app: TestApp;
let admin: Person;
let tripId: string;
// Each test has days of its own, so that the ledger of the others is not in its period.
let first = 300;
beforeAll(async () => {
  app = await buildTestApp();
  admin = await createPerson(app, 'ADMIN');
  ({ id: tripId } = await createTrip(app, { capacity: 1_000, price_cents: 100_000 }));
});
afterAll(() => app.close());
beforeEach(() => {
  first -= 25;
});

const dayOf = (index: number) => new Date(Date.now() - (first - index) * 86_400_000).toISOString().slice(0, 10);
const compact = (index: number) => dayOf(index).replaceAll('-', '');
const br = (index: number) => dayOf(index).split('-').reverse().join('/');
const pixId = (letter: string) => `E00000000202511051200${letter.repeat(11)}`;

interface Money {
  cents: number;
  day: number;
  id?: string;
  kind?: string;
  method?: string;
}
async function record(reservation: { id: string }, { cents, day, id, kind = 'balance', method = 'pix' }: Money) {
  const body = {
    ...{ kind, method, amountCents: cents, occurredAt: `${dayOf(day)}T15:00:00.000Z` },
    ...(id && { endToEndId: id }),
  };
  const response = await call(app, 'POST', `/api/reservations/${reservation.id}/payments`, { ...admin, body });
  expect([response.status, response.body]).toEqual([201, expect.anything()]);
  return response.body;
}
async function reserved(given = 'Ana') {
  const name = `${given} ${surname()}`;
  return { name, ...(await reserveAs(app, tripId, name)) };
}

async function compare(content: string | Uint8Array<ArrayBuffer>, token = admin.token) {
  const response = await sendStatement(app, token, PATH, content);
  return { status: response.status, body: (await response.json()) as Reconciliation & { code: string } };
}
const file = (lines: WrittenLine[], more: Parameters<typeof ofx>[1] = {}) =>
  ofx(lines, { from: compact(0), to: compact(9), balanceOn: compact(20), ...more });
const kindsOf = ({ lines }: Reconciliation) =>
  lines.map((line: ReconciliationLine) => [line.kind, line.differenceCents]);
function expectExplained({ lines, differenceCents, bank, ledger }: Reconciliation): void {
  expect(lines.reduce((sum, line) => sum + line.differenceCents, 0)).toBe(differenceCents);
  expect(differenceCents).toBe(bank.inCents - bank.outCents - ledger.inCents + ledger.outCents);
}

it('explains what is missing, doubled, different, given back, charged by the bank, and at the edge of an OFX', async () => {
  const [ana, bia, caio] = [await reserved('Ana'), await reserved('Bia'), await reserved('Caio')];
  await record(ana, { cents: 10_000, day: 1, id: pixId('A') });
  await record(ana, { cents: 2_000, day: 2, kind: 'refund' });
  await record(bia, { cents: 20_000, day: 2 });
  await record(caio, { cents: 30_000, day: 4 });
  await record(caio, { cents: 7_000, day: -2 });
  await record(caio, { cents: 500, day: 5, method: 'cash' });
  await record(bia, { cents: 6_000, day: 8 });
  await record(ana, { cents: 9_000, day: 5 });
  await record(ana, { cents: 9_000, day: 5 });
  await record(ana, { cents: 4_000, day: 5 });
  const { data } = (await call(app, 'GET', `/api/reservations/${ana.id}/payments`, admin)).body;
  const wrong = data.find((entry: { amountCents: number }) => entry.amountCents === 4_000);
  const reversal = `/api/reservations/${ana.id}/payments/${wrong.id}/reversal`;
  expect((await call(app, 'POST', reversal, { ...admin, body: { reason: 'Digitado por engano' } })).status).toBe(201);
  const anas = { id: '1', day: dayOf(1), amount: reais(10_000), text: `PIX ${pixId('A')}` };
  const { status, body } = await compare(
    file([
      ...[anas, anas],
      { id: '2', day: dayOf(2), amount: reais(-2_000), type: 'DEBIT', text: `PIX ENVIADO ${ana.name}` },
      { id: '3', day: dayOf(2), amount: reais(20_500), text: `PIX ${bia.name}` },
      { id: '4', day: dayOf(1), amount: reais(7_000), text: `PIX ${caio.name}` },
      { id: '5', day: dayOf(5), amount: reais(-190), type: 'DEBIT', text: 'TAR PIX' },
      { id: '6', day: dayOf(5), amount: reais(9_000), text: `PIX ${ana.name}` },
      { id: '7', day: dayOf(6), amount: reais(1_234), text: 'RENDIMENTO' },
    ]),
  );
  expect(status).toBe(200);
  expectExplained(body);
  expect(body).toMatchObject({
    ...{ from: dayOf(0), to: dayOf(9) },
    bank: { inCents: 57_734, outCents: 2_190, openingCents: null, closingCents: null, missingCents: 0 },
    ledger: { inCents: 84_000, outCents: 2_000 },
  });
  expect(kindsOf(body).toSorted()).toEqual(
    [
      ['matched', 0],
      ['line_twice', 10_000],
      ['matched', 0],
      ['other_amount', 500],
      ['other_day', 7_000],
      ['only_ledger', -30_000],
      ['bank_fee', -190],
      ['matched', 0],
      ['entry_twice', -9_000],
      ['only_bank', 1_234],
      ['only_ledger', -6_000],
    ].toSorted(),
  );
  const lineOf = (text: string) => body.lines.find(({ bank }) => bank?.text.includes(text));
  expect(lineOf(pixId('A'))).toMatchObject({ match: 'reference', entries: [{ reservation: { code: ana.code } }] });
  expect(lineOf('PIX ENVIADO')).toMatchObject({ match: 'payer', entries: [{ kind: 'refund', amountCents: -2_000 }] });
  expect(body.lines.find(({ differenceCents }) => differenceCents === -6_000)).toMatchObject({ hint: 'near_edge' });
  expect(body.lines.find(({ kind }) => kind === 'line_twice')).toMatchObject({ hint: 'repeated' });
});

it('reads debits and balances of a CSV, the newest line first, and says what lacks between its balances', async () => {
  const ana = await reserved();
  await record(ana, { cents: 10_000, day: 3 });
  const rows = [
    `${br(3)};PIX RECEBIDO ${ana.name};100,00;;1.080,00`,
    `${br(2)};TARIFA PACOTE;;20,00;980,00`,
    `${br(1)};SALDO ANTERIOR;;;1.000,00`,
  ];
  const csv = (all: string[]) => `Data;Histórico;Crédito (R$);Débito (R$);Saldo (R$)\n${all.join('\n')}\n`;
  const { body } = await compare(csv(rows));
  expectExplained(body);
  expect(body).toMatchObject({
    ...{ from: dayOf(2), to: dayOf(3) },
    bank: { openingCents: 100_000, inCents: 10_000, outCents: 2_000, closingCents: 108_000, missingCents: 0 },
  });
  expect(kindsOf(body)).toEqual([
    ['bank_fee', -2_000],
    ['matched', 0],
  ]);
  // The same without a line, and the oldest line first.
  const lacking = (await compare(csv(rows.toReversed().toSpliced(1, 1)))).body;
  expect(lacking.bank).toMatchObject({ openingCents: 100_000, closingCents: 108_000, missingCents: -2_000 });
  expectExplained(lacking);
});

it('reads balances that are lines, signs in a column, and an OFX closing on its last day', async () => {
  const bb = `"Data";"Histórico";"Valor";"Inf."\n"${br(0)}";"Saldo Anterior";"500,00";"C"\n"${br(1)}";"Pix recebido";"100,00";"C"\n"${br(2)}";"Boleto pago";"30,00";"D"\n"${br(2)}";"SALDO BLOQ.";"9,00";"C"\n"${br(2)}";"S A L D O";"560,00";"C"\n`;
  expect((await compare(bb)).body.bank).toEqual({
    ...{ openingCents: 50_000, inCents: 10_000, outCents: 3_000, closingCents: 56_000, missingCents: -1_000 },
  });
  const opening = { day: dayOf(0), amount: '10.00', text: 'SALDO ANTERIOR' };
  const line = { day: dayOf(4), amount: '86.70' };
  const closing = { balance: '96.70', balanceOn: compact(9) };
  expect((await compare(file([opening, line], closing))).body.bank).toMatchObject({
    ...{ openingCents: 1_000, inCents: 8_670, closingCents: 9_670, missingCents: 0 },
  });
  // A balance of today says nothing of an earlier period.
  expect((await compare(file([opening, line]))).body.bank).toMatchObject({ closingCents: null, missingCents: 0 });
});

it('of several accounts adds up the balances, and takes their equal ids apart', async () => {
  const statementOf = (account: string) =>
    file([{ id: '1', day: dayOf(1), amount: '10.00', text: 'APORTE' }], {
      ...{ account, balance: '110.00', balanceOn: compact(9) },
    });
  const other = /<STMTTRNRS>.*<\/STMTTRNRS>/s.exec(statementOf('2'))?.[0] ?? '';
  const both = statementOf('1').replace('</BANKMSGSRSV1>', `${other}</BANKMSGSRSV1>`);
  const { body } = await compare(both);
  expect(body.bank).toMatchObject({ openingCents: 20_000, inCents: 2_000, closingCents: 22_000, missingCents: 0 });
  expect(kindsOf(body)).toEqual([
    ['only_bank', 1_000],
    ['only_bank', 1_000],
  ]);
});

it('finds cards on the day of their payout, less the fee, one by one or in one sum', async () => {
  const ana = await reserved();
  const card = (amount: number, fee: number, settles: number) =>
    inTransaction(app.db, async (trx) => {
      // The totals of the reservation do not matter here.
      await sql`set local session_replication_role = replica`.execute(trx);
      await trx
        .insertInto('transfers')
        .values({
          ...{ id: crypto.randomUUID(), from_account: clearingOf('mercado_pago').id, to_account: ana.id },
          ...{ kind: 'balance', method: 'card', amount_cents: amount },
          ...{ provider: 'mercado_pago', reference: crypto.randomUUID(), fee_cents: fee, settles_on: dayOf(settles) },
          ...{ occurred_at: `${dayOf(settles - 20)}T15:00:00.000Z`, recorded_via: 'provider', recorded_by: null },
        })
        .execute();
    });
  await card(10_000, 500, 1);
  await card(20_000, 1_000, 4);
  await card(5_000, 250, 4);
  await card(7_000, 300, 8);
  const { body } = await compare(
    file([
      { day: dayOf(2), amount: reais(9_500), text: 'MERCADO PAGO' },
      { day: dayOf(4), amount: reais(23_750), text: 'MERCADO PAGO' },
    ]),
  );
  expectExplained(body);
  expect(body.ledger.inCents).toBe(39_950);
  expect(body.lines.map(({ kind, match, entries }) => [kind, match, entries.length])).toEqual([
    ['other_day', 'amount', 1],
    ['matched', 'settlement', 2],
    ['only_ledger', null, 1],
  ]);
});

it('matches by CPF, whole or masked, and marks a line that fits several entries equally', async () => {
  const [ana, bia, caio] = [await reserved(), await reserved(), await reserved()];
  await app.db.updateTable('users').set({ cpf: '52998224725' }).where('id', '=', bia.payer.id).execute();
  await record(ana, { cents: 15_000, day: 3 });
  await record(bia, { cents: 15_000, day: 3 });
  await record(ana, { cents: 8_000, day: 6 });
  await record(caio, { cents: 8_000, day: 6 });
  const { body } = await compare(
    file([
      { day: dayOf(3), amount: reais(15_000), text: 'PIX RECEBIDO •••.982.247-••' },
      { day: dayOf(6), amount: reais(8_000), text: 'PIX RECEBIDO' },
    ]),
  );
  expectExplained(body);
  expect(body.lines.map(({ kind, match }) => [kind, match])).toEqual([
    ['matched', 'payer'],
    ['only_ledger', null],
    ['ambiguous', 'amount'],
    ['only_ledger', null],
  ]);
  expect(body.lines[0]?.entries[0]?.reservation?.code).toBe(bia.code);
});

it('says of money that the ledger lacks whether it waits for staff or was dismissed', async () => {
  await app.db
    .insertInto('unmatched_payments')
    .values({
      ...{ id: crypto.randomUUID(), provider: 'pix', reference: pixId('W'), method: 'pix', amount_cents: 5_000 },
      occurred_at: `${dayOf(2)}T15:00:00.000Z`,
      description: 'A equipe já lançou um Pix.',
    })
    .execute();
  const lines = [
    { day: dayOf(2), amount: reais(5_000), text: `PIX ${pixId('W')}` },
    { day: dayOf(3), amount: reais(1_500), text: 'VENDA DE BALCAO' },
  ];
  const statement = await (await sendStatement(app, admin.token, '/payments/statements', file(lines))).json();
  const dismissed = statement.lines[1];
  await call(app, 'PUT', `/api/payments/statements/${statement.id}/lines/${dismissed.id}/dismissal`, admin);
  expect((await compare(file(lines))).body.lines.map(({ hint }) => hint)).toEqual(['waiting', 'dismissed']);
});

it('as a file has every line, adds up, runs no formula, and is audited', async () => {
  const ana = await reserved();
  await record(ana, { cents: 10_000, day: 3 });
  const content = file([{ day: dayOf(5), amount: reais(1_000), text: '=HYPERLINK("http://x")' }]);
  const download = async (format: string) =>
    sendStatement(app, admin.token, `${PATH}/export?format=${format}`, content);
  const csv = parse(Buffer.from(await (await download('csv')).arrayBuffer()), { bom: true, delimiter: ';' });
  expect(csv).toHaveLength(4);
  expect(csv[2]?.[2]).toBe('\'=HYPERLINK("http://x")');
  expect(csv[3]?.[9]).toMatch(/^-90,00$/);
  const xlsx = await download('xlsx');
  expect(xlsx.headers.get('content-disposition')).toContain(`conciliacao-${dayOf(0)}-${dayOf(9)}.xlsx`);
  expect((await download('pdf')).status).toBe(200);
  expect((await download('exe')).status).toBe(400);
  const { body } = await call(app, 'GET', '/api/audit?action=report.exported', admin);
  expect(body.data).toMatchObject(Array(3).fill({ subject: { label: 'Contador: Conciliação do extrato' } }));
});

it('refuses files that are hostile, empty or no statement, and stores nothing of any', async () => {
  const refusals: [string | Uint8Array<ArrayBuffer>, number, string][] = [
    ['', 400, 'STATEMENT_UNREADABLE'],
    ['%PDF-1.7', 400, 'STATEMENT_UNREADABLE'],
    ['Data,Descrição,Valor\n05/11/2025,Pix,86,70\n', 400, 'STATEMENT_UNREADABLE'],
    ['Data~Descrição~Valor\n05/11/2025~Pix~86,70\n', 400, 'STATEMENT_UNREADABLE'],
    ['Data;Histórico;Valor\n', 400, 'STATEMENT_EMPTY'],
    [ofx(Array.from({ length: 20_000 }, () => ({ text: 'x' }))), 413, 'STATEMENT_TOO_LARGE'],
    [`Data;Valor\n${'05/11/2025;-1,00\n'.repeat(20_000)}`, 413, 'STATEMENT_TOO_LARGE'],
    ['<!DOCTYPE l [<!ENTITY a "ha">]><OFX>&a;</OFX>', 400, 'STATEMENT_UNREADABLE'],
    [`<OFX><BANKTRANLIST>${'<LEDGERBAL>'.repeat(150_000)}`, 400, 'STATEMENT_EMPTY'],
  ];
  for (const [content, status, code] of refusals) {
    const start = performance.now();
    const response = await compare(content);
    expect([content.slice(0, 40), response.status, response.body.code]).toEqual([content.slice(0, 40), status, code]);
    expect(performance.now() - start).toBeLessThan(10_000);
  }
  const client = await createPerson(app, 'CLIENT');
  expect((await compare(file([{}]), client.token)).status).toBe(403);
  const latin1 = Buffer.from(`Data;Histórico;Valor\n${br(1)};Transferência;10,00\n`, 'latin1');
  const before = await app.db.selectFrom('statements').select('id').execute();
  expect((await compare(new Uint8Array(latin1))).body.lines[0]?.bank?.text).toBe('Transferência');
  expect(await app.db.selectFrom('statements').select('id').execute()).toEqual(before);
});

it('reads 5,000 lines of as many accounts within seconds', async () => {
  const account = (index: number) =>
    `<STMTRS><BANKACCTFROM><ACCTID>${index}</BANKACCTFROM><BANKTRANLIST><STMTTRN><TRNTYPE>DEBIT<DTPOSTED>${compact(1)}<TRNAMT>-1.00<FITID>1<MEMO>E*1.2.3-•••.${index}</STMTTRN></BANKTRANLIST><LEDGERBAL><BALAMT>5<DTASOF>${compact(1)}</LEDGERBAL></STMTRS>`;
  const start = performance.now();
  const { status, body } = await compare(
    `<OFX>${Array.from({ length: 5_000 }, (_, index) => account(index)).join('')}</OFX>`,
  );
  expect([status, body.lines.length, body.bank.closingCents]).toEqual([200, 5_000, 2_500_000]);
  expect(performance.now() - start).toBeLessThan(10_000);
});
