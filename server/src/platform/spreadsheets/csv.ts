import { formatDay } from '@passeio/contract/format-moments';
import { stringify } from 'csv-stringify/sync';
import type { Cell, Table } from './cells.ts';

/**
 * CSV for Excel with Portuguese settings: semicolons, decimal commas, CRLF, UTF-8 BOM. Cells that would be formulas get
 * an apostrophe in front.
 */
export function asCsv({ columns, rows }: Pick<Table, 'columns' | 'rows'>): Buffer {
  const lines = rows.map((row) => row.map(written));
  const text = stringify([columns.map(({ header }) => header), ...lines], {
    bom: true,
    delimiter: ';',
    record_delimiter: 'windows',
    escape_formulas: true,
  });
  return Buffer.from(text);
}

// Excel would show a code such as "346E79" as 3,46E+81.
const LOOKS_LIKE_POWER = /^\d+E\d+$/i;

const amount = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

function written(cell: Cell): string {
  if ('cents' in cell) return amount.format(cell.cents / 100);
  if ('date' in cell) return formatDay(cell.date);
  if ('number' in cell) return String(cell.number);
  return LOOKS_LIKE_POWER.test(cell.text) ? `'${cell.text}` : cell.text;
}
