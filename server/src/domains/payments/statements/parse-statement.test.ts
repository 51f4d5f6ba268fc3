import type { StatementLine } from '@passeio/contract/payments/statements';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, createTrip } from '../../../../test/factories.ts';
import { ofx, reserveAs, surname, today, upload as uploadAs } from '../../../../test/statements.ts';

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
    const text = `Extrato Conta Corrente;;;\nPeríodo: 01/11/2026 a 30/11/2026;;;\n\nData Lançamento;Histórico;Nome;Valor (R$)\n${today.split('-').reverse().join('/')};Pix recebido;IRIS ${last.toUpperCase()};"86,70"\n05/11/2025;Pix enviado;X;-1.050,00\n05/11/2025;Depósito;;1.234,56\n`;
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

  it('keep two payments that the bank gives one id, day and amount, and one that it writes twice, as they are', async () => {
    const line = { id: '7', day: '2025-11-05', amount: '56.70' };
    const file = ofx([
      { ...line, text: 'ANA' },
      { ...line, text: 'BIA' },
      { ...line, text: 'ANA' },
    ]);
    expect((await linesOf(upload(file))).map(({ description }: StatementLine) => description)).toEqual(['ANA', 'BIA']);
  });

  it('of OFX have decimals and no thousands, however many zeros the bank writes', async () => {
    const amounts = ['56.700', '56.70000', '56,70', '1234.56', '1000'];
    const file = ofx(amounts.map((amount, index) => ({ id: String(index), day: '2025-11-05', amount })));
    const read = (await linesOf(upload(file))).map(({ amountCents }: StatementLine) => amountCents);
    expect(read).toEqual([5_670, 5_670, 5_670, 123_456, 100_000]);
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
    expect([status, body.lines.length]).toEqual([201, 5_000]);
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
