import { createHash } from 'node:crypto';
import { AppError } from '../../../platform/http/errors.ts';
import { parseCsv } from './parse-csv.ts';
import { isOfx, parseOfx } from './parse-ofx.ts';
import { type IncomingLine, incomingLines } from './statement-line.ts';

/** Of a file, what went out included. */
const MAX_LINES = 5_000;

export type KeyedLine = IncomingLine & { key: string };

/** The money that came in by a statement, and its format. */
export interface ParsedStatement {
  format: 'ofx' | 'csv';
  lines: KeyedLine[];
}

/**
 * Reads a statement, OFX or CSV by its content, in UTF-8 or Windows-1252. Nothing in it is executed, expanded or
 * fetched. Throws STATEMENT_UNREADABLE, also for one without any line, or STATEMENT_TOO_LARGE.
 */
export function parseStatement(content: Buffer, today: string): ParsedStatement {
  const text = decode(content);
  // Entities could expand without end; no bank declares any.
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw new AppError('STATEMENT_UNREADABLE');
  const format = isOfx(text) ? 'ofx' : 'csv';
  const raw = format === 'ofx' ? parseOfx(text, MAX_LINES) : readCsv(text);
  if (raw === undefined) throw new AppError('STATEMENT_TOO_LARGE');
  if (raw === null || !raw.some(({ day, cents }) => day !== undefined && cents !== undefined)) {
    throw new AppError('STATEMENT_UNREADABLE');
  }
  return { format, lines: withKeys(incomingLines(raw, today)) };
}

function readCsv(text: string) {
  try {
    return parseCsv(text, MAX_LINES);
  } catch {
    // An open quote, or a record without end.
    throw new AppError('STATEMENT_UNREADABLE');
  }
}

function decode(content: Buffer): string {
  if (content.includes(0)) throw new AppError('STATEMENT_UNREADABLE');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    return new TextDecoder('windows-1252').decode(content);
  }
}

/**
 * Adds by what a line is recognised in whatever file: its end-to-end id; the account and the bank's id, with day and
 * amount, because some banks use an id again; else day, amount, text and the number of equal lines before it, which is
 * the same in every file that has the whole day. A line that a file has twice under one id with the same text is one
 * line.
 */
function withKeys(lines: IncomingLine[]): KeyedLine[] {
  const equal = new Map<string, (string | undefined)[]>();
  /** How many lines with these facts came before; one with the same text under the same id is that line again. */
  const turnOf = (facts: string, text: string | undefined) => {
    const before = equal.get(facts) ?? [];
    const again = text === undefined ? -1 : before.indexOf(text);
    if (again >= 0) return again;
    equal.set(facts, [...before, text]);
    return before.length;
  };
  const byKey = new Map<string, KeyedLine>();
  for (const line of lines) {
    const { day, amountCents, endToEndId, bankId, description, payerName } = line;
    const pixKey = endToEndId?.toUpperCase();
    if (pixKey) byKey.set(pixKey, { ...line, key: pixKey });
    else {
      const facts = bankId ? ['id', bankId, day, amountCents] : ['text', day, amountCents, description, payerName];
      const before = turnOf(facts.join('\n'), bankId && `${description}\n${payerName}`);
      const key = createHash('sha256').update(JSON.stringify(bankId && before === 0 ? facts : [...facts, before]));
      const hash = key.digest('hex');
      byKey.set(hash, { ...line, key: hash });
    }
  }
  return [...byKey.values()];
}
