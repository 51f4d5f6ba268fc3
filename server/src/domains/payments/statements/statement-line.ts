import { plainText } from '../../../platform/spreadsheets/written-values.ts';

/** Why a line is shown, but proposed for nothing: its direction is unclear, it was returned, or it may be there twice. */
type LineDoubt = 'direction' | 'reversed' | 'repeated';

/** Money that came in or went out, as a bank's statement writes it. */
export interface StatementLine {
  /** Calendar day, as the bank writes it: banks give the time zone of a day wrongly as often as not. */
  day: string;
  /** Negative for what went out. */
  amountCents: number;
  description: string;
  /** Empty where the bank writes names into the description. */
  payerName: string;
  /** The bank's own text for a charge, if the statement has a column for it. */
  chargeReference: string;
  /** The id of a Pix. */
  reference: string | null;
  /** Empty where the file does not say it. */
  account: string;
  /** The bank's own id of the line; undefined without a usable one. It may be no more than the number of the line. */
  bankId: string | undefined;
  doubt: LineDoubt | null;
}

/** A line as a format's parser finds it. */
export interface RawLine {
  day: string | undefined;
  cents: number | undefined;
  /** What the file says of the direction beside a type: a sign, a letter, or the column of the amount. */
  mark?: 'in' | 'out' | undefined;
  /** The balance of the account beside the line. */
  balanceCents?: number | undefined;
  /** What is written as its day and its amount. */
  dayText: string;
  centsText: string;
  /** Whether the file ends within it. */
  isCut?: boolean;
  /** What kind of movement the bank calls it. */
  kind: string;
  /** The bank's own words for the line. */
  heading: string;
  description: string;
  payerName?: string | undefined;
  chargeReference?: string | undefined;
  /** Whatever else may hold the id of a Pix. */
  references?: string | undefined;
  account?: string | undefined;
  lineId?: string | undefined;
  doubt?: LineDoubt;
  /** Whether the file says that it was cancelled, or is still to come. */
  isUndone?: boolean;
}

/** A balance that a file writes apart from its lines. */
export interface RawBalance {
  account: string;
  day: string | undefined;
  cents: number | undefined;
}

/** A file as a format's parser finds it; `from`, `to`: the period that it names. */
export interface RawStatement {
  lines: RawLine[];
  balances: RawBalance[];
  from: string | undefined;
  to: string | undefined;
  /** Rows that continue the text of the line above. */
  joinedRows: number;
  /** Rows of credit cards, on which nobody pays. */
  cardRows: number;
  /** Whether it ends between two lines, before its own end. */
  isCut: boolean;
  /** The names of the columns of day and amount, where it has them. */
  names?: { day: string; cents: string };
}

/** The day by which a file is read: today, in the operator's time zone. */
export interface Clock {
  today: string;
  timeZone: string;
}

/** How many rows of a file are no money that came or went, by reason. */
export interface RowCounts {
  /** Their day or amount cannot be read. */
  unread: number;
  future: number;
  balances: number;
  /** Payments that were cancelled, failed or are still to come, by a column of their state. */
  undone: number;
  /** Titles, sums, continued texts, and rows without an amount. */
  other: number;
}

const MAX_DESCRIPTION = 300;
const MAX_NAME = 140;
const MAX_ID = 120;
// Amounts of a column of PostgreSQL.
const MAX_CENTS = 2_147_483_647;
// "E", the payer's bank, date and time, 11 characters; banks also write it without a space before or after it.
const PIX_ID = /E\d{8}\d{12}[A-Za-z0-9]{11}/i;
// Some banks write zeros or dashes instead of an id.
const NO_ID = /^[0\W_]*$/;
// Matches a text without accents and punctuation. A payer's text about "o saldo da viagem" has other words.
const BALANCE =
  /^(s a l d o|saldo|sdo|initial available balance)( (anterior|inicial|final|atual|total|parcial|diario|contabil|projetado|previsto|livre|investimentos?|poupanca|disponivel|bloqueado|bloq|aplicado|aplic|apl|aut|automaticas?|mais|invest|facil|plus|contamax|limite|em|do|da|de|no|na|data|dia|periodo|c|cc|cta|conta|corrente|\d{1,4}))*$/;

/** The lines with money that moved up to `today`, and how many rows are none. What is only scheduled has not moved. */
export function statementLines(
  { lines: raw, joinedRows, cardRows }: Pick<RawStatement, 'lines' | 'joinedRows' | 'cardRows'>,
  today: string,
): { lines: StatementLine[]; counts: RowCounts } {
  const counts = { unread: 0, future: 0, balances: 0, undone: 0, other: joinedRows + cardRows };
  const lines = raw.flatMap((line) => {
    const reason = reasonToLeaveOut(line, today);
    if (!reason) return [lineOf(line)];
    counts[reason] += 1;
    return [];
  });
  return { lines, counts };
}

function reasonToLeaveOut(line: RawLine, today: string): keyof RowCounts | undefined {
  if (isBalance(line) && !line.isCut) return 'balances';
  if (isUnread(line)) return 'unread';
  if (!line.day || !line.cents) return 'other';
  if (line.isUndone) return 'undone';
  return line.day > today ? 'future' : undefined;
}

/** Whether its day or its amount is written, but cannot be read; an amount alone is of a sum below the lines. */
function isUnread({ day, cents, dayText, centsText, isCut }: RawLine): boolean {
  if (isCut || Math.abs(cents ?? 0) > MAX_CENTS) return true;
  return (day === undefined && /\d/.test(dayText)) || (cents === undefined && /\d/.test(centsText));
}

function lineOf(line: RawLine): StatementLine {
  const lineId = clean(line.lineId ?? '', MAX_ID);
  return {
    day: line.day ?? '',
    amountCents: line.cents ?? 0,
    description: clean(line.description, MAX_DESCRIPTION),
    payerName: clean(line.payerName ?? '', MAX_NAME),
    chargeReference: clean(line.chargeReference ?? '', MAX_ID),
    reference: PIX_ID.exec([line.references, lineId, line.description, line.payerName].join(' '))?.[0] ?? null,
    account: accountOf(line),
    bankId: NO_ID.test(lineId) ? undefined : lineId,
    doubt: line.doubt ?? null,
  };
}

export const accountOf = ({ account }: { account?: string | undefined }) => clean(account ?? '', MAX_ID);

/** Whether a line says the balance, and no money moved. With a payer's name, its text is what the payer wrote. */
export function isBalance(line: RawLine): boolean {
  const payer = plainText(clean(line.payerName ?? '', MAX_NAME));
  return BALANCE.test(headingOf(line)) && (payer === '' || BALANCE.test(payer));
}

/** The bank's own words for a line, without accents and punctuation. */
export function headingOf({ heading }: RawLine): string {
  return plainText(clean(heading, MAX_DESCRIPTION));
}

function clean(text: string, max: number): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, ' ').trim();
  return Array.from(line).slice(0, max).join('');
}
