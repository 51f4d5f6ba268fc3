import { text as textOf } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';
import { AppError } from '../http/errors.ts';
import { type CellFormats, readCellFormats } from './cell-formats.ts';
import { walkXml } from './walk-xml.ts';
import { roundCents } from './written-values.ts';

/**
 * What a cell is beside its text. A whole number without a format needs no more than its text; `isDate` has the day
 * first whatever the texts of its column are; `isMerged` is empty because it belongs to the cell above.
 */
export type CellKind =
  | { number: number; as?: 'money' | 'percent' }
  | { isDate: true }
  | { error: string }
  | { isMerged: true };

export interface ReadCell {
  text: string;
  kind?: CellKind;
}

/** A worksheet: its rows by their numbers, from 1, and their cells by their columns, from 0. */
export interface Worksheet {
  name: string;
  isHidden: boolean;
  rows: Map<number, { cells: ReadCell[]; isHidden: boolean }>;
}

interface WorkbookLimits {
  rows: number;
  columns: number;
}

const PARTS = /^xl\/(workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|styles\.xml|worksheets\/[^/]+\.xml)$/;

/**
 * The worksheets of an XLSX, hidden ones included. Formulas are never executed: a cell has the value that was stored,
 * and is an error without one. The workbook was inspected before: this reads what the directory of its ZIP names, as
 * that did. Throws SPREADSHEET_UNREADABLE or _TOO_MANY_ROWS.
 */
export async function readWorkbook(content: Buffer, limits: WorkbookLimits): Promise<Worksheet[]> {
  const parts = await readParts(content);
  try {
    const targets = readTargets(parts.get('xl/_rels/workbook.xml.rels') ?? '');
    const { sheets, is1904 } = readSheetList(parts.get('xl/workbook.xml') ?? '');
    const strings = readStrings(parts.get('xl/sharedStrings.xml') ?? '');
    const formats = readCellFormats(parts.get('xl/styles.xml') ?? '');
    return sheets.flatMap(({ name, isHidden, relation }) => {
      const xml = parts.get(targets.get(relation) ?? '');
      return xml === undefined ? [] : [{ name, isHidden, rows: readRows(xml, { strings, formats, is1904, limits }) }];
    });
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('SPREADSHEET_UNREADABLE');
  }
}

async function readParts(content: Buffer): Promise<Map<string, string>> {
  const parts = new Map<string, string>();
  const zip = await fromBufferPromise(content, { lazyEntries: true, validateEntrySizes: true });
  for await (const entry of zip.eachEntry()) {
    if (!PARTS.test(entry.fileName)) continue;
    parts.set(entry.fileName, (await textOf(await zip.openReadStreamPromise(entry))).replace(/^\ufeff/, ''));
  }
  return parts;
}

