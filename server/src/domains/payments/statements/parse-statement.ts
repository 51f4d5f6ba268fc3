import { createHash } from 'node:crypto';
import { AppError } from '../../../platform/http/errors.ts';
import { decodeText } from '../../../platform/spreadsheets/decode-text.ts';
import { withDirections, withReversals } from './direction.ts';
import { parseCsv } from './parse-csv.ts';
import { isOfx, parseOfx } from './parse-ofx.ts';
import { balanceOf, decideDoubled, type StatementBalance } from './statement-balance.ts';
import {
  type Clock,
  type RawLine,
  type RawStatement,
  type RowCounts,
  type StatementLine,
  statementLines,
} from './statement-line.ts';

/** Lines of a file, what went out included. */
const MAX_LINES = 5_000;
// Some files name years of which they have no lines.
const MAX_DAYS = 400;

/** `isRepeated`: the bank writes a line before once more; `isDoubled`: it may, as its id and all it says are the same. */
export type KeyedLine = StatementLine & { key: string; isRepeated: boolean; isDoubled: boolean };

/** What moved by a statement up to today, and its format. */
export interface ParsedStatement {
  format: 'ofx' | 'csv';
  lines: KeyedLine[];
  /** The days that the file is of; undefined where neither it nor a line says one. */
  period: { from: string; to: string } | undefined;
  balance: StatementBalance;
  /** Rows that are none of the lines. */
  counts: RowCounts;
  isCut: boolean;
}

/** The money that came in, once each. */
export function incomingLines({ lines }: Pick<ParsedStatement, 'lines'>): KeyedLine[] {
  return lines.filter(({ amountCents, isRepeated }) => amountCents > 0 && !isRepeated);
}

/**
 * Reads a statement, OFX or CSV by its content. Nothing in it is executed, expanded or fetched. Throws
 * STATEMENT_UNREADABLE, also for one in which no line can be read, or STATEMENT_TOO_LARGE.
 */
export function parseStatement(content: Buffer, clock: Clock): ParsedStatement {
  const { today } = clock;
  const text = decodeText(content);
  if (text === undefined) throw new AppError('STATEMENT_UNREADABLE');
  // Entities could expand without end; no bank declares any.
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw new AppError('STATEMENT_UNREADABLE');
  const format = isOfx(text) ? 'ofx' : 'csv';
  const found = format === 'ofx' ? parseOfx(text, MAX_LINES, clock) : readCsv(text, clock);
  if (found === undefined) throw new AppError('STATEMENT_TOO_LARGE');
  if (found === null) throw new AppError('STATEMENT_UNREADABLE');
  refuseUnreadable(found);
  const raw = { ...found, lines: withDirections(found.lines) };
  const { lines: read, counts } = statementLines(raw, today);
  const lines = decideDoubled(raw, withKeys(withReversals(read)), today);
  const days = lines.map(({ day }) => day).toSorted();
  const isNamed = raw.from && raw.to && raw.from <= raw.to && daysBetween(raw.from, raw.to) <= MAX_DAYS;
  const from = [...days.slice(0, 1), ...(isNamed && raw.from ? [raw.from] : [])].toSorted()[0];
  const to = [...days.slice(-1), ...(isNamed && raw.to ? [raw.to < today ? raw.to : today] : [])].toSorted().at(-1);
  return {
    ...{ format, lines, counts, isCut: raw.isCut },
    period: from && to && from <= to ? { from, to } : undefined,
    balance: balanceOf(raw, lines, today),
  };
}

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000;

/** A file of which no line can be read is refused with what its columns have. */
function refuseUnreadable({ lines, names }: RawStatement): void {
  if (lines.length === 0 || lines.some(({ day, cents }) => day !== undefined && cents !== undefined)) return;
  const sentenceOf = (what: string, column: string | undefined, isWrong: (line: RawLine) => string) => {
    const example = lines.map(isWrong).find(Boolean);
    if (!example) return undefined;
    return `Não entendemos ${what}${column ? ` da coluna “${column.trim().slice(0, 40)}”` : ''}, como em “${example.trim().slice(0, 40)}”.`;
  };
  const file =
    sentenceOf('as datas', names?.day, ({ day, dayText }) =>
      day === undefined && /\d/.test(dayText) ? dayText : '',
    ) ?? sentenceOf('os valores', names?.cents, ({ cents, centsText }) => (cents === undefined ? centsText : ''));
  throw new AppError('STATEMENT_UNREADABLE', file ? { file } : undefined);
}

function readCsv(text: string, clock: Clock) {
  try {
    return parseCsv(text, MAX_LINES, clock);
  } catch {
    // An open quote, a record without end, or a line of too many columns.
    throw new AppError('STATEMENT_UNREADABLE');
  }
}

/**
 * Adds the key by which a dismissed line is known in whatever file: its reference, else account, day, amount, text
 * and the number of equal lines before it. The bank's id is no part of it, because some banks number the lines of each
 * file. Incoming lines of one reference are one line that the bank writes twice. What went out may name the Pix that it
 * returns in parts.
 */
function withKeys(lines: StatementLine[]): KeyedLine[] {
  const equalLines = new Map<string, number>();
  const known = new Set<string>();
  return lines.map((line) => {
    const reference = line.amountCents > 0 ? line.reference?.toUpperCase() : undefined;
    const facts = [line.account, line.day, line.amountCents, line.description, line.payerName].join('\n');
    const identity = reference ?? (line.bankId && `${line.bankId}\n${facts}`);
    const isKnown = identity !== undefined && known.has(identity);
    if (identity !== undefined) known.add(identity);
    const before = equalLines.get(facts) ?? 0;
    equalLines.set(facts, before + 1);
    const key = reference ?? createHash('sha256').update(`${facts}\n${before}`).digest('hex');
    return { ...line, key, isRepeated: isKnown && reference !== undefined, isDoubled: isKnown && !reference };
  });
}
