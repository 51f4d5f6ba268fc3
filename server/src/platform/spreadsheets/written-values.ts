/** A text in lower case, without accents and punctuation. */
export function plainText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}

const AMOUNT = /^([+-]?)(\d[\d.,]*|[.,]\d{1,2})([+-]?)$/;

/** Which mark the decimals of an amount stand behind. */
export type DecimalMark = ',' | '.';

/**
 * Centavos of an amount as Brazilian banks write it: "1.234,56", "1234.56", "R$ 10", "-50,00", "50,00-", "50,00 D",
 * "(50,00)". Without `mark` a comma has decimals behind it, also three of them, which are rounded, and a dot with three
 * digits behind it is for thousands. Undefined if it is none.
 */
export function parseCents(text: string, mark?: DecimalMark): number | undefined {
  const compact = text.replace(/R\$|\s/gi, '');
  const isOut = /D$/i.test(compact) || /^\(.*\)$/.test(compact);
  const [, before, digits = '', after] = AMOUNT.exec(compact.replace(/[CD]$/i, '').replace(/^\((.*)\)$/, '$1')) ?? [];
  const { whole, decimals } = splitDecimals(digits, decimalMarkOf(digits) ?? mark);
  if (whole === undefined) return undefined;
  const cents = Number(whole) * 100 + roundCents(Number(`0.${decimals || '0'}`));
  return isOut || before === '-' || after === '-' ? -cents : cents;
}

/** Centavos of a number of reais, whose last binary digits are noise. */
export const roundCents = (reais: number) => Math.round(Number((reais * 100).toPrecision(12)));

/** What an amount says of its own decimal mark; undefined for "86.625" and "1,234", which may be either. */
export function decimalMarkOf(text: string): DecimalMark | undefined {
  const digits = text.replace(/[^\d.,]/g, '');
  const marks = digits.replace(/\d/g, '');
  const last = marks.at(-1) as DecimalMark | undefined;
  if (!last) return undefined;
  const other = last === ',' ? '.' : ',';
  if (marks.includes(other)) return last;
  // Several of one kind group thousands.
  if (marks.length > 1) return other;
  const [whole = '', decimals = ''] = digits.split(last);
  return decimals.length === 3 && !whole.startsWith('0') ? undefined : last;
}

function splitDecimals(digits: string, mark: DecimalMark = ','): { whole: string | undefined; decimals: string } {
  const [whole = '', decimals = '', ...more] = digits.split(mark);
  const groups = mark === ',' ? /^\d{1,3}(\.\d{3})+$/ : /^\d{1,3}(,\d{3})+$/;
  const isNumber = more.length === 0 && /^\d*$/.test(decimals) && (/^\d*$/.test(whole) || groups.test(whole));
  return { whole: isNumber && digits ? whole.replace(/\D/g, '') : undefined, decimals };
}

/** Whether days or months come first in a date of numbers. */
export type DayOrder = 'day' | 'month';

const NUMBERS = /^(\d{1,2})\s*[/.\-\\ ]\s*(\d{1,2})\s*[/.\-\\ ]\s*(\d{4}|\d{2})(?!\d)/;
const YEAR_FIRST = /^(\d{4})[-/.]?(\d{1,2})[-/.]?(\d{1,2})/;
const COMPACT = /^(\d{2})(\d{2})(\d{4})$/;
const IN_WORDS = /^(\d{1,2})[ºo]?\s*(?:de\s|[-/. ])?\s*(\p{L}{3,9})\.?\s*(?:de\s|[-/. ])?\s*(\d{4}|\d{2})(?!\d)/iu;
const MONTH_IN_FRONT = /^(\p{L}{3,9})\.?\s+(\d{1,2}),?\s+(\d{4})(?!\d)/iu;
const WEEKDAY = /^(?:seg|ter|qua|qui|sex|sab|sáb|dom|mon|tue|wed|thu|fri|sat|sun)[\p{L}-]*[.,]*\s+/iu;
const MONTHS = [
  ...['janeiro january', 'fevereiro february', 'marco march', 'abril april', 'maio may', 'junho june'],
  ...['julho july', 'agosto august', 'setembro september', 'outubro october', 'novembro november', 'dezembro december'],
].map((names) => names.split(' '));

/**
 * The calendar day of "05/11/2026", "5/11/26", "sáb 05-nov-26", "5 de novembro de 2026", "2026-11-05" or
 * "20261105120000[-3:BRT]"; undefined if it is none, or before `since`. A year of two digits is in the hundred years
 * from `since` on.
 */
export function parseDay(text: string, since = 2000, order: DayOrder = 'day'): string | undefined {
  const written = text.trim().replace(WEEKDAY, '');
  const [, y = '', m = '', d = ''] = YEAR_FIRST.exec(written) ?? [];
  const [, first = '', second = '', year = ''] = NUMBERS.exec(written) ?? COMPACT.exec(written) ?? [];
  const [, dayOfWords = '', word = '', yearOfWords = ''] =
    IN_WORDS.exec(written) ?? swap(MONTH_IN_FRONT.exec(written) ?? []);
  return (
    calendarDay(y, m, d, since) ??
    (order === 'day' ? calendarDay(year, second, first, since) : calendarDay(year, first, second, since)) ??
    calendarDay(yearOfWords, monthOf(word), dayOfWords, since)
  );
}

/** Which order a date of numbers has: one above 12 is no month. Undefined where both may be months. */
export function dayOrderOf(text: string): DayOrder | undefined {
  const [, first = '', second = ''] = NUMBERS.exec(text.trim().replace(WEEKDAY, '')) ?? [];
  if (Number(first) > 12) return 'day';
  return Number(second) > 12 ? 'month' : undefined;
}

const swap = ([all = '', word = '', day = '', year = '']: readonly string[]) => [all, day, word, year];

function monthOf(word: string): string {
  const plain = plainText(word);
  const at = MONTHS.findIndex((names) => names.some((name) => plain.length >= 3 && name.startsWith(plain)));
  return at < 0 ? '' : String(at + 1);
}

function calendarDay(year: string, month: string, day: string, since: number): string | undefined {
  const y = year.length === 2 ? fullYear(Number(year), since) : year;
  const iso = `${y}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) && Number(y) >= since ? iso : undefined;
}

function fullYear(ofCentury: number, since: number): string {
  const century = since - (since % 100);
  return String(century + ofCentury + (century + ofCentury < since ? 100 : 0));
}
