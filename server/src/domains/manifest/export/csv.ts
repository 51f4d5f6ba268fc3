import type { PassengerColumn } from '@passeio/contract/passengers';
import { stringify } from 'csv-stringify/sync';
import { type Cell, cellsOf, plainHeader, shown } from './columns.ts';
import type { ListedPassenger } from './listed-passengers.ts';

/**
 * CSV for Excel with Portuguese settings: semicolons, decimal commas, CRLF, UTF-8 BOM. Cells that would be formulas get
 * an apostrophe in front.
 */
export function passengersAsCsv(columns: readonly PassengerColumn[], rows: ListedPassenger[]): Buffer {
  const lines = rows.map((row, index) => cellsOf(columns, row, index + 1).map(written));
  const text = stringify([columns.map(plainHeader), ...lines], {
    bom: true,
    delimiter: ';',
    record_delimiter: 'windows',
    escape_formulas: true,
  });
  return Buffer.from(text);
}

// Excel would show a code such as "346E79" as 3,46E+81.
const LOOKS_LIKE_POWER = /^\d+E\d+$/i;

function written(cell: Cell): string {
  if ('cents' in cell) return (cell.cents / 100).toFixed(2).replace('.', ',');
  if (!('text' in cell)) return shown(cell);
  return LOOKS_LIKE_POWER.test(cell.text) ? `'${cell.text}` : cell.text;
}
