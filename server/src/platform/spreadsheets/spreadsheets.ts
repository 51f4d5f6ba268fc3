import { formatDay } from '@passeio/contract/format-moments';
import { stringify } from 'csv-stringify/sync';
import type { CellObject } from 'write-excel-file/node';

/** A cell: text, number, money in centavos, or date as in "1990-05-17". */
export type Cell = { text: string } | { number: number } | { cents: number } | { date: string };

/** A table to be written as a file; `width` in characters. */
export interface Table {
  sheet: string;
  columns: readonly { header: string; width: number }[];
  rows: readonly (readonly Cell[])[];
}

/**
 * CSV for Excel with Portuguese settings: semicolons, decimal commas, CRLF, UTF-8 BOM. Texts that would be formulas get
 * an apostrophe in front; a negative amount stays a number.
 */
export function asCsv({ columns, rows }: Pick<Table, 'columns' | 'rows'>): Buffer {
  const lines = rows.map((row) => row.map(csvField));
  const text = stringify([columns.map(({ header }) => header), ...lines], {
    bom: true,
    delimiter: ';',
    record_delimiter: 'windows',
    escape_formulas: true,
    cast: { number: (reais) => amount.format(reais) },
  });
  return Buffer.from(text);
}

// Excel would show a code such as "346E79" as 3,46E+81.
const LOOKS_LIKE_POWER = /^\d+E\d+$/i;

const amount = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** A number is an amount. */
function csvField(cell: Cell): string | number {
  if ('cents' in cell) return cell.cents / 100;
  if ('date' in cell) return formatDay(cell.date);
  if ('number' in cell) return String(cell.number);
  return LOOKS_LIKE_POWER.test(cell.text) ? `'${cell.text}` : cell.text;
}

const header = { fontWeight: 'bold', backgroundColor: '#e8eef0', wrap: true, alignVertical: 'center' } as const;
const WIDE = 6;

interface Workbook extends Table {
  totals?: readonly Cell[];
  heading?: readonly [label: string, value: string][];
}

/**
 * XLSX with typed amounts and dates; everything else is text, to keep leading zeros, and no cell is a formula. `totals`
 * is a last row in bold; `heading` are labelled lines above the table.
 */
export async function asXlsx({ sheet, columns, rows, totals, heading = [] }: Workbook): Promise<Buffer> {
  // Loaded on demand, to save memory.
  const { default: writeXlsxFile } = await import('write-excel-file/node');
  const headers = columns.map((column) => ({ value: column.header, type: String, ...header }));
  const last = totals ? [totals.map((cell) => bold(xlsxCell(cell)))] : [];
  const lines = heading.map(([label, value]) => [
    { value: `${label}: ${value}`, type: String, columnSpan: columns.length },
  ]);
  const file = writeXlsxFile([...lines, headers, ...rows.map((row) => row.map(xlsxCell)), ...last], {
    sheet,
    columns: columns.map(({ width }) => ({ width })),
    stickyRowsCount: lines.length + 1,
    ...(columns.length > WIDE ? { orientation: 'landscape' as const } : {}),
  });
  return file.toBuffer();
}

function bold(cell: CellObject | null): CellObject | null {
  return cell && { ...cell, fontWeight: 'bold' };
}

function xlsxCell(cell: Cell): CellObject | null {
  if ('cents' in cell) return { value: cell.cents / 100, type: Number, format: '#,##0.00' };
  if ('number' in cell) return { value: cell.number, type: Number };
  // Workbooks have no time zones: midnight UTC becomes the date.
  if ('date' in cell) return { value: new Date(`${cell.date}T00:00:00Z`), type: Date, format: 'dd/mm/yyyy' };
  return cell.text === '' ? null : { value: cell.text, type: String };
}
