import { formatDay } from '@passeio/contract/format-moments';
import type { ImportQuestion, RowProblem } from '@passeio/contract/imports/imports';
import { moneyText } from '@passeio/contract/money';
import { readPhone } from '@passeio/contract/phone';
import type { z } from '@passeio/contract/zod';
import { CUT } from '../../platform/spreadsheets/read-table.ts';
import { type CellKind, dateOfSerial } from '../../platform/spreadsheets/read-workbook.ts';
import {
  type DayOrder,
  type DecimalMark,
  decimalMarkOf,
  parseCents,
  parseDay,
  plainText,
  roundCents,
} from '../../platform/spreadsheets/written-values.ts';
import { hasSeveralDates, isShortened, lacksAreaCode, phonesIn, phoneText, readRange, readTime } from './cell-texts.ts';
import { headerKey } from './find-columns.ts';

/** What a file leaves open. `proposed` is the answer until somebody gives one. */
export type OpenQuestion = Pick<ImportQuestion, 'key' | 'text' | 'choices'> & { proposed?: string | undefined };

interface StoredCells {
  line: number;
  cells: readonly string[];
  kinds: Record<number, CellKind>;
}

/** What a row knows of its file. */
interface RowContext {
  readonly fields: readonly string[];
  readonly decimalMark: DecimalMark | undefined;
  columnsOf(field: string): readonly number[];
  headerOf(column: number): string;
  dayOrder(column: number, line: number): DayOrder | undefined;
  ask(question: OpenQuestion, line?: number): string | undefined;
}

interface Checking {
  write?: (text: string) => string;
  isRequired?: boolean;
  /** A wrong cell is left empty with a warning, and does not keep its row out. */
  isOptional?: boolean;
}

interface DayReading {
  /** The first year that may be meant. */
  since?: (text: string) => number;
  isOptional?: boolean;
}

interface Days {
  from: string;
  to: string;
}

/** A row of a file, with its problems as they are found. Each reader answers undefined for an empty or a wrong cell. */
export class WrittenRow {
  readonly line: number;
  readonly sheet: RowContext;
  problems: RowProblem[] = [];
  /** Why the row is nothing to import. */
  isIgnored = false;
  readonly #cells: readonly string[];
  readonly #kinds: Record<number, CellKind>;
  #above: { row: WrittenRow; fields: readonly string[] } | undefined;
  #isCompanion = false;

  constructor(sheet: RowContext, { line, cells, kinds }: StoredCells) {
    this.sheet = sheet;
    this.line = line;
    this.#cells = cells;
    this.#kinds = kinds;
    for (const field of sheet.fields) this.#refuseError(field);
  }

  /** An error of a spreadsheet is an error of its cell, also as the text that a CSV has of it. */
  #refuseError(field: string): void {
    for (const column of this.sheet.columnsOf(field)) {
      const kind = this.#kinds[column];
      const error = kind && 'error' in kind ? kind.error : ERROR.exec(this.#cells[column] ?? '')?.[0];
      if (!error) continue;
      if (error === CUT) {
        this.refuse(field, 'A célula tem só um pedaço: o arquivo parece cortado aqui. Confira o valor.');
        continue;
      }
      const why = error === '#FÓRMULA' ? 'uma fórmula sem resultado' : `um erro (${error})`;
      this.refuse(field, `A célula tem ${why}. Corrija na planilha, ou escreva o valor aqui.`);
    }
  }

  /** All texts of a row, whatever their columns are. */
  get texts(): string[] {
    return this.#cells.filter(Boolean);
  }

  /**
   * What is written; an apostrophe that keeps a spreadsheet from reading a formula is none of it, and a dash is empty.
   */
  text(field: string): string {
    if (this.#isCompanion && this.#above) {
      if (field === 'payer') return this.#above.row.text('payer');
      if (field === 'name') return this.#own('payer');
    }
    const text = this.#own(field);
    if (text) return text;
    return this.#above?.fields.includes(field) ? this.#above.row.text(field) : '';
  }

