import { centsText } from './commission.ts';

/** One reservation of a statement: what it earned by now less what earlier statements have of it. */
export interface StatementLine {
  /** The reservation's code. */
  code: string;
  tripTitle: string;
  /** Day of the departure, "YYYY-MM-DD". */
  tripDay: string;
  receivedCents: number;
  /** As in "10% das tarifas". */
  rule: string;
  earlierCents: number;
  commissionCents: number;
}

/** What a statement says, of which its hash is made. No person is named in it but the seller, by their code. */
export interface StatementContent {
  sellerCode: string;
  /** "YYYY-MM" */
  month: string;
  /** Counts the seller's statements from 1. */
  number: number;
  /** Instant, ISO 8601. */
  closedAt: string;
  /** Hash of the seller's statement before; null of the first. */
  previousHash: string | null;
  /** Below zero or zero: what the statement before left. */
  carriedCents: number;
  lines: readonly StatementLine[];
}

/** What a statement comes to; below zero it is carried over to the next. */
export function statementCents({ carriedCents, lines }: Pick<StatementContent, 'carriedCents' | 'lines'>): number {
  return lines.reduce((sum, { commissionCents }) => sum + commissionCents, carriedCents);
}

const HEADER = 'Saída;Passeio;Reserva;Recebido;Regra;Em extratos anteriores;Comissão';
const NO_HASH = '-';
const CENTS = String.raw`(-?\d{1,12},\d{2})`;
const LINE = new RegExp(
  String.raw`^(\d{4}-\d{2}-\d{2});"((?:[^"]|"")*)";([0-9A-Z]{6});${CENTS};"((?:[^"]|"")*)";${CENTS};${CENTS}$`,
);

/**
 * The canonical form: the CSV itself up to the row of its hash, with a line feed after every row, so that each of its
 * bytes is under the hash. Texts are quoted, and none begins as a formula.
 */
export function statementText(content: StatementContent): string {
  const rows = [
    'Extrato de comissão;1',
    `Vendedor;${content.sellerCode}`,
    `Mês;${content.month}`,
    `Número;${content.number}`,
    `Fechado em;${content.closedAt}`,
    `Hash do extrato anterior;${content.previousHash ?? NO_HASH}`,
    HEADER,
    ...content.lines.map((line) =>
      [
        line.tripDay,
        quoted(line.tripTitle),
        line.code,
        centsText(line.receivedCents),
        quoted(line.rule),
        centsText(line.earlierCents),
        centsText(line.commissionCents),
      ].join(';'),
    ),
    `Saldo anterior;${centsText(content.carriedCents)}`,
    `Total;${centsText(statementCents(content))}`,
  ];
  return rows.map((row) => `${row}\n`).join('');
}

const hashRow = (hash: string) => `Hash SHA-256;${hash}\n`;

/** A statement as a CSV file that can be verified without asking anybody. */
export const statementFile = (text: string, hash: string): string => text + hashRow(hash);

/** SHA-256 of a text in UTF-8, in hexadecimal digits. */
export async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** What {@link verifyStatement} finds: `unreadable` is no statement of ours, `altered` has at least one other byte. */
export type StatementVerdict =
  | { result: 'intact'; content: StatementContent; hash: string; totalCents: number }
  | { result: 'altered' | 'unreadable' };

/** Whether a file is a statement as it was closed: its hash, its form and its sums are right. */
export async function verifyStatement(file: string): Promise<StatementVerdict> {
  const row = /^Hash SHA-256;([0-9a-f]{64})\n$/.exec(file.slice(-78));
  if (!row?.[1]) return { result: file.includes('Extrato de comissão') ? 'altered' : 'unreadable' };
  const text = file.slice(0, -78);
  const content = readStatement(text);
  // Written anew it must be the same, so that nothing is in it that was not read.
  if (!content || statementText(content) !== text || (await sha256(text)) !== row[1]) return { result: 'altered' };
  return { result: 'intact', content, hash: row[1], totalCents: statementCents(content) };
}

/** Whether intact statements of one seller follow each other without a gap, from the first of these on. */
export function isChain(
  statements: readonly { content: StatementContent; hash: string; totalCents: number }[],
): boolean {
  return statements
    .toSorted((one, other) => one.content.number - other.content.number)
    .every((one, index, all) => {
      const before = all[index - 1];
      if (!before) return true;
      return (
        one.content.sellerCode === before.content.sellerCode &&
        one.content.number === before.content.number + 1 &&
        one.content.previousHash === before.hash &&
        one.content.carriedCents === Math.min(before.totalCents, 0)
      );
    });
}

/** The content of a canonical form; undefined where it is none. */
export function readStatement(text: string): StatementContent | undefined {
  const rows = text.split('\n');
  const [seller = '', month = '', number = '', closedAt = '', previous = ''] = rows
    .slice(1, 6)
    .map((row) => row.slice(row.indexOf(';') + 1));
  const lines = rows.slice(7, -3).map(readLine);
  const carried = rows.at(-3)?.slice('Saldo anterior;'.length) ?? '';
  if (rows.length < 10 || lines.includes(undefined)) return undefined;
  return {
    sellerCode: seller,
    month,
    number: Number(number),
    closedAt,
    previousHash: previous === NO_HASH ? null : previous,
    carriedCents: centsOf(carried),
    lines: lines.filter((line) => line !== undefined),
  };
}

function readLine(row: string): StatementLine | undefined {
  const found = row.length > 2_000 ? null : LINE.exec(row);
  if (!found) return undefined;
  const [, tripDay = '', title = '', code = '', received = '', rule = '', earlier = '', commission = ''] = found;
  return {
    tripDay,
    tripTitle: unquoted(title),
    code,
    receivedCents: centsOf(received),
    rule: unquoted(rule),
    earlierCents: centsOf(earlier),
    commissionCents: centsOf(commission),
  };
}

// A spreadsheet would compute what begins as a formula.
const quoted = (text: string) => `"${(/^[=+\-@\t']/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
const unquoted = (text: string) => text.replace(/^'(?=[=+\-@\t'])/, '').replaceAll('""', '"');
const centsOf = (text: string) => Number(text.replace(',', ''));
