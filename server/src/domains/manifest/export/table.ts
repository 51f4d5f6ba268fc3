import type { ExportFormat } from '@passeio/contract/boarding/passengers';
import type { Table } from '../../../platform/spreadsheets/spreadsheets.ts';
import { cellsOf, type ListColumn, plainHeader } from './columns.ts';
import type { ListedPassenger } from './listed-passengers.ts';

export const mediaTypes: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
};

/** The passenger list as a table of a spreadsheet. */
export function tableOf(columns: readonly ListColumn[], rows: readonly ListedPassenger[]): Table {
  return {
    sheet: 'Passageiros',
    columns: columns.map((column) => ({ header: plainHeader(column), width: column.width })),
    rows: rows.map((row, index) => cellsOf(columns, row, index + 1)),
  };
}
