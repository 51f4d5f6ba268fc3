import type { StatementLine } from '@passeio/contract/payments/statements';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import { call, createPerson, type Person } from './factories.ts';

/** A line as a bank writes it. */
export interface WrittenLine {
  day?: string;
  amount?: string;
  text?: string;
  id?: string;
  type?: string;
}

/** The operator's day at each call: files of one process share this module for longer than a night. */
export const today = () => new Date(Date.now() - 3 * 3_600_000).toISOString().slice(0, 10);
const letters = 'abcdefghijklmnopqrstuvwxyz';
let people = 0;
/** A surname that nobody else has. */
export function surname(): string {
  people += 1;
  return `Sobrenome${letters[Math.floor(people / 676) % 26]}${letters[Math.floor(people / 26) % 26]}${letters[people % 26]}`;
}

/** An OFX file of version 1, as banks write it: no end tags of values. */
export function ofx(
  lines: WrittenLine[],
  { account = '12345-6', from = '20260101', to = '20261231', balance = '1.00', balanceOn = '20261130' } = {},
): string {
  const written = lines.map(
    ({ day = today(), amount = '86.70', text = 'PIX RECEBIDO', id, type = 'CREDIT' }) =>
      `<STMTTRN>\r\n<TRNTYPE>${type}\r\n<DTPOSTED>${day.replaceAll('-', '')}100000[-3:BRT]\r\n<TRNAMT>${amount}\r\n${
        id ? `<FITID>${id}\r\n` : ''
      }<MEMO>${text}\r\n</STMTTRN>\r\n`,
  );
  return `OFXHEADER:100\r\nDATA:OFXSGML\r\nVERSION:102\r\nENCODING:USASCII\r\nCHARSET:1252\r\n\r\n<OFX><SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS><DTSERVER>20261130</SONRS></SIGNONMSGSRSV1>\r\n<BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STMTRS><CURDEF>BRL<BANKACCTFROM><BANKID>0260<ACCTID>${account}<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST><DTSTART>${from}<DTEND>${to}\r\n${written.join('')}</BANKTRANLIST><LEDGERBAL><BALAMT>${balance}<DTASOF>${balanceOn}</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\r\n`;
}

/** Sends a bank's file to a route. */
export function sendStatement(
  { url }: TestApp,
  token: string,
  path: string,
  content: string | Uint8Array<ArrayBuffer>,
  name = 'extrato.ofx',
): Promise<Response> {
  const body = new FormData();
  body.append('file', new Blob([content]), name);
  return fetch(`${url}/api${path}`, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body });
}

/** Imports a statement. */
export async function upload(
  app: TestApp,
  token: string,
  content: string | Uint8Array<ArrayBuffer>,
  name = 'extrato.ofx',
) {
  const response = await sendStatement(app, token, '/payments/statements', content, name);
  // biome-ignore lint/suspicious/noExplicitAny: a statement or an error
  return { status: response.status, body: (await response.json()) as any };
}

/** Reserves a place on the site in somebody's name. */
export async function reserveAs(
  app: TestApp,
  tripId: string,
  name: string,
): Promise<{ id: string; code: string; payer: Person }> {
  const payer = await createPerson(app);
  await app.db.updateTable('users').set({ name }).where('id', '=', payer.id).execute();
  const { status, body } = await call(app, 'POST', `/api/trips/enrrol/${tripId}`, { token: payer.token });
  expect(status).toBe(201);
  return { id: body.id, code: body.code, payer };
}

/** Records lines of a statement. */
export function confirmLines(app: TestApp, token: string, statementId: string, lines: object[]) {
  return call(app, 'POST', `/api/payments/statements/${statementId}/confirmation`, { token, body: { lines } });
}

/** The lines of a state, to be recorded in the reservations that they show. */
export function chosenOf(statement: { lines: StatementLine[] }, state = 'proposed') {
  return statement.lines
    .filter((line) => line.state === state)
    .map(({ id, reservation }) => ({ id, code: reservation?.code }));
}

export function statesOf(statement: { lines: StatementLine[] }): string[] {
  return statement.lines.map(({ state }) => state);
}

/** As OFX and CSV write an amount. */
export function reais(cents: number): string {
  return (cents / 100).toFixed(2);
}

/** A CSV file whose lines are numbered as their ids. */
export function csv(lines: { day?: string; amount: string; text: string }[]): string {
  const rows = lines.map(({ day = today(), amount, text }, index) => `${day};${index + 1};${text};${amount}`);
  return `Data;Identificador;Descrição;Valor\n${rows.join('\n')}\n`;
}
