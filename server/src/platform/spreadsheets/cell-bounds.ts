import { AppError } from '../http/errors.ts';

export interface SheetLimits {
  /** The last row and column in which a cell may have something. */
  rows: number;
  columns: number;
}

// XFD1048576 is the last cell of a workbook.
const LAST_ROW = 1_048_576;
const LAST_COLUMN = 16_384;
// Tags of one file; 20,000 rows of 60 cells have eight million.
const MAX_TAGS = 10_000_000;
const OPEN_BRACKET = '<'.charCodeAt(0);
// Longer than any tag of a cell or a row.
const MAX_TAG = 64 * 1024;

const TAG = /<(?:[\w.-]+:)?(c|row)(?=[\s/>])((?:[^>"']|"[^"]*"|'[^']*')*)>/g;
const UNFINISHED_TAG = /^<(?:[\w.-]+:)?(?:c|row)(?:[\s/]|$)/;
const REFERENCE = /(?:^|[\s"':])r\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/**
 * Checks where the cells of a sheet are while its XML is unpacked: a reader fills the gap before a cell, so that one
 * reference takes all memory. Empty cells and rows, which only have a format, may be anywhere in a workbook.
 */
export class CellBounds {
  readonly #limits: SheetLimits;
  #row = 0;
  #tags = 0;
  #rest = '';

  constructor(limits: SheetLimits) {
    this.#limits = limits;
  }

  /** Takes the next bytes. */
  check(chunk: Buffer): void {
    for (let at = chunk.indexOf(OPEN_BRACKET); at >= 0; at = chunk.indexOf(OPEN_BRACKET, at + 1)) this.#tags += 1;
    if (this.#tags > MAX_TAGS) throw new AppError('SPREADSHEET_BOMB');
    // Tags and references are ASCII, and no byte of another character in UTF-8 is.
    const text = this.#rest + chunk.toString('latin1');
    let end = 0;
    for (const { 0: tag, 1: element, 2: attributes = '', index } of text.matchAll(TAG)) {
      end = index + tag.length;
      const isEmpty = attributes.endsWith('/');
      if (element === 'row') this.#row = rowOf(attributes);
      else this.#checkCell(attributes, isEmpty);
    }
    this.#rest = restOf(text.slice(end));
  }

  #checkCell(attributes: string, isEmpty: boolean): void {
    for (const reference of referencesIn(attributes)) {
      const [, letters = '', digits = ''] = /^([A-Z]{1,3})(\d{1,7})$/.exec(reference) ?? [];
      const column = columnOf(letters);
      const row = Number(digits);
      if (column < 1 || column > LAST_COLUMN || row < 1 || row > LAST_ROW) throw new AppError('SPREADSHEET_UNREADABLE');
      if (isEmpty) continue;
      if (Math.max(row, this.#row) > this.#limits.rows) throw new AppError('SPREADSHEET_TOO_MANY_ROWS');
      if (column > this.#limits.columns) throw new AppError('SPREADSHEET_TOO_MANY_COLUMNS');
    }
  }
}

function rowOf(attributes: string): number {
  let row = 0;
  for (const reference of referencesIn(attributes)) {
    row = Math.max(row, /^\d{1,7}$/.test(reference) ? Number(reference) : 0);
    if (row < 1 || row > LAST_ROW) throw new AppError('SPREADSHEET_UNREADABLE');
  }
  return row;
}

function referencesIn(attributes: string): string[] {
  return Array.from(attributes.matchAll(REFERENCE), ([, double, single]) => double ?? single ?? '');
}

function columnOf(letters: string): number {
  return Array.from(letters).reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0);
}

// What may be the beginning of a tag.
function restOf(text: string): string {
  const rest = text.slice(Math.max(text.lastIndexOf('<'), 0));
  // A tag that is longer than this is none of a cell, and text without a tag is no beginning.
  if (!rest.startsWith('<')) return '';
  if (rest.length <= MAX_TAG) return rest;
  if (UNFINISHED_TAG.test(rest)) throw new AppError('SPREADSHEET_UNREADABLE');
  return '';
}
