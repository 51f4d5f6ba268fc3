import { formatDay } from '@passeio/contract/format-moments';
import { fieldsOf, type ImportKind } from '@passeio/contract/imports/import-fields';
import type { ImportQuestion } from '@passeio/contract/imports/imports';
import {
  type DayOrder,
  type DecimalMark,
  dayOrderOf,
  decimalMarkOf,
} from '../../platform/spreadsheets/written-values.ts';
import { headerKey } from './find-columns.ts';
import type { ImportRow, StoredRow } from './imports.queries.ts';
import { type OpenQuestion, WrittenRow } from './written-cells.ts';

/** One table of a file while it is read: its columns, what was answered about it, and what it leaves open. */
export class ImportSheet {
  readonly kind: ImportKind;
  readonly rows: WrittenRow[];
  /** What the file says above its headers, and its names. */
  readonly about: string;
  readonly fields: readonly string[];
  readonly #byField: ReadonlyMap<string, readonly number[]>;
  readonly #headers: readonly string[];
  readonly #columns: readonly (string | null)[];
  readonly #answers: Record<string, string>;
  readonly #below: readonly StoredRow[];
  readonly #questions = new Map<string, ImportQuestion & { lines: Set<number> }>();
  readonly #orders = new Map<number, { order: DayOrder | undefined; isDoubtful: boolean }>();
  #mark: DecimalMark | null | undefined;

  constructor(
    { kind, header_line: headerLine, columns, answers, tab, filename }: ImportRow,
    stored: readonly StoredRow[],
  ) {
    this.kind = kind;
    this.#columns = columns;
    this.#answers = answers;
    this.#byField = Map.groupBy(
      columns.flatMap((field, column) => (field ? column : [])),
      (column) => columns[column] ?? '',
    );
    this.fields = [...this.#byField.keys()];
    this.#headers = stored.find(({ line }) => line === headerLine)?.cells ?? [];
    this.#below = stored.filter(({ line }) => line > headerLine);
    const above = stored.filter(({ line }) => line < headerLine).flatMap(({ cells }) => cells);
    this.about = [...above, tab, filename.replace(/\.[a-z]+$/i, '')].filter(Boolean).join(' ');
    this.rows = this.#below.map((row) => new WrittenRow(this, row));
  }

  columnsOf(field: string): readonly number[] {
    return this.#byField.get(field) ?? [];
  }

  headerOf(column: number): string {
    return this.#headers[column] ?? '';
  }

  /** The answer to a question that a row has, if it is one of the choices; else the row waits for it. */
  ask({ key, text, choices, proposed }: OpenQuestion, line?: number): string | undefined {
    const given = this.#answers[key] ?? proposed;
    const isChoice = choices.length === 0 || choices.some(({ value }) => value === given);
    const answer = given !== undefined && isChoice ? given : undefined;
    const asked = this.#questions.get(key) ?? { key, text, choices, answer: answer ?? null, rows: 0, lines: new Set() };
    this.#questions.set(key, asked);
    if (line !== undefined) asked.lines.add(line);
    return answer;
  }

  get questions(): ImportQuestion[] {
    return [...this.#questions.values()].map(({ lines, ...question }) => ({ ...question, rows: lines.size }));
  }

  /** The decimal mark of the file's amounts, where they are agreed on it. */
  get decimalMark(): DecimalMark | undefined {
    if (this.#mark === undefined) {
      const columns = AMOUNTS.flatMap((field) => this.columnsOf(field));
      const texts = this.#below.flatMap(({ cells, kinds }) =>
        columns.map((at) => (kinds[at] ? '' : (cells[at] ?? ''))),
      );
      const marks = new Set(texts.flatMap((text) => (IS_AMOUNT.test(text) ? (decimalMarkOf(text) ?? []) : [])));
      const [mark = null] = marks;
      this.#mark = marks.size === 1 ? mark : null;
    }
    return this.#mark ?? undefined;
  }

  /** Whether days or months come first in a column: one number above 12 decides for all of it, a contradiction asks. */
  dayOrder(column: number, line: number): DayOrder | undefined {
    const found = this.#orders.get(column) ?? this.#readOrder(column);
    this.#orders.set(column, found);
    if (found.order !== 'month' && !found.isDoubtful) return 'day';
    const header = this.headerOf(column) || fieldsOf(this.kind)[this.#columns[column] ?? '']?.label || '';
    const choices = [
      { value: 'month', label: `Mês primeiro: 02/10 é ${formatDay('2026-02-10').slice(0, 5)}` },
      { value: 'day', label: `Dia primeiro: 02/10 é ${formatDay('2026-10-02').slice(0, 5)}` },
    ];
    const text = `Em “${header}”, o que vem primeiro nas datas?`;
    return this.ask(
      { key: `dayOrder:${headerKey(header)}`, text, choices, proposed: found.isDoubtful ? undefined : found.order },
      line,
    ) as DayOrder | undefined;
  }

  #readOrder(column: number) {
    const cells = this.#below.map(({ cells, kinds }) => ({ text: cells[column] ?? '', kind: kinds[column] }));
    const orders = new Set(cells.flatMap(({ text, kind }) => (kind ? [] : (dayOrderOf(text) ?? []))));
    const hasDays = cells.some(({ kind }) => kind && 'isDate' in kind);
    const isDoubtful = orders.has('month') && (orders.has('day') || hasDays);
    return { order: [...orders][0], isDoubtful };
  }
}

const AMOUNTS = ['price', 'childPrice', 'lapPrice', 'total', 'paid', 'deposit'];
const IS_AMOUNT = /^\s*(?:r\$)?[\s\d.,+-]+$/i;
