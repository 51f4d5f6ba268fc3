import { AppError } from '../http/errors.ts';
import { parseRecords } from './csv-records.ts';
import { decodeText } from './decode-text.ts';
import { inspectWorkbook } from './inspect-workbook.ts';
import { type CellKind, type ReadCell, readWorkbook } from './read-workbook.ts';

export interface TableLimits {
  /** Rows of all tables of a file. */
  rows: number;
  columns: number;
  /** Letters of a cell; the rest is cut. */
  cell: number;
  tables: number;
}

/** A row that has something in it; `line`: its number in the file, from 1. `kinds`: of the cells that are no plain texts. */
export interface TableRow {
  line: number;
  cells: string[];
  kinds?: Record<number, CellKind>;
}

/** A tab of a workbook, or a CSV, which has no name. */
export interface ReadTable {
  name: string;
  isHidden: boolean;
  rows: TableRow[];
  /** What a reader does not see: rows that a filter hides, and cells beyond the limit. */
  hiddenRows: number;
  cutCells: number;
}

const SEPARATORS = [';', '\t', ',', '|'] as const;
const MAX_RECORD = 200_000;
const SAMPLE_LINES = 30;
// Blank lines count as well: so many times the rows that are read.
const LINES_PER_ROW = 3;
// What the largest CSV file can hold: a workbook may name one text in every cell.
const MAX_LETTERS = 10 * 1024 * 1024;

/**
 * The tables of a spreadsheet that have something in them: a CSV is one, an XLSX has its tabs. Days are texts as
 * "05/11/2026", numbers have a decimal comma.
 */
export async function readTables(content: Buffer, limits: TableLimits): Promise<ReadTable[]> {
  if (content.length === 0) throw new AppError('SPREADSHEET_EMPTY');
  const reading = { limits, letters: 0 };
  const tables = isZip(content) ? await readTabs(content, reading) : [readCsv(content, reading)];
  const written = tables.filter(({ rows }) => rows.length > 0);
  if (written.length === 0) throw new AppError('SPREADSHEET_EMPTY');
  const rows = written.reduce((sum, table) => sum + table.rows.length, 0);
  if (rows > limits.rows || written.length > limits.tables) throw new AppError('SPREADSHEET_TOO_MANY_ROWS');
  return written;
}

/** What is read of a file so far. */
interface Reading {
  limits: TableLimits;
  letters: number;
}

async function readTabs(content: Buffer, reading: Reading): Promise<ReadTable[]> {
  const { limits } = reading;
  await inspectWorkbook(content, { rows: limits.rows * LINES_PER_ROW, columns: limits.columns });
  const sheets = await readWorkbook(content, limits);
  return sheets.map(({ name, isHidden, rows }) => {
    const table = emptyTable(name, isHidden);
    for (const [line, row] of [...rows].toSorted(([a], [b]) => a - b)) {
      if (addRow(table, { line, cells: row.cells, reading }) && row.isHidden) table.hiddenRows += 1;
    }
    return table;
  });
}

const emptyTable = (name: string, isHidden: boolean): ReadTable => ({
  ...{ name: oneLine(name, MAX_NAME), isHidden, rows: [] },
  ...{ hiddenRows: 0, cutCells: 0 },
});

const MAX_NAME = 60;

/** Adds a row unless it is blank. */
function addRow(
  table: ReadTable,
  { line, cells, reading }: { line: number; cells: readonly (ReadCell | undefined)[]; reading: Reading },
): boolean {
  const { limits } = reading;
  const texts = Array.from(cells, (cell) => oneLine(cell?.text ?? '', limits.cell));
  if (!texts.some(Boolean)) return false;
  if (texts.slice(limits.columns).some(Boolean)) throw new AppError('SPREADSHEET_TOO_MANY_COLUMNS');
  const kept = texts.slice(0, limits.columns);
  reading.letters += kept.reduce((sum, { length }) => sum + length, 0);
  if (reading.letters > MAX_LETTERS) throw new AppError('SPREADSHEET_BOMB');
  const kinds = Object.fromEntries(
    kept.flatMap((_, column) => {
      const kind = cells[column]?.kind;
      return kind ? [[column, kind]] : [];
    }),
  );
  table.cutCells += cells.filter((cell, column) => column < limits.columns && isCut(cell, limits)).length;
  table.rows.push({ line, cells: kept, ...(Object.keys(kinds).length > 0 && { kinds }) });
  return true;
}

