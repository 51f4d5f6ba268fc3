import { formatDay } from '@passeio/contract/format-moments';
import type { StatementLine } from '@passeio/contract/payments/statements';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, createTrip } from '../../../../test/factories.ts';
import {
  confirmLines,
  ofx,
  reais,
  reserveAs,
  surname,
  today,
  upload as uploadAs,
} from '../../../../test/statements.ts';

const PRICE = 28_900;
const DEPOSIT = 8_670;

let app: TestApp;
let token: string;
let tripId: string;
beforeAll(async () => {
  app = await buildTestApp();
  ({ token } = await createPerson(app, 'OPERATOR'));
  await app.db.updateTable('operator').set({ pix_key: 'pix@rotadasaguas.example' }).execute();
});
afterAll(() => app.close());
beforeEach(async () => {
  ({ id: tripId } = await createTrip(app, { capacity: 1_000, price_cents: PRICE }));
});

const reserve = (name: string) => reserveAs(app, tripId, name);
const upload = (content: string | Uint8Array<ArrayBuffer>, as = token) => uploadAs(app, as, content);

describe('files of banks', () => {
  const csv = (text: string) => upload(text);
  const linesOf = async (response: ReturnType<typeof upload>) => (await response).body.lines;

  it('are read as CSV with a title above the header, semicolons, decimal commas and a column of names', async () => {
    const last = surname();
    const { code } = await reserve(`Íris ${last}`);
    const text = `Extrato Conta Corrente;;;\nPeríodo: 01/11/2026 a 30/11/2026;;;\n\nData Lançamento;Histórico;Nome;Valor (R$)\n${today().split('-').reverse().join('/')};Pix recebido;IRIS ${last.toUpperCase()};"86,70"\n05/11/2025;Pix enviado;X;-1.050,00\n05/11/2025;Depósito;;1.234,56\n`;
    expect(await linesOf(csv(text))).toMatchObject([
      { state: 'proposed', reservation: { code }, payerName: `IRIS ${last.toUpperCase()}`, amountCents: DEPOSIT },
      { occurredOn: '2025-11-05', amountCents: 123_456, description: 'Depósito' },
    ]);
  });

  it('are read with commas or tabs, in Windows-1252, and with columns for credit and debit', async () => {
    expect(
      await linesOf(csv('Data,Valor,Identificador,Descrição\n05/11/2025,86.70,690b-1f,"Pix, de Ana"\n')),
    ).toMatchObject([{ amountCents: DEPOSIT, description: 'Pix, de Ana' }]);
    const latin1 = Buffer.from(
      'Data\tHistórico\tCrédito\tDébito\n05/11/2025\tTransferência\t10,00\t\n05/11/2025\tÁgua\t\t-9,00\n',
      'latin1',
    );
    expect(await linesOf(upload(new Uint8Array(latin1)))).toMatchObject([
      { amountCents: 1_000, description: 'Transferência' },
    ]);
  });

  it('are read as OFX with several accounts, XML, quotes in texts, and ids that the bank uses again', async () => {
    const two = ofx([{ id: '1', day: '2025-11-05', text: 'A "q" \\ {x}: [1] &amp; Cia' }]).replace(
      '</BANKMSGSRSV1>',
      `${/<STMTTRNRS>.*<\/STMTTRNRS>/s.exec(ofx([{ id: '1', day: '2025-11-05', text: 'B' }], { account: '9' }))}</BANKMSGSRSV1>`,
    );
    expect(await linesOf(upload(two))).toMatchObject([
      { description: 'A "q" \\ {x}: [1] & Cia' },
      { description: 'B' },
    ]);
    const xml = `<?xml version="1.0"?><?OFX OFXHEADER="200"?><OFX><STMTRS><BANKACCTFROM><ACCTID>1</ACCTID></BANKACCTFROM><BANKTRANLIST><STMTTRN><TRNTYPE>CREDIT</TRNTYPE><DTPOSTED>20251105</DTPOSTED><TRNAMT>10.00</TRNAMT><FITID>000</FITID><NAME>Ana</NAME><MEMO>Pix</MEMO></STMTTRN><STMTTRN><TRNTYPE>CREDIT</TRNTYPE><DTPOSTED>20251105</DTPOSTED><TRNAMT>10.00</TRNAMT><FITID>000</FITID><NAME>Ana</NAME><MEMO>Pix</MEMO></STMTTRN></BANKTRANLIST></STMTRS></OFX>`;
    expect(await linesOf(upload(xml))).toMatchObject([{ payerName: 'Ana' }, { payerName: 'Ana' }]);
  });

  it('keep payments that the bank gives one id, day and amount, and propose none of what may be written twice', async () => {
    const last = surname();
    await reserve(`Ana ${last}`);
    const line = { id: last, amount: reais(DEPOSIT) };
    const file = ofx([
      { ...line, text: 'BIA' },
      { ...line, text: `ANA ${last}` },
      { ...line, text: `ANA ${last}` },
    ]);
    expect(await linesOf(upload(file))).toMatchObject([
      { description: 'BIA', doubt: null },
      { state: 'proposed', doubt: null },
      { state: 'unmatched', doubt: 'repeated', reservation: null },
    ]);
  });

  it('of OFX have decimals and no thousands, however many zeros the bank writes', async () => {
    const amounts = ['56.700', '56.70000', '56,70', '1234.56', '1000'];
    const file = ofx(amounts.map((amount, index) => ({ id: String(index), day: '2025-11-05', amount })));
    const read = (await linesOf(upload(file))).map(({ amountCents }: StatementLine) => amountCents);
    expect(read).toEqual([5_670, 5_670, 5_670, 123_456, 100_000]);
  });

  it('of OFX may write no digit before the decimals, and three decimals after them', async () => {
    const amounts = ['.50', '12.345', '-.50', '1.234,56', '0.999'];
    const file = ofx(amounts.map((amount, index) => ({ id: String(index), day: '2025-11-05', amount })));
    const read = (await linesOf(upload(file))).map(({ amountCents }: StatementLine) => amountCents);
    expect(read).toEqual([50, 1_235, 123_456, 100]);
  });

  it('of OFX 2 may write texts as CDATA, and one without an end is read to the next tag', async () => {
    const line = (name: string, memo: string) =>
      `<STMTTRN><TRNTYPE>CREDIT</TRNTYPE><DTPOSTED>20251105</DTPOSTED><TRNAMT>10.00</TRNAMT><NAME>${name}</NAME><MEMO>${memo}</MEMO></STMTTRN>`;
    const file = `<?xml version="1.0"?><?OFX OFXHEADER="200"?><OFX><STMTRS><BANKTRANLIST>${line('<![CDATA[Ana & Cia]]>', '<![CDATA[Pix <b> de R$ 10 &amp; pronto]]>')}${line('Bia', '<![CDATA[Pix')}</BANKTRANLIST></STMTRS></OFX>`;
    expect(await linesOf(upload(file))).toMatchObject([
      { payerName: 'Ana & Cia', description: 'Pix <b> de R$ 10 &amp; pronto' },
      { payerName: 'Bia' },
    ]);
    const start = performance.now();
    expect((await upload(`<OFX>${'<![CDATA['.repeat(200_000)}`)).status).toBe(400);
    expect(performance.now() - start).toBeLessThan(5_000);
  });

  it('name the end-to-end id of a Pix wherever the bank puts it', async () => {
    const endToEndId = (tail: string) => `E00000000202511051200${tail}`;
    const file = ofx([
      { id: '1', day: '2025-11-05', text: `PIX${endToEndId('abcDEF12345')} ANA` },
      { id: endToEndId('AAAAAAAAAAA'), day: '2025-11-05', text: 'ANA' },
      { id: '3', day: '2025-11-05', text: `ANA<REFNUM>${endToEndId('BBBBBBBBBBB')}` },
      { id: '4', day: '2025-11-05', text: `${'Pix de alguém '.repeat(30)}${endToEndId('CCCCCCCCCCC')}` },
    ]);
    const { body } = await upload(file);
    const { rows } = await sql<{ id: string }>`
      select reference as id from statement_lines where statement_id = ${body.id} order by position`.execute(app.db);
    expect(rows.map(({ id }) => id)).toEqual(
      ['abcDEF12345', 'AAAAAAAAAAA', 'BBBBBBBBBBB', 'CCCCCCCCCCC'].map(endToEndId),
    );
  });

  it('of Banco do Brasil and others have balances among their lines, which are no money that came', async () => {
    const bb =
      '"Data","Dependencia Origem","Histórico","Data do Balancete","Número do documento","Valor",\n' +
      '"31/10/2025","","Saldo Anterior","","0","9999.00",\n' +
      '"05/11/2025","0000-1","Pix - Recebido - 05/11 10:00 ANA LIMA","","123","86.70",\n' +
      '"05/11/2025","","S A L D O","","0","10085.70",\n';
    expect(await linesOf(csv(bb))).toMatchObject([{ amountCents: DEPOSIT }]);
    const balances = [
      ...['SALDO ANTERIOR', 'Saldo do dia', 'SALDO TOTAL DISPONÍVEL DIA 05/11', 'Saldo em 05/11/2025'],
      ...['SDO CTA/APL AUTOMATICAS', 'SALDO EM C/C', 'SALDO BLOQ.ANTERIOR', 'SALDO INVEST FÁCIL'],
    ];
    const payments = ['Saldo da viagem - Ana Lima', 'ANA SALDO ANTERIOR'];
    const file = ofx([...balances, ...payments].map((text) => ({ day: '2025-11-05', text })));
    const read = (await linesOf(upload(file))).map(({ description }: StatementLine) => description);
    expect(read).toEqual(payments);
    // What somebody wrote to their payment.
    const written = ofx([{ day: '2025-11-05', text: 'saldo<NAME>Ana Lima' }]);
    expect(await linesOf(upload(written))).toMatchObject([{ payerName: 'Ana Lima', description: 'saldo' }]);
  });

  it('of Caixa and others mark what went out in a column of its own, and write no sign', async () => {
    const caixa =
      '"Conta";"Data_Mov";"Nr_Doc";"Historico";"Valor";"Deb_Cred"\n' +
      '"0001";"20251105";"000001";"CRED PIX";"86.70";"C"\n' +
      '"0001";"20251105";"000002";"PAG BOLETO";"50.00";"D"\n';
    expect(await linesOf(csv(caixa))).toMatchObject([{ amountCents: DEPOSIT, description: 'CRED PIX' }]);
    const others = ['Natureza', 'Inf.', 'D/C', 'Tipo'].map((name) => `Data;Histórico;Valor R$;${name}`);
    for (const header of others) {
      const file = `${header}\n05/11/2025;Pix de Ana;86,70;Crédito\n05/11/2025;Boleto;50,00;Débito\n05/11/2025;Luz;9,00;D\n`;
      expect(await linesOf(csv(file))).toMatchObject([{ amountCents: DEPOSIT }]);
    }
  });

  it('of Bradesco and Sicoob name who paid in a row below the line', async () => {
    const bradesco =
      'Data;Histórico;Docto.;Crédito (R$);Débito (R$);Saldo (R$)\r\n01/11/25;SALDO ANTERIOR;;;;1.000,00\r\n' +
      '05/11/25;TRANSFERENCIA PIX;1234567;86,70;;1.086,70\r\n;REM: ANA LIMA 05/11;;;;\r\n' +
      '05/11/25;PIX QR CODE;1234568;10,00;;1.096,70\r\n;REM: BIA REIS 05/11;;;;\r\n;;Total;96,70;;1.096,70\r\n' +
      'Os dados acima têm como base 05/11/2025;;;;;\r\n';
    expect(await linesOf(csv(bradesco))).toMatchObject([
      { amountCents: DEPOSIT, description: 'TRANSFERENCIA PIX REM: ANA LIMA 05/11' },
      { amountCents: 1_000, description: 'PIX QR CODE REM: BIA REIS 05/11' },
    ]);
  });

  it('with commas between columns and within amounts are refused, because their amounts are ambiguous', async () => {
    const file = 'Data,Descrição,Valor\n05/11/2025,Pix,86,70\n';
    expect((await csv(file)).body.code).toBe('STATEMENT_UNREADABLE');
    expect(await linesOf(csv(file.replace('86,70', '"86,70"')))).toMatchObject([{ amountCents: DEPOSIT }]);
  });

  it('count the rows whose day or amount they write in a way of their own', async () => {
    const file =
      'Data;Histórico;Valor\n05/11/2025;Pix ANA;86,70\n32/11/2025;Pix BIA;86,70\n05/11/2025;Pix CAIO;86,7O\n' +
      '05/11/2025;Pix enviado;-1,00\n05/11/2099;Pix;1,00\n05/11/2025;Saldo do dia;\nTotal;;173,40\n';
    const { status, body } = await csv(file);
    expect({ status, unread: body.unreadRows, lines: body.lines.length }).toEqual({ status: 201, unread: 2, lines: 1 });
    expect(body.leftOut).toEqual({ out: 1, future: 1, balances: 1, other: 1 });
  });

  it('propose nothing of money that the bank took back, or that may have gone out, and take it where staff says so', async () => {
    const [one, other] = [surname(), surname()];
    const { code } = await reserve(`Ana ${one}`);
    await reserve(`Caio ${other}`);
    const text = `Data;Histórico;Valor\n${formatDay(today())};PIX RECEBIDO ANA ${one};86,70\n${formatDay(today())};ESTORNO PIX ANA ${one};-86,70\n${formatDay(today())};PIX ENVIADO CAIO ${other};86,70\n`;
    const { body } = await csv(text);
    expect(body.lines).toMatchObject([
      { state: 'unmatched', doubt: 'reversed' },
      { state: 'unmatched', doubt: 'direction' },
    ]);
    const confirmed = await confirmLines(app, token, body.id, [{ id: body.lines[0].id, code }]);
    expect(confirmed.body.lines[0]).toMatchObject({ state: 'confirmed' });
  });

  it('that nobody can read are refused with the column that was not understood', async () => {
    const { status, body } = await csv('Data;Histórico;Valor\n5 brumário;A;1,00\n');
    expect([status, body.code]).toEqual([400, 'STATEMENT_UNREADABLE']);
    expect(body.fields.file).toBe('Não entendemos as datas da coluna “Data”, como em “5 brumário”.');
    const large = await csv(`Data;Histórico;Valor\n${`5 brumário;${'A'.repeat(50)};1,00\n`.repeat(4_000)}`);
    expect(large.body.fields.file).toBe(body.fields.file);
  });

  it('without a row are read, because nothing happened', async () => {
    for (const file of ['Data;Histórico;Valor\n', '<OFX><STMTRS><BANKTRANLIST></BANKTRANLIST></STMTRS></OFX>']) {
      const { status, body } = await csv(file);
      expect({ status, lines: body.lines, unread: body.unreadRows }).toEqual({ status: 201, lines: [], unread: 0 });
    }
  });

  it('of Mercado Pago have a summary above the header, and reports have columns for credit and debit', async () => {
    const account =
      'INITIAL_BALANCE;CREDITS;DEBITS;FINAL_BALANCE\n1.000,00;1.234,56;-50,00;2.184,56\n\n' +
      'RELEASE_DATE;TRANSACTION_TYPE;REFERENCE_ID;TRANSACTION_NET_AMOUNT;PARTIAL_BALANCE\n' +
      '05-11-2025;Transferência Pix recebida Ana Lima ;128637263746;1.234,56;2.234,56\n' +
      '05-11-2025;Pagamento de contas ;128637263747;-50,00;2.184,56\n';
    expect(await linesOf(csv(account))).toMatchObject([
      { occurredOn: '2025-11-05', amountCents: 123_456, description: 'Transferência Pix recebida Ana Lima' },
    ]);
    const report =
      'DATE,SOURCE_ID,EXTERNAL_REFERENCE,RECORD_TYPE,DESCRIPTION,NET_CREDIT_AMOUNT,NET_DEBIT_AMOUNT,PAYER_NAME\n' +
      '2025-11-01T00:00:00.000-03:00,,,initial_available_balance,,9999.00,0.00,\n' +
      '2025-11-05T10:11:12.000-03:00,77,,release,payment,86.70,0.00,Ana Lima\n' +
      '2025-11-05T11:11:12.000-03:00,78,,release,payout,0.00,50.00,\n';
    expect(await linesOf(csv(report))).toMatchObject([{ amountCents: DEPOSIT, payerName: 'Ana Lima' }]);
  });

  it('that are only scheduled for tomorrow are not money', async () => {
    const day = new Date(Date.now() + 48 * 3_600_000).toISOString().slice(0, 10);
    expect(await linesOf(upload(ofx([{ day }, {}])))).toHaveLength(1);
  });

  it('with thousands of lines are read while others are served', async () => {
    const lines = Array.from({ length: 5_000 }, (_, index) => ({
      id: `N${index}`,
      day: '2025-11-05',
      amount: `${index % 50}.90`,
      text: `Transferência recebida pelo Pix - ANA LIMA - •••.982.247-•• ${'x'.repeat(100)}`,
    }));
    const file = ofx(lines);
    let longest = 0;
    const begun = performance.now();
    const importing = upload(file);
    let isDone = false;
    void importing.then(() => {
      isDone = true;
    });
    while (!isDone) {
      const start = performance.now();
      await fetch(`${app.url}/healthz`);
      longest = Math.max(longest, performance.now() - start);
    }
    const { status, body } = await importing;
    expect([status, body.code ?? body.lines.length]).toEqual([201, 5_000]);
    // Read in the server's own thread, it would be waited for nearly to its end.
    expect(longest).toBeLessThan(Math.max(1_000, (performance.now() - begun) / 2));
  });

  it('that are hostile are refused clearly and quickly, and formulas stay texts', async () => {
    const bomb = `<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><OFX>&b;</OFX>`;
    const many = `Data;Valor\n${'05/11/2025;1,00\n'.repeat(100_000)}`;
    const refusals: [string | Uint8Array<ArrayBuffer>, number, string][] = [
      [bomb, 400, 'STATEMENT_UNREADABLE'],
      [many, 413, 'STATEMENT_TOO_LARGE'],
      [ofx(Array.from({ length: 5_001 }, () => ({}))), 413, 'STATEMENT_TOO_LARGE'],
      ['x'.repeat(3 * 1024 * 1024), 413, 'STATEMENT_TOO_LARGE'],
      ['Data;Valor\n05/11/2025\u0000;1,00', 400, 'STATEMENT_UNREADABLE'],
      ['Data;Valor\n05/11/2025;"1,00\n'.padEnd(100_000, 'x'), 400, 'STATEMENT_UNREADABLE'],
      ['%PDF-1.7 not a statement', 400, 'STATEMENT_UNREADABLE'],
      ['', 400, 'STATEMENT_UNREADABLE'],
      ['<OFX>'.repeat(300_000), 400, 'STATEMENT_UNREADABLE'],
      ['<'.repeat(1_900_000), 400, 'STATEMENT_UNREADABLE'],
      [';'.repeat(1_900_000), 400, 'STATEMENT_UNREADABLE'],
      [`${';'.repeat(19_000)}\n`.repeat(95), 400, 'STATEMENT_UNREADABLE'],
    ];
    for (const [content, status, code] of refusals) {
      const start = performance.now();
      const response = await upload(content);
      expect([response.status, response.body.code, typeof response.body.message]).toEqual([status, code, 'string']);
      expect(performance.now() - start).toBeLessThan(20_000);
    }
    const formula = await linesOf(csv('Data;Valor;Histórico\n05/11/2025;1,00;=HYPERLINK("http://x")\n'));
    expect(formula).toMatchObject([{ description: '=HYPERLINK("http://x")' }]);
    const empty = await call(app, 'POST', '/api/payments/statements', { token, body: {} });
    expect(empty.status).toBeGreaterThanOrEqual(400);
    expect(empty.status).toBeLessThan(500);
  });
});
