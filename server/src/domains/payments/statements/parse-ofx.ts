import type { RawLine } from './statement-line.ts';
import { parseCents, parseDay } from './statement-line.ts';

// Only elements: there is nothing that expands. SGML leaves out end tags, so a value ends at the next tag.
const ELEMENT = /<(\/?)([A-Za-z0-9_.]{1,32})>([^<]*)/g;
// A file may name an account a thousand times, and each line carries it.
const MAX_ACCOUNT = 120;
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Whether a text is an OFX file, of version 1 (SGML) or 2 (XML). */
export function isOfx(text: string): boolean {
  return /^\s*OFXHEADER|<OFX>/i.test(text.slice(0, 4_096));
}

/**
 * The lines of the bank accounts of an OFX file, credit cards left out; undefined if there are more than `max`.
 * Written by hand, because the published parsers tried refuse files with two accounts, several elements in a line or
 * quotes in a text.
 */
export function parseOfx(text: string, max: number): RawLine[] | undefined {
  const lines: RawLine[] = [];
  let account = '';
  let isCard = false;
  let fields: Map<string, string> | undefined;
  for (const [, slash, name = '', value = ''] of text.matchAll(ELEMENT)) {
    const tag = name.toUpperCase();
    const isEnd = slash === '/';
    if (tag === 'STMTTRN' || tag === 'BANKTRANLIST') {
      if (fields && !isCard) lines.push(lineOf(fields, account));
      if (lines.length > max) return undefined;
      fields = tag === 'STMTTRN' && !isEnd ? new Map() : undefined;
    } else if (tag === 'CCSTMTRS') isCard = !isEnd;
    else if (fields && !isEnd && !fields.has(tag)) fields.set(tag, unescaped(value));
    else if (!isEnd && tag === 'BANKACCTFROM') account = '';
    else if (!isEnd && (tag === 'BANKID' || tag === 'ACCTID'))
      account = `${account} ${unescaped(value)}`.trim().slice(0, MAX_ACCOUNT);
  }
  return lines;
}

function lineOf(fields: Map<string, string>, account: string): RawLine {
  // No thousands are grouped here: "56.700" has three decimals.
  const amount = (fields.get('TRNAMT') ?? '').replace(/^([^.,]*[.,]\d{2})0+$/, '$1');
  const cents = parseCents(amount);
  // Some banks write what went out without a sign.
  const isOut = fields.get('TRNTYPE')?.toUpperCase() === 'DEBIT';
  return {
    day: parseDay(fields.get('DTPOSTED') ?? ''),
    cents: cents !== undefined && isOut ? -Math.abs(cents) : cents,
    description: fields.get('MEMO') || fields.get('NAME') || '',
    payerName: fields.get('MEMO') ? fields.get('NAME') : '',
    account,
    lineId: fields.get('FITID'),
  };
}

function unescaped(value: string): string {
  return value
    .replace(/&(?:#(\d{1,6})|([a-z]{2,4}));/gi, (whole, code, name) => {
      if (name) return ENTITIES[name.toLowerCase()] ?? whole;
      return Number(code) < 0x110000 ? String.fromCodePoint(Number(code)) : whole;
    })
    .trim();
}
