import { createHash } from 'node:crypto';
import { AppError } from '../../../platform/http/errors.ts';
import { decodeText } from '../../../platform/spreadsheets/written-values.ts';
import { parseCsv } from './parse-csv.ts';
import { isOfx, parseOfx } from './parse-ofx.ts';
import { type IncomingLine, incomingLines, type RawLine } from './statement-line.ts';

/** Of a file, what went out included. */
const MAX_LINES = 5_000;

type KeyedLine = IncomingLine & { key: string };

/** The money that came in by a statement, and its format. */
export interface ParsedStatement {
  format: 'ofx' | 'csv';
  lines: KeyedLine[];
  /** Rows whose day or amount cannot be read. */
  unreadRows: number;
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
  if (raw === null || (raw.length > 0 && !raw.some(isRead))) throw new AppError('STATEMENT_UNREADABLE');
  const unreadRows = raw.filter(({ isUnread }) => isUnread).length;
  return { format, lines: withKeys(incomingLines(raw, today)), unreadRows };
}

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
 * file. Lines of one reference, or with the same id and facts, are one line that the bank writes twice.
 */
function withKeys(lines: IncomingLine[]): KeyedLine[] {
  const equalLines = new Map<string, number>();
  const byIdentity = new Map<string, KeyedLine>();
  for (const [index, line] of lines.entries()) {
    const reference = line.reference?.toUpperCase();
    const facts = [line.account, line.day, line.amountCents, line.description, line.payerName].join('\n');
    const identity = reference ?? (line.bankId ? `${line.bankId}\n${facts}` : String(index));
    if (byIdentity.has(identity)) continue;
    const before = equalLines.get(facts) ?? 0;
    equalLines.set(facts, before + 1);
    byIdentity.set(identity, {
      ...line,
      key: reference ?? createHash('sha256').update(`${facts}\n${before}`).digest('hex'),
    });
  }
  return [...byIdentity.values()];
}
