import { formatDay } from '@passeio/contract/format-moments';
import type { RowProblem } from '@passeio/contract/imports/imports';
import { readPhone } from '@passeio/contract/phone';
import type { z } from '@passeio/contract/zod';
import { parseCents, parseDay, plainText } from '../../platform/spreadsheets/written-values.ts';

/** A row of a file, with its problems as they are found. Each reader answers undefined for an empty or a wrong cell. */
export class WrittenRow {
  readonly line: number;
  readonly problems: RowProblem[] = [];
  readonly #columns: readonly (string | null)[];
  readonly #cells: readonly string[];
  #above: { row: WrittenRow; fields: readonly string[] } | undefined;

  constructor(line: number, columns: readonly (string | null)[], cells: readonly string[]) {
    this.line = line;
    this.#columns = columns;
    this.#cells = cells;
  }

  /**
   * What is written; an apostrophe that keeps a spreadsheet from reading a formula is none of it, and a dash is empty.
   */
  text(field: string): string {
    const column = this.#columns.indexOf(field);
    const text = (this.#cells[column] ?? '').replace(/^'(?=[=+\-@\d])/, '');
    if (text && !EMPTY.has(text)) return text;
    return this.#above?.fields.includes(field) ? this.#above.row.text(field) : '';
  }

  /** Has the row above say what these of its cells leave empty, as where cells are merged. */
  continue(row: WrittenRow, fields: readonly string[]): void {
    this.#above = { row, fields };
  }

  get hasErrors(): boolean {
    return this.problems.some(({ isWarning }) => !isWarning);
  }

  refuse(field: string | null, text: string): undefined {
    // A cell that is read for two purposes is wrong once.
    const isKnown = this.problems.some((one) => one.field === field && one.text === text);
    if (!isKnown) this.problems.push({ field, text, isWarning: false });
  }

  warn(field: string | null, text: string): undefined {
    this.problems.push({ field, text, isWarning: true });
  }

  /** What a rule of the contract makes of the cell. */
  checked<Schema extends z.ZodType>(
    field: string,
    schema: Schema,
    write: (text: string) => string = (text) => text,
    isRequired = false,
  ): z.output<Schema> | undefined {
    const text = this.text(field);
    if (!text && !isRequired) return undefined;
    const result = schema.safeParse(write(text));
    if (result.success) return result.data;
    return this.refuse(field, result.error.issues[0]?.message ?? 'Confira este valor.');
  }

  cents(field: string): number | undefined {
    const text = this.text(field);
    if (!text) return undefined;
    const cents = parseCents(text);
    if (cents === undefined || cents < 0 || cents > MAX_CENTS) {
      return this.refuse(field, `Não entendemos o valor “${text.slice(0, 40)}”. Escreva como 1.234,50.`);
    }
    return cents;
  }

  day(field: string): string | undefined {
    const text = this.text(field);
    if (!text) return undefined;
    const day = readDay(text, 2000);
    return day ?? this.refuse(field, `Não entendemos a data “${text.slice(0, 40)}”. Escreva como ${EXAMPLE}.`);
  }

  /** "05:30" of "5h30", "5:30:00" or of a day with a time. */
  time(field: string): string | undefined {
    const text = this.text(field);
    if (!text) return undefined;
    return readTime(text) ?? this.refuse(field, `Não entendemos a hora “${text.slice(0, 40)}”. Escreva como 05:30.`);
  }

  number(field: string, max: number): number | undefined {
    const text = this.text(field);
    if (!text) return undefined;
    const [, digits] = /^(\d{1,6})(?:[.,]0+)?\s*%?$/.exec(text.replace(COUNTED, '')) ?? [];
    if (digits && Number(digits) <= max) return Number(digits);
    return this.refuse(field, `Escreva um número inteiro de até ${max.toLocaleString('pt-BR')}.`);
  }

  flag(field: string): boolean | undefined {
    const word = plainText(this.text(field));
    if (!word) return undefined;
    if (YES.has(word)) return true;
    return NO.has(word) ? false : this.refuse(field, 'Escreva sim ou não.');
  }
}

const EMPTY = new Set(['-', '--', '–', '—', '---']);
/** What operators write behind a number of places. */
const COUNTED = /\s*(?:lugares|vagas|pessoas|pax|poltronas|assentos)$/i;
const MAX_CENTS = 10_000_000;
const EXAMPLE = formatDay('2026-12-31');
const YES = new Set(['sim', 's', 'x', 'yes', 'true', 'verdadeiro', '1', 'publicado', 'ativo']);
const NO = new Set(['nao', 'n', 'no', 'false', 'falso', '0', 'rascunho', 'inativo']);
const DAY_MS = 24 * 60 * 60 * 1000;

/** A day, also as the number that a spreadsheet has for it. */
function readDay(text: string, since: number): string | undefined {
  if (!/^\d{5}$/.test(text)) return parseDay(text, since);
  // Day 1 of a workbook is 1900-01-01, and it believes in 1900-02-29.
  return new Date(Date.UTC(1899, 11, 30) + Number(text) * DAY_MS).toISOString().slice(0, 10);
}

/** A birth date: of a year with two digits the last hundred years. */
export function birthdateText(text: string): string {
  const since = /\d{4}/.test(text) ? 1900 : new Date().getUTCFullYear() - 99;
  return readDay(text, since) ?? text;
}

export function readTime(text: string): string | undefined {
  const [, hours = '', minutes = '00'] =
    /(?:^|\s)(\d{1,2})\s*(?:[h:]\s*(\d{2})?(?::\d{2})?)\s*(?:h|hs|min)?$/i.exec(text) ?? [];
  if (!hours || Number(hours) > 23 || Number(minutes) > 59) return undefined;
  return `${hours.padStart(2, '0')}:${minutes}`;
}

/** A CPF with the zeros that a spreadsheet took for those of a number. */
export function cpfText(text: string): string {
  const digits = text.replace(/\D/g, '');
  return digits.length >= 8 && digits.length < 11 ? digits.padStart(11, '0') : text;
}

/** The first of the telephones in a cell. */
export function phoneText(text: string): string {
  return text.split(/[/;,|]| ou /).find((one) => readPhone(one)) ?? text;
}

const SMALL_WORDS = new Set(['da', 'das', 'de', 'do', 'dos', 'e', 'di', 'del', 'von', 'van']);

/** A name that is in capitals, or in small letters, as it is written in a sentence. */
export function nameText(text: string): string {
  if (text !== text.toLocaleUpperCase('pt-BR') && text !== text.toLocaleLowerCase('pt-BR')) return text;
  return text
    .toLocaleLowerCase('pt-BR')
    .split(/\s+/)
    .map((word, index) => (index > 0 && SMALL_WORDS.has(word) ? word : capitals(word)))
    .join(' ');
}

function capitals(word: string): string {
  return word.replace(
    /(^|[-'’])(\p{L})/gu,
    (_, before: string, letter: string) => before + letter.toLocaleUpperCase('pt-BR'),
  );
}