const isCut = (cell: ReadCell | undefined, limits: TableLimits) => (cell?.text.length ?? 0) > limits.cell;

const isZip = (content: Buffer) => content.subarray(0, 2).toString('latin1') === 'PK';

// Old Excel files and encrypted new ones are OLE containers; the directory names the encrypted part in UTF-16.
const OLE = 'd0cf11e0a1b11ae1';
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le');

function refuseOle(content: Buffer): void {
  if (content.subarray(0, 8).toString('hex') !== OLE) return;
  throw new AppError(content.includes(ENCRYPTED) ? 'SPREADSHEET_PROTECTED' : 'SPREADSHEET_OLD');
}

function readCsv(content: Buffer, reading: Reading): ReadTable {
  refuseOle(content);
  const text = decodeText(content)?.replace(/^\ufeff/, '');
  if (text === undefined) throw new AppError('SPREADSHEET_UNREADABLE');
  // A page may call itself a spreadsheet, as some systems export it.
  if (/^\s*<(!doctype|html|table|\?xml)/i.test(text.slice(0, 200))) throw new AppError('SPREADSHEET_UNREADABLE');
  const table = emptyTable('', false);
  for (const [index, cells] of recordsOf(text, reading.limits).entries()) {
    addRow(table, { line: index + 1, cells: cells.map((cell) => ({ text: cell })), reading });
  }
  if (!/[\r\n]$/.test(text)) markCut(table.rows);
  return table;
}

/** What a cell is with which a file ends too early. */
export const CUT = '#CORTADO';

// Without an end of line a file may have been cut: then its last row lacks columns, its last amount decimals, or its
// last number digits that all others have.
function markCut(rows: TableRow[]): void {
  const [last, ...others] = rows.toReversed();
  if (!last || others.length < 2) return;
  const column = last.cells.length - 1;
  const isShort = others.every(({ cells }) => cells.length === others[0]?.cells.length && cells.length > column + 1);
  const ends = others.slice(0, -1).map(({ cells }) => cells[column] ?? '');
  const lacksDecimals =
    ends.every((text) => /[.,]\d{2}$/.test(text)) && /^\d[\d.,]*(?<![.,]\d\d)$/.test(last.cells[column] ?? '');
  const [shape = '', ...shapes] = ends.map(shapeOf);
  const lastShape = shapeOf(last.cells[column] ?? '');
  const lacksDigits =
    shapes.length > 0 &&
    shapes.every((one) => one === shape) &&
    /(?:#.*){6}/.test(shape) &&
    lastShape.length < shape.length &&
    lastShape !== '' &&
    shape.startsWith(lastShape);
  if (isShort || lacksDecimals || lacksDigits) last.kinds = { ...last.kinds, [column]: { error: CUT } };
}

const shapeOf = (text: string) => text.replace(/\d/g, '#');

function recordsOf(text: string, limits: TableLimits): string[][] {
  const most = limits.rows * LINES_PER_ROW;
  let records: string[][];
  try {
    records = parseRecords(text, { delimiter: separatorOf(text), to: most + 1, max_record_size: MAX_RECORD });
  } catch {
    // An open quote, a record without end, or a line of too many columns.
    throw new AppError('SPREADSHEET_UNREADABLE');
  }
  if (records.length > most) throw new AppError('SPREADSHEET_TOO_MANY_ROWS');
  return records;
}

/** The separator of most columns in the first lines. */
function separatorOf(text: string): string {
  const lines = text.split(/\r\n|\n|\r/, SAMPLE_LINES).map((line) => line.slice(0, 5_000).replace(/"[^"]*"/g, ''));
  const [declared] = /^sep=(.)$/i.exec(lines[0] ?? '')?.slice(1) ?? [];
  if (declared) return declared;
  const score = (separator: string) => lines.filter((line) => line.includes(separator)).length;
  // The earlier one wins with the same number of lines: decimal commas are in many lines as well.
  return SEPARATORS.toSorted((a, b) => score(b) - score(a))[0] ?? ';';
}

function oneLine(cell: string, max: number): string {
  const line = cell.replace(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, ' ').trim();
  return line.length > max ? Array.from(line).slice(0, max).join('') : line;
}