  #own(field: string): string {
    return this.cellsOf(field)[0]?.text ?? '';
  }

  /** The cells of a field that have something, of each of its columns. */
  cellsOf(field: string): { text: string; column: number; kind: CellKind | undefined }[] {
    return this.sheet.columnsOf(field).flatMap((column) => {
      const text = (this.#cells[column] ?? '').replace(/^'(?=[=+\-@\d])/, '');
      const kind = this.#kinds[column];
      const isError = (kind && 'error' in kind) || ERROR.test(text);
      return text && !EMPTY.has(text) && !isError ? { text, column, kind } : [];
    });
  }

  isMerged(field: string): boolean {
    return this.sheet.columnsOf(field).some((column) => {
      const kind = this.#kinds[column];
      return kind !== undefined && 'isMerged' in kind;
    });
  }

  /** Has the row above say what these of its cells leave empty, as where cells are merged. */
  continue(row: WrittenRow, fields: readonly string[]): void {
    this.#above = { row, fields };
  }

  /** Makes who is written as a payer somebody who travels with the payer above. */
  accompany(row: WrittenRow, fields: readonly string[]): void {
    this.continue(row, fields);
    this.#isCompanion = true;
  }

  get hasErrors(): boolean {
    return this.problems.some(({ isWarning }) => !isWarning);
  }

  refuse(field: string | null, text: string): undefined {
    this.#say({ field, text, isWarning: false });
  }

  warn(field: string | null, text: string): undefined {
    this.#say({ field, text, isWarning: true });
  }

  /** Leaves the row out of the import, with the reason. */
  ignore(text: string): undefined {
    this.isIgnored = true;
    this.problems = [{ field: null, text, isWarning: true }];
  }

  #say(problem: RowProblem): void {
    // A cell that is read for two purposes is wrong once.
    if (!this.problems.some(({ field, text }) => field === problem.field && text === problem.text))
      this.problems.push(problem);
  }

  /** What a rule of the contract makes of the cell. */
  checked<Schema extends z.ZodType>(
    field: string,
    schema: Schema,
    checking: Checking = {},
  ): z.output<Schema> | undefined {
    return this.checkedText(field, this.text(field), schema, checking);
  }

  checkedText<Schema extends z.ZodType>(
    field: string,
    text: string,
    schema: Schema,
    { write = (same) => same, isRequired = false, isOptional = false }: Checking = {},
  ): z.output<Schema> | undefined {
    const isError = this.problems.some((one) => one.field === field && one.text.startsWith('A célula tem'));
    if ((!text && !isRequired) || isError) return undefined;
    if (isShortened(text))
      return this.refuse(
        field,
        `O Excel encurtou o número “${text}”. Formate a coluna como texto, escreva o número inteiro e salve de novo.`,
      );
    const result = schema.safeParse(write(text));
    if (result.success) return result.data;
    const message = result.error.issues[0]?.message ?? 'Confira este valor.';
    return isOptional && text ? this.warn(field, `${message} Fica em branco.`) : this.refuse(field, message);
  }

  /** A telephone, of a number without area code with the file's. */
  phone<Schema extends z.ZodType>(
    field: string,
    schema: Schema,
    checking: Checking = {},
  ): z.output<Schema> | undefined {
    const text = this.text(field);
    if (phonesIn(text, '11').length > 1) this.warn(field, 'Há mais de um telefone na célula: entra o primeiro.');
    if (!lacksAreaCode(text)) return this.checked(field, schema, { ...checking, write: (one) => phoneText(one) });
    const question = { key: 'ddd', text: 'Qual é o DDD dos telefones sem DDD?', choices: [] };
    const own = this.text('areaCode');
    const ddd = (own || this.sheet.ask(question, this.line) || '').replace(/\D/g, '').replace(/^0/, '');
    if (!/^[1-9]{2}$/.test(ddd))
      return this.refuse(field, 'Falta o DDD deste telefone. Responda acima, ou escreva aqui.');
    return this.checkedText(field, readPhone(phoneText(text, ddd), ddd) ?? text, schema, checking);
  }

  cents(field: string): number | undefined {
    const [cell] = this.cellsOf(field);
    return cell && this.centsOf(field, cell);
  }

  /** Centavos of one cell; what is no amount is refused. */
  centsOf(field: string, { text, kind }: { text: string; kind: CellKind | undefined }): number | undefined {
    const cents = this.#readCents(field, text, kind);
    if (cents === 'asked') return undefined;
    if (cents === undefined || cents < 0 || cents > MAX_CENTS)
      return this.refuse(field, `Não entendemos o valor “${text.slice(0, 40)}”. Escreva como 1.234,50.`);
    return cents;
  }

  #readCents(field: string, text: string, kind: CellKind | undefined): number | 'asked' | undefined {
    if (kind && 'number' in kind) return kind.as === 'percent' ? undefined : roundCents(kind.number);
    const mark = decimalMarkOf(text) ?? this.sheet.decimalMark;
    if (mark || !/\.\d{3}$/.test(text.trim())) {
      const cents = parseCents(text, mark);
      if (cents !== undefined && (mark ?? ',') === ',' && /,\d{3,}$/.test(text.trim()))
        this.warn(field, `“${text.slice(0, 40)}” fica ${moneyText(cents)}.`);
      return cents;
    }
    const sums = ([',', '.'] as const).map((value) => ({ value, cents: parseCents(text, value) }));
    const choices = sums.flatMap(({ value, cents }) =>
      cents === undefined ? [] : [{ value, label: `${text} é ${moneyText(cents)}` }],
    );
    if (choices.length < 2) return parseCents(text);
    const answer = this.sheet.ask({ key: 'decimals', text: 'O que o ponto separa nos valores?', choices }, this.line);
    if (answer) return parseCents(text, answer === '.' ? '.' : ',');
    this.refuse(field, `“${text}” pode ser dois valores. Responda acima.`);
    return 'asked';
  }

  day(field: string, reading: DayReading = {}): string | undefined {
    return this.days(field, reading)?.from;
  }

  /** The first and the last day of a cell, which are the same but for "15/01/2027 a 17/01/2027". */
  days(field: string, { since = () => 2000, isOptional = false }: DayReading = {}): Days | undefined {
    const [cell] = this.cellsOf(field);
    const text = cell?.text ?? this.text(field);
    if (!text) return undefined;
    const isTyped = !cell || (cell.kind && 'isDate' in cell.kind);
    const order = isTyped ? 'day' : this.sheet.dayOrder(cell.column, this.line);
    const readBy = (by: DayOrder) => (one: string) => readDay(one, since(one), by);
    const day = readBy(order ?? 'day')(text);
    // "10 de maio de 1985" says it itself.
    if (!order && day !== readBy('month')(text))
      return this.refuse(field, 'Não sabemos se o dia ou o mês vem primeiro. Responda acima.');
    const range = readRange(text, readBy(order ?? 'day'));
    if (range) return range;
    if (day && !hasSeveralDates(text)) return { from: day, to: day };
    const why = `Não entendemos a data “${text.slice(0, 40)}”.`;
    return isOptional
      ? this.warn(field, `${why} Fica em branco.`)
      : this.refuse(field, `${why} Escreva como ${EXAMPLE}.`);
  }

  /** "05:30" of "5h30", "5:30:00" or of a day with a time. */
  time(field: string): string | undefined {
    const text = this.text(field);
    if (!text) return undefined;
    return readTime(text) ?? this.refuse(field, `Não entendemos a hora “${text.slice(0, 40)}”. Escreva como 05:30.`);
  }

  number(field: string, max: number): number | undefined {
    const text = this.text(field);
    return text ? this.numberOf(field, text, max) : undefined;
  }

  numberOf(field: string, text: string, max: number): number | undefined {
    const [, digits] = /^(\d{1,6})(?:[.,]0+)?$/.exec(text.replace(COUNTED, '')) ?? [];
    if (digits && Number(digits) <= max) return Number(digits);
    return this.refuse(field, `Escreva um número inteiro de até ${max.toLocaleString('pt-BR')}.`);
  }

  flag(field: string): boolean | undefined {
    const word = plainText(this.text(field));
    if (!word) return undefined;
    if (YES.has(word)) return true;
    return NO.has(word) ? false : this.refuse(field, 'Escreva sim ou não.');
  }

  /** What the file means by a word that is not known; the row waits for the answer. */
  meaningOf(
    field: string,
    text: string,
    choices: readonly (readonly [value: string, label: string])[],
  ): string | undefined {
    const word = plainText(text) || text;
    const label = this.sheet.headerOf(this.sheet.columnsOf(field)[0] ?? -1);
    const question = {
      key: `${field}:${headerKey(word)}`,
      text: `O que quer dizer “${text.slice(0, 40)}”${label && ` em “${label}”`}?`,
      choices: choices.map(([value, name]) => ({ value, label: name })),
    };
    return (
      this.sheet.ask(question, this.line) ??
      this.refuse(field, `O que quer dizer “${text.slice(0, 40)}”? Responda acima.`)
    );
  }
}

const ERROR =
  /^#(REF!|DIV\/0!|VALUE!|VALOR!|N\/A|N\/D|NAME\?|NOME\?|NUM!|NÚM!|NULL!|NULO!|FÓRMULA|ERROR!|ERRO!?|SPILL!|DESPEJAR!)$/i;
const EMPTY = new Set(['-', '--', '–', '—', '---']);
/** What operators write behind a number of places. */
const COUNTED = /\s*(?:lugares|vagas|pessoas|pax|poltronas|assentos)$/i;
const MAX_CENTS = 10_000_000;
const EXAMPLE = formatDay('2026-12-31');
const YES = new Set(['sim', 's', 'x', 'yes', 'true', 'verdadeiro', '1', 'publicado', 'ativo']);
const NO = new Set(['nao', 'n', 'no', 'false', 'falso', '0', 'rascunho', 'inativo']);

/** A day, also as the number that a spreadsheet has for it. */
function readDay(text: string, since: number, order: 'day' | 'month'): string | undefined {
  return /^\d{5}$/.test(text) ? dateOfSerial(Number(text)).toISOString().slice(0, 10) : parseDay(text, since, order);
}
