import type { CellObject } from 'write-excel-file/node';
import type { Cell, Table } from './cells.ts';

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
  const last = totals ? [totals.map((cell) => bold(written(cell)))] : [];
  const lines = heading.map(([label, value]) => [
    { value: `${label}: ${value}`, type: String, columnSpan: columns.length },
  ]);
  const file = writeXlsxFile([...lines, headers, ...rows.map((row) => row.map(written)), ...last], {
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

function written(cell: Cell): CellObject | null {
  if ('cents' in cell) return { value: cell.cents / 100, type: Number, format: '#,##0.00' };
  if ('number' in cell) return { value: cell.number, type: Number };
  // Workbooks have no time zones: midnight UTC becomes the date.
  if ('date' in cell) return { value: new Date(`${cell.date}T00:00:00Z`), type: Date, format: 'dd/mm/yyyy' };
  return cell.text === '' ? null : { value: cell.text, type: String };
}
