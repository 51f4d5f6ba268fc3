import { readPhone } from '@passeio/contract/phone';
import { tidyName } from '@passeio/contract/users/names';

/** A birth date: of a year with two digits the last hundred years. */
export const birthYears = (text: string) => (/\d{4}/.test(text) ? 1900 : new Date().getUTCFullYear() - 99);

export function readTime(text: string): string | undefined {
  const [, hours = '', minutes = '00'] =
    /(?:^|\s)(\d{1,2})\s*(?:[h:]\s*(\d{2})?(?::\d{2})?)\s*(?:h|hs|min)?$/i.exec(text) ?? [];
  if (!hours || Number(hours) > 23 || Number(minutes) > 59) return undefined;
  return `${hours.padStart(2, '0')}:${minutes}`;
}

// "15/01/2027 a 17/01/2027", "de 15 a 17/01/2027", "15 e 16/01/2027", "15-17/01/2027".
const RANGE =
  /^(?:de\s)?(.*?\d)\s*(?:\s(?:a|à|ao|até|ate|to|e)\s|\s[-–—]\s|–|—|(?<=^\d{1,2})-(?=\d{1,2}[/ ]))\s*(\S.*)$/i;
const DATE = /\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}/g;

/** Whether a text has more than one date. */
export const hasSeveralDates = (text: string) => (text.match(DATE) ?? []).length > 1;

/** The first and last day of a text; `read` reads one. */
export function readRange(
  text: string,
  read: (text: string) => string | undefined,
): { from: string; to: string } | undefined {
  const [, first = '', last = ''] = RANGE.exec(text) ?? [];
  const to = last && read(last);
  if (!to) return undefined;
  const [, year = ''] = /([^\d]\s*\d{2,4})\D*$/.exec(last) ?? [];
  // The year of the last day is that of the first as well, unless it has turned meanwhile.
  const before = year.replace(/\d+$/, (digits) => String(Number(digits) - 1));
  const written = /^\d{1,2}$/.test(first)
    ? [`${first}${last.replace(/^\d{1,2}/, '')}`]
    : [first, `${first}${year}`, `${first}${before}`];
  const from = written.map(read).find((day) => day && day <= to);
  return from ? { from, to } : undefined;
}

/** A long number without the decimal that a table of numbers gives it, as "35988112001.0". */
const withoutDecimal = (text: string) => text.replace(/^(\d{8,13})[.,]0$/, '$1');

/** A CPF with the zeros that a spreadsheet took for those of a number. */
export function cpfText(text: string): string {
  const whole = withoutDecimal(text);
  const digits = whole.replace(/\D/g, '');
  return digits.length >= 8 && digits.length < 11 ? digits.padStart(11, '0') : whole;
}

const BETWEEN_PHONES = /:::|[/;,|]|\s(?:ou|e)\s|(?<=\d{4})\s+(?=\(?\d{2}\)?\s*9?\d{4}[\s.-]?\d{4})|(?=\(\D)/;

/** The telephones in a cell; `areaCode` is of numbers without one. */
export function phonesIn(text: string, areaCode?: string): string[] {
  const whole = withoutDecimal(text);
  if (readPhone(whole, areaCode)) return [whole];
  return whole.split(BETWEEN_PHONES).filter((one) => readPhone(one, areaCode));
}

/** The first of the telephones in a cell. */
export const phoneText = (text: string, areaCode?: string): string => phonesIn(text, areaCode)[0] ?? text;

/** Whether a telephone lacks nothing but its area code. */
export const lacksAreaCode = (text: string) =>
  !readPhone(phoneText(text)) && readPhone(phoneText(text, '11'), '11') !== undefined;

/** Whether a spreadsheet has shortened a long number to "3,5988E+10". */
export const isShortened = (text: string) => /^\d([.,]\d+)?E\+?\d+$/i.test(text);

const SMALL_WORDS = new Set(['da', 'das', 'de', 'do', 'dos', 'e', 'di', 'del', 'von', 'van']);

const ROMAN = /^(?:i{1,3}|iv|vi{1,3}|ix)$/;

/** A name that is in capitals, or in small letters, as it is written in a sentence. */
export function nameText(text: string): string {
  if (text !== text.toLocaleUpperCase('pt-BR') && text !== text.toLocaleLowerCase('pt-BR')) return text;
  return text
    .toLocaleLowerCase('pt-BR')
    .split(/\s+/)
    .map((word, index) => {
      if (index > 0 && ROMAN.test(word)) return word.toUpperCase();
      return index > 0 && SMALL_WORDS.has(word) ? word : capitals(word);
    })
    .join(' ');
}

function capitals(word: string): string {
  return word.replace(
    /(^|[-'’])(\p{L})/gu,
    (_, before: string, letter: string) => before + letter.toLocaleUpperCase('pt-BR'),
  );
}

/** Who a cell names: the name as such, others beside it, and people without a name, as in "+ 2". */
export interface WrittenNames {
  name: string;
  others: string[];
  more: number;
  age: number | undefined;
}

const AGE = /\s*[-,(]?\s*\b(\d{1,2})\s*anos?\b\)?/i;
const MORE = /\s*\(?\+\s*(\d{1,2})(?!\d)(?:\s*\p{L}+)?\)?\s*$/iu;
const COUNTED = /\s*\(\s*(\d{1,2})\s*(?:pessoas|pax|lugares)\s*\)/i;
const PEOPLE = /\s*(?:\s\+\s|[/&|;\n])\s*/;

/** Whether a cell says that a name is not known yet, as "a confirmar" and "???". */
export const isNameless = (text: string) =>
  !/\p{L}/u.test(text) || /^(?:nome )?(?:a|à) (?:confirmar|definir|informar)$|^sem nome$/i.test(text.trim());

/** Reads a cell of a name as lists have it, with an age, a number of people or several names in it. */
export function readNames(text: string): WrittenNames {
  // Pictures between words separate a note from the name.
  let rest = tidyName(text.replace(/\p{Extended_Pictographic}\ufe0f?/gu, ' '));
  const take = (pattern: RegExp): number => {
    const [all, number] = pattern.exec(rest) ?? [];
    if (all) rest = rest.replace(all, ' ').trim();
    return Number(number ?? 0);
  };
  const age = take(AGE);
  const counted = take(COUNTED);
  const more = take(MORE) + Math.max(counted - 1, 0);
  const [name = '', ...others] = rest.split(PEOPLE).map(tidyName).filter(Boolean);
  return { name, others, more, age: age || undefined };
}

/** The names of a cell of companions. */
export function splitNames(text: string): string[] {
  return text
    .split(/\s*(?:[,;/&+\n]|\s[eE]\s)\s*/)
    .map((one) => readNames(one).name)
    .filter(Boolean);
}