/** The parts that relations of the workbook lead to. */
function readTargets(xml: string): Map<string, string> {
  const targets = new Map<string, string>();
  walkXml(xml, {
    open(tag, { Id = '', Target = '' }) {
      if (tag !== 'Relationship') return;
      targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`);
    },
  });
  return targets;
}

function readSheetList(xml: string) {
  const sheets: { name: string; isHidden: boolean; relation: string }[] = [];
  let is1904 = false;
  walkXml(xml, {
    open(tag, { name = '', state = 'visible', id = '', date1904 = '' }) {
      if (tag === 'workbookPr') is1904 = date1904 === '1' || date1904 === 'true';
      if (tag === 'sheet') sheets.push({ name, isHidden: state !== 'visible', relation: id });
    },
  });
  return { sheets, is1904 };
}

/** Texts that cells refer to by number, without the phonetic readings beside them. */
function readStrings(xml: string): string[] {
  const strings: string[] = [];
  let isText = false;
  let isPhonetic = false;
  walkXml(xml, {
    open(tag) {
      if (tag === 'si') strings.push('');
      if (tag === 'rPh') isPhonetic = true;
      isText = tag === 't' && !isPhonetic;
    },
    text(text) {
      if (isText) strings[strings.length - 1] += text;
    },
    close(tag) {
      if (tag === 'rPh') isPhonetic = false;
      isText = false;
    },
  });
  return strings.map(unescapeText);
}

/** A character that XML cannot hold is written as "_x000D_". */
const unescapeText = (text: string) =>
  text.replace(/_x([\dA-F]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

interface Book {
  strings: string[];
  formats: CellFormats;
  is1904: boolean;
  limits: WorkbookLimits;
}

interface OpenCell {
  column: number;
  type: string;
  style: number;
  value: string;
  hasFormula: boolean;
}

function readRows(xml: string, book: Book): Worksheet['rows'] {
  const rows: Worksheet['rows'] = new Map();
  const merged: string[] = [];
  let line = 0;
  let row: { cells: ReadCell[]; isHidden: boolean } | undefined;
  let cell: OpenCell | undefined;
  let isValue = false;
  let isPhonetic = false;
  walkXml(xml, {
    open(tag, { r = '', hidden = '', t = 'n', s = '0', ref = '' }) {
      if (tag === 'row') {
        line = Number(r) || line + 1;
        row = { cells: [], isHidden: hidden === '1' || hidden === 'true' };
      }
      if (tag === 'c' && row) {
        const column = r ? columnOf(r) : row.cells.length;
        cell = { column, type: t, style: Number(s), value: '', hasFormula: false };
      }
      if (tag === 'f' && cell) cell.hasFormula = true;
      if (tag === 'rPh') isPhonetic = true;
      isValue = (tag === 'v' || tag === 't') && !isPhonetic;
      if (tag === 'mergeCell') merged.push(ref);
    },
    text(text) {
      if (isValue && cell) cell.value += text;
    },
    close(tag) {
      isValue = false;
      if (tag === 'rPh') isPhonetic = false;
      if (tag === 'c' && cell && row) {
        const read = readCell(cell, book);
        if (read && cell.column < MAX_COLUMN) row.cells[cell.column] = read;
        cell = undefined;
      }
      if (tag === 'row' && row) {
        if (row.cells.length > 0) rows.set(line, row);
        if (rows.size > book.limits.rows) throw new AppError('SPREADSHEET_TOO_MANY_ROWS');
        row = undefined;
      }
    },
  });
  for (const range of merged) markMerged(rows, range);
  return rows;
}

const MAX_COLUMN = 16_384;

/** The column of "AB12", from 0. */
function columnOf(reference: string): number {
  const [letters = 'A'] = /^[A-Z]+/i.exec(reference) ?? [];
  let column = 0;
  for (const letter of letters.toUpperCase()) column = column * 26 + (letter.codePointAt(0) ?? 65) - 64;
  return column - 1;
}

/** Marks the cells below the first one of a range, as far as rows have something. */
function markMerged(rows: Worksheet['rows'], range: string): void {
  const [from = '', to = from] = range.split(':');
  const [top, bottom] = [Number(from.replace(/\D/g, '')), Number(to.replace(/\D/g, ''))];
  const column = columnOf(from);
  for (const [line, { cells }] of rows) {
    if (line > top && line <= bottom && !cells[column]?.text) cells[column] = { text: '', kind: { isMerged: true } };
  }
}

function readCell(
  { type, style, value, hasFormula }: OpenCell,
  { strings, formats, is1904 }: Book,
): ReadCell | undefined {
  if (type === 'e') return { text: value || '#ERRO', kind: { error: value || '#ERRO' } };
  if (type === 's') return textCell(strings[Number(value)] ?? '');
  if (type === 'str' || type === 'inlineStr') return textCell(unescapeText(value));
  if (type === 'b') return textCell(value === '1' ? 'sim' : 'não');
  if (type === 'd') return { text: dateText(new Date(`${value.replace(/Z$/, '')}Z`)), kind: { isDate: true } };
  if (value === '') return hasFormula ? { text: NO_VALUE, kind: { error: NO_VALUE } } : undefined;
  const number = Number(value);
  if (!Number.isFinite(number)) return { text: value, kind: { error: value } };
  const format = formats[style];
  if (format === 'date') return { text: dateText(dateOfSerial(number, is1904)), kind: { isDate: true } };
  if (format === 'percent')
    return { text: `${numberText(Number((number * 100).toPrecision(12)))}%`, kind: { number, as: format } };
  if (format === 'money') return { text: moneyNumber.format(roundCents(number) / 100), kind: { number, as: format } };
  return { text: numberText(number), ...(!Number.isInteger(number) && { kind: { number } }) };
}

const NO_VALUE = '#FÓRMULA';
const textCell = (text: string): ReadCell | undefined => (text === '' ? undefined : { text });

const moneyNumber = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

function numberText(number: number): string {
  const text = Number.isInteger(number) ? BigInt(number).toString() : String(Math.round(number * 1e6) / 1e6);
  return text.replace('.', ',');
}

const DAY_MS = 24 * 60 * 60 * 1000;
const DAYS_TO_1904 = 1_462;

/** Day 1 of a workbook is 1900-01-01, and it believes in 1900-02-29. */
export function dateOfSerial(serial: number, is1904 = false): Date {
  const days = is1904 ? serial + DAYS_TO_1904 : serial;
  return new Date(Date.UTC(1899, 11, days < 60 ? 31 : 30) + days * DAY_MS);
}

// Workbooks have no time zones: they are read as UTC, and a time of day may be some milliseconds off.
function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) return '';
  const [day = '', time = ''] = new Date(Math.round(date.getTime() / 60_000) * 60_000).toISOString().split('T');
  const clock = time.slice(0, 5);
  // A cell with a time alone is on the day zero of the workbook.
  if (day < '1900-01-01') return clock;
  const written = day.split('-').toReversed().join('/');
  return clock === '00:00' ? written : `${written} ${clock}`;
}
