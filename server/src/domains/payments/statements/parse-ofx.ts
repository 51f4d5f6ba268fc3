import { parseCents, parseDay } from '../../../platform/spreadsheets/written-values.ts';
import { escapedLiteral, unescaped } from './repair-text.ts';
import { dayBy } from './statement-days.ts';
import type { Clock, RawBalance, RawLine, RawStatement } from './statement-line.ts';

// Only elements: there is nothing that expands. SGML leaves out end tags, so a value ends at the next tag.
const ELEMENT = /<(\/?)([A-Za-z0-9_.]{1,32})>([^<]*)/g;
// A file may name an account a thousand times, and each line carries it.
const MAX_ACCOUNT = 120;

/** Whether a text is an OFX file, of version 1 (SGML) or 2 (XML). */
export function isOfx(text: string): boolean {
  return /^\s*OFXHEADER|<OFX>/i.test(text.slice(0, 4_096));
}

/**
 * The bank accounts of an OFX file, credit cards left out; undefined if there are more than `max` lines, null if it
 * lists none. Written by hand, because the published parsers tried refuse files with two accounts, several elements
 * in a line or quotes in a text.
 */
export function parseOfx(text: string, max: number, clock: Clock): RawStatement | undefined | null {
  if (!/<(BANKTRANLIST|STMTTRN)>/i.test(text)) return null;
  const lines: RawLine[] = [];
  let account = '';
  let isCard = false;
  let fields: Map<string, string> | undefined;
  const balances: RawBalance[] = [];
  let balance: RawBalance | undefined;
  let cardRows = 0;
  const add = (line: Map<string, string>, isCut = false) => {
    if (isCard) cardRows += 1;
    else lines.push({ ...lineOf(line, account, clock), isCut });
  };
  const days: { from: string[]; to: string[] } = { from: [], to: [] };
  for (const [, slash, name = '', value = ''] of withoutCdata(text).matchAll(ELEMENT)) {
    const tag = name.toUpperCase();
    const isEnd = slash === '/';
    if (tag === 'STMTTRN' || tag === 'BANKTRANLIST') {
      if (fields) add(fields);
      if (lines.length + cardRows > max) return undefined;
      fields = tag === 'STMTTRN' && !isEnd ? new Map() : undefined;
    } else if (tag === 'CCSTMTRS') isCard = !isEnd;
    else if (fields && !isEnd && !fields.has(tag)) fields.set(tag, unescaped(value));
    else if (tag === 'LEDGERBAL' || tag === 'AVAILBAL') {
      if (balance && !isCard) balances.push(balance);
      balance = tag === 'LEDGERBAL' && !isEnd ? { account, day: undefined, cents: undefined } : undefined;
    } else if (balance && !isEnd && tag === 'BALAMT') balance.cents = centsOf(unescaped(value));
    else if (balance && !isEnd && tag === 'DTASOF') balance.day = parseDay(value);
    else if (!isEnd && !isCard && tag === 'DTSTART') days.from.push(parseDay(value) ?? '');
    else if (!isEnd && !isCard && tag === 'DTEND') days.to.push(parseDay(value) ?? '');
    else if (!isEnd && tag === 'BANKACCTFROM') account = '';
    else if (!isEnd && (tag === 'BANKID' || tag === 'ACCTID'))
      account = `${account} ${unescaped(value)}`.trim().slice(0, MAX_ACCOUNT);
  }
  // The file ends within a line: what is written of its amount may be a part.
  if (fields) add(fields, true);
  if (balance && !isCard) balances.push(balance);
  const isCut = !/<\/(BANKTRANLIST|OFX)>/i.test(text);
  const named = { joinedRows: 0, cardRows, isCut: isCut && !fields };
  return {
    ...named,
    lines,
    balances,
    from: days.from.filter(Boolean).toSorted()[0],
    to: days.to.toSorted().at(-1) || undefined,
  };
}

function lineOf(fields: Map<string, string>, account: string, clock: Clock): RawLine {
  const [dayText, centsText] = [fields.get('DTPOSTED') ?? '', fields.get('TRNAMT') ?? ''];
  const cents = centsOf(centsText);
  const description = fields.get('MEMO') || fields.get('NAME') || '';
  return {
    day: dayBy(dayText, clock),
    cents,
    mark: cents !== undefined && cents < 0 ? 'out' : undefined,
    // A line without them cannot be read either.
    dayText: dayText || '0',
    centsText: centsText || '0',
    kind: fields.get('TRNTYPE') ?? '',
    heading: description,
    description,
    payerName: fields.get('MEMO') ? fields.get('NAME') : '',
    references: `${fields.get('REFNUM') ?? ''} ${fields.get('CHECKNUM') ?? ''}`,
    account,
    lineId: fields.get('FITID'),
  };
}

const MANY_DECIMALS = /^([+-]?)(\d{0,10})[.,](\d\d)(\d{1,20})$/;

/** OFX groups no thousands: one separator is before the decimals, however many they are. */
function centsOf(amount: string): number | undefined {
  const [, sign, whole = '', decimals = '', rest = ''] = MANY_DECIMALS.exec(amount) ?? [];
  if (!rest) return parseCents(amount);
  const cents = Number(whole + decimals) + (rest >= '5' ? 1 : 0);
  return sign === '-' ? -cents : cents;
}

/** The text with marks instead of CDATA sections; a section without an end is left as it is. */
function withoutCdata(text: string): string {
  const [before, ...sections] = text.split('<![CDATA[');
  const escaped = sections.map((section) => {
    const end = section.indexOf(']]>');
    if (end < 0) return section;
    return escapedLiteral(section.slice(0, end)) + section.slice(end + 3);
  });
  return [before, ...escaped].join('');
}
