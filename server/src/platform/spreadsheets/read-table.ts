import { parse } from 'csv-parse/sync';
import { AppError } from '../http/errors.ts';
import { inspectWorkbook } from './inspect-workbook.ts';
import { decodeText } from './written-values.ts';

export interface TableLimits {
  rows: number;
  columns: number;
  /** Letters of a cell; the rest is cut. */
  cell: number;
}

/** A row that has something in it; `line`: its number in the file, from 1. */
export interface TableRow {
  line: number;
  cells: string[];
}

const SEPARATORS = [';', '\t', ','] as const;
const MAX_RECORD = 200_000;
const SAMPLE_LINES = 30;
// Blank lines count as well: so many times the rows that are read.
const LINES_PER_ROW = 3;
// What the largest CSV file can hold: a workbook may name one text in every cell.
const MAX_LETTERS = 10 * 1024 * 1024;

/**
 * The rows of a spreadsheet, CSV or the first sheet of an XLSX that has any, as texts: days as in "05/11/2026", numbers
 * with a decimal comma. Formulas are never executed: an XLSX has their values. Throws SPREADSHEET_EMPTY, _PROTECTED,
 * _OLD, _MACROS, _UNREADABLE, _BOMB, _TOO_MANY_ROWS or _TOO_MANY_COLUMNS.
 */
export async function readTable(content: Buffer, limits: TableLimits): Promise<TableRow[]> {
  if (content.length === 0) throw new AppError('SPREADSHEET_EMPTY');
  const rows = isZip(content) ? await readXlsx(content, limits) : readCsv(content, limits);
  let letters = 0;
  const written = rows.flatMap((cells, index) => {
    if (cells.slice(limits.columns).some(isWritten)) throw new AppError('SPREADSHEET_TOO_MANY_COLUMNS');
    const texts = cells.slice(0, limits.columns).map((cell) => oneLine(cell, limits.cell));
    letters += texts.reduce((sum, { length }) => sum + length, 0);
    if (letters > MAX_LETTERS) throw new AppError('SPREADSHEET_BOMB');
    return texts.some(Boolean) ? { line: index + 1, cells: texts } : [];
  });
  if (written.length === 0) throw new AppError('SPREADSHEET_EMPTY');
  if (written.length > limits.rows) throw new AppError('SPREADSHEET_TOO_MANY_ROWS');
  return written;
}

const isWritten = (cell: string) => cell.trim() !== '';

const isZip = (content: Buffer) => content.subarray(0, 2).toString('latin1') === 'PK';

// Old Excel files and encrypted new ones are OLE containers; the directory names the encrypted part in UTF-16.
const OLE = 'd0cf11e0a1b11ae1';
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le');

function refuseOle(content: Buffer): void {
  if (content.subarray(0, 8).toString('hex') !== OLE) return;
  throw new AppError(content.includes(ENCRYPTED) ? 'SPREADSHEET_PROTECTED' : 'SPREADSHEET_OLD');
}

async function readXlsx(content: Buffer, { rows, columns }: TableLimits): Promise<string[][]> {
  await inspectWorkbook(content, { rows: rows * LINES_PER_ROW, columns });
  // Loaded on demand, to save memory. This one unpacks what the directory of the ZIP names, as the inspection does.
  const { default: readXlsxFile } = await import('read-excel-file/universal');
  const sheets = await readXlsxFile(new Uint8Array(content).buffer, { trim: true }).catch(() => {
    throw new AppError('SPREADSHEET_UNREADABLE');
  });
  const sheet = sheets.find(({ data }) => data.some((row) => row.some((cell) => cell !== null)));
  return (sheet?.data ?? []).map((row) => row.map(cellText));
}

function cellText(cell: unknown): string {
  if (cell instanceof Date) return dateText(cell);
  if (typeof cell === 'number') return numberText(cell);
  if (typeof cell === 'boolean') return cell ? 'sim' : 'não';
  return cell === null || cell === undefined ? '' : String(cell);
}

// Workbooks have no time zones: they are read as UTC, and a time of day may be some milliseconds off.
function dateText(cell: Date): string {
  if (Number.isNaN(cell.getTime())) return '';
  const [day = '', time = ''] = new Date(Math.round(cell.getTime() / 60_000) * 60_000).toISOString().split('T');
  const written = day.split('-').toReversed().join('/');
  const clock = time.slice(0, 5);
  // A cell with a time alone is on the day zero of the workbook.
  if (day < '1900-01-02') return clock;
  return clock === '00:00' ? written : `${written} ${clock}`;
}

function numberText(cell: number): string {
  if (!Number.isFinite(cell)) return '';
  const text = Number.isInteger(cell) ? BigInt(cell).toString() : String(Math.round(cell * 1e6) / 1e6);
  return text.replace('.', ',');
}

function readCsv(content: Buffer, limits: TableLimits): string[][] {
  refuseOle(content);
  const text = decodeText(content)?.replace(/^\ufeff/, '');
  if (text === undefined) throw new AppError('SPREADSHEET_UNREADABLE');
  // Of a page that calls itself a spreadsheet, as some systems export it.
  if (/^\s*<(!doctype|html|table|\?xml)/i.test(text.slice(0, 200))) throw new AppError('SPREADSHEET_UNREADABLE');
  try {
    return parse(text, {
      delimiter: separatorOf(text),
      // Rows that say too much are refused with a sentence.
      to: limits.rows * LINES_PER_ROW,
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: MAX_RECORD,
    });
  } catch {
    // An open quote, or a record without end.
    throw new AppError('SPREADSHEET_UNREADABLE');
  }
}

/** The separator of most columns in the first lines. */
function separatorOf(text: string): string {
  const lines = text.split(/\r\n|\n|\r/, SAMPLE_LINES).map((line) => line.slice(0, 5_000).replace(/"[^"]*"/g, ''));
  const [declared] = /^sep=(.)$/i.exec(lines[0] ?? '')?.slice(1) ?? [];
  if (declared) return declared;
  const score = (separator: string) => lines.filter((line) => line.includes(separator)).length;
  // Of the same number of lines the earlier: decimal commas are in many lines as well.
  return SEPARATORS.toSorted((a, b) => score(b) - score(a))[0] ?? ';';
}

function oneLine(cell: string, max: number): string {
  const line = cell.replace(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, ' ').trim();
  return line.length > max ? Array.from(line).slice(0, max).join('') : line;
}
