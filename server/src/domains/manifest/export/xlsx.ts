import type { PassengerColumn } from '@passeio/contract/passengers';
import type { CellObject } from 'write-excel-file/node';
import { type Cell, cellsOf, plainHeader } from './columns.ts';
import type { ListedPassenger } from './listed-passengers.ts';

// In characters.
const widths: Record<PassengerColumn, number> = {
  number: 5,
  name: 36,
  fare: 22,
  document: 24,
  issuer: 14,
  cpf: 16,
  birthdate: 12,
  age: 8,
  contact: 17,
  email: 34,
  boarding: 40,
  companion: 30,
  status: 30,
  due: 14,
  code: 10,
  signature: 32,
};

const header = { fontWeight: 'bold', backgroundColor: '#e8eef0', wrap: true, alignVertical: 'center' } as const;

/** XLSX with typed amounts and dates; documents are text, to keep leading zeros, and no cell is a formula. */
export async function passengersAsXlsx(columns: readonly PassengerColumn[], rows: ListedPassenger[]): Promise<Buffer> {
  // Loaded on demand, to save memory.
  const { default: writeXlsxFile } = await import('write-excel-file/node');
  const headers = columns.map((column) => ({ value: plainHeader(column), type: String, ...header }));
  const people = rows.map((row, index) => cellsOf(columns, row, index + 1).map(written));
  const file = writeXlsxFile([headers, ...people], {
    sheet: 'Passageiros',
    columns: columns.map((column) => ({ width: widths[column] })),
    stickyRowsCount: 1,
    ...(columns.length > 6 ? { orientation: 'landscape' as const } : {}),
  });
  return file.toBuffer();
}

function written(cell: Cell): CellObject | null {
  if ('cents' in cell) return { value: cell.cents / 100, type: Number, format: '#,##0.00' };
  if ('number' in cell) return { value: cell.number, type: Number };
  // Workbooks have no time zones: midnight UTC becomes the date.
  if ('date' in cell) return { value: new Date(`${cell.date}T00:00:00Z`), type: Date, format: 'dd/mm/yyyy' };
  return cell.text === '' ? null : { value: cell.text, type: String };
}
