/**
 * The text of a file in UTF-8, UTF-16 with a mark, or Windows-1252; of one that mixes them, each line by itself.
 * Undefined for what is no text.
 */
export function decodeText(content: Uint8Array): string | undefined {
  if (content[0] === 0xff && content[1] === 0xfe) return new TextDecoder('utf-16le').decode(content);
  if (content.includes(0)) return undefined;
  return (
    decodeUtf8(content) ??
    linesOf(content)
      .map((line) => decodeUtf8(line) ?? windows.decode(line))
      .join('\n')
  );
}

const windows = new TextDecoder('windows-1252');

function decodeUtf8(content: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    return undefined;
  }
}

function linesOf(content: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = [];
  for (let from = 0, end = 0; end < content.length; from = end + 1) {
    const next = content.indexOf(10, from);
    end = next < 0 ? content.length : next;
    lines.push(content.subarray(from, end));
  }
  return lines;
}

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
const DECIMALS = /[.,](\d{1,2})$/;

/**
 * Centavos of an amount as Brazilian banks write it: "1.234,56", "1234.56", "R$ 10", "-50,00", "50,00-", "50,00 D",
 * "(50,00)". Undefined if it is none.
 */
export function parseCents(text: string): number | undefined {
  const compact = text.replace(/R\$|\s/gi, '');
  const isOut = /D$/i.test(compact) || /^\(.*\)$/.test(compact);
  const [, before, digits = '', after] = AMOUNT.exec(compact.replace(/[CD]$/i, '').replace(/^\((.*)\)$/, '$1')) ?? [];
  if (!digits) return undefined;
  const decimals = DECIMALS.exec(digits)?.[1] ?? '';
  const whole = (decimals ? digits.slice(0, -decimals.length - 1) : digits).replace(/[.,]/g, '');
  const cents = Number(whole) * 100 + Number(decimals.padEnd(2, '0'));
  return isOut || before === '-' || after === '-' ? -cents : cents;
}

const DAY_FIRST = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?!\d)/;
const YEAR_FIRST = /^(\d{4})-?(\d{2})-?(\d{2})/;

/**
 * The calendar day of "05/11/2026", "5/11/26", "2026-11-05" or "20261105120000[-3:BRT]"; undefined if it is none, or
 * before `since`. A year of two digits is in the hundred years from `since` on.
 */
export function parseDay(text: string, since = 2000): string | undefined {
  const written = text.trim();
  const [, day = '', month = '', year = ''] = DAY_FIRST.exec(written) ?? [];
  const [, y = year.length === 2 ? fullYear(Number(year), since) : year, m = month, d = day] =
    YEAR_FIRST.exec(written) ?? [];
  const iso = `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`;
  const date = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) && Number(y) >= since ? iso : undefined;
}

function fullYear(ofCentury: number, since: number): string {
  const century = since - (since % 100);
  return String(century + ofCentury + (century + ofCentury < since ? 100 : 0));
}
