import { createHash } from 'node:crypto';
import { AppError } from '../../../platform/http/errors.ts';
import { decodeText } from '../../../platform/spreadsheets/written-values.ts';
import { parseCsv } from './parse-csv.ts';
import { isOfx, parseOfx } from './parse-ofx.ts';
import { balanceOf, type StatementBalance } from './statement-balance.ts';
import { type RawLine, type StatementLine, statementLines } from './statement-line.ts';

/** Of a file, what went out included. */
const MAX_LINES = 5_000;
// Some files name years of which they have no lines.
const MAX_DAYS = 400;

/** `isRepeated`: the bank writes a line before once more. */
export type KeyedLine = StatementLine & { key: string; isRepeated: boolean };

/** What moved by a statement up to today, and its format. */
export interface ParsedStatement {
  format: 'ofx' | 'csv';
  lines: KeyedLine[];
  /** The days that the file is of; undefined where neither it nor a line says one. */
  period: { from: string; to: string } | undefined;
  balance: StatementBalance;
  /** Rows whose day or amount cannot be read. */
  unreadRows: number;
}

/** The money that came in, once each. */
export function incomingLines({ lines }: Pick<ParsedStatement, 'lines'>): KeyedLine[] {
  return lines.filter(({ amountCents, isRepeated }) => amountCents > 0 && !isRepeated);
}

/**
 * Reads a statement, OFX or CSV by its content, in UTF-8 or Windows-1252. Nothing in it is executed, expanded or
 * fetched. Throws STATEMENT_UNREADABLE, also for one in which no line can be read, or STATEMENT_TOO_LARGE.
 */
export function parseStatement(content: Buffer, today: string): ParsedStatement {
  const text = decodeText(content);
  if (text === undefined) throw new AppError('STATEMENT_UNREADABLE');
  // Entities could expand without end; no bank declares any.
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw new AppError('STATEMENT_UNREADABLE');
  const format = isOfx(text) ? 'ofx' : 'csv';
  const raw = format === 'ofx' ? parseOfx(text, MAX_LINES) : readCsv(text);
  if (raw === undefined) throw new AppError('STATEMENT_TOO_LARGE');
  const isRead = ({ day, cents }: RawLine) => day !== undefined && cents !== undefined;
  if (raw === null || (raw.lines.length > 0 && !raw.lines.some(isRead))) throw new AppError('STATEMENT_UNREADABLE');
  const unreadRows = raw.lines.filter(({ isUnread }) => isUnread).length;
  const lines = withKeys(statementLines(raw.lines, today));
  const days = lines.map(({ day }) => day).toSorted();
  const isNamed = raw.from && raw.to && raw.from <= raw.to && daysBetween(raw.from, raw.to) <= MAX_DAYS;
  const from = [...days.slice(0, 1), ...(isNamed && raw.from ? [raw.from] : [])].toSorted()[0];
  const to = [...days.slice(-1), ...(isNamed && raw.to ? [raw.to < today ? raw.to : today] : [])].toSorted().at(-1);
  return {
    ...{ format, lines, unreadRows },
    period: from && to && from <= to ? { from, to } : undefined,
    balance: balanceOf(raw, lines, today),
  };
}

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000;

function readCsv(text: string) {
  try {
    return parseCsv(text, MAX_LINES);
  } catch {
    // An open quote, or a record without end.
    throw new AppError('STATEMENT_UNREADABLE');
  }
}

/**
 * Adds the key by which a dismissed line is known in whatever file: its reference, else account, day, amount, text
 * and the number of equal lines before it. The bank's id is no part of it, because some banks number the lines of each
 * file. Incoming lines of one reference, or lines with the same id and facts, are one line that the bank writes twice.
 * What went out may name the Pix that it returns in parts.
 */
function withKeys(lines: StatementLine[]): KeyedLine[] {
  const equalLines = new Map<string, number>();
  const keys = new Map<string, string>();
  return lines.map((line, index) => {
    const reference = line.amountCents > 0 ? line.reference?.toUpperCase() : undefined;
    const facts = [line.account, line.day, line.amountCents, line.description, line.payerName].join('\n');
    const identity = reference ?? (line.bankId ? `${line.bankId}\n${facts}` : String(index));
    const known = keys.get(identity);
    if (known) return { ...line, key: known, isRepeated: true };
    const before = equalLines.get(facts) ?? 0;
    equalLines.set(facts, before + 1);
    const key = reference ?? createHash('sha256').update(`${facts}\n${before}`).digest('hex');
    keys.set(identity, key);
    return { ...line, key, isRepeated: false };
  });
}
