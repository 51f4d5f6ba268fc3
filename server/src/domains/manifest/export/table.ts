import type { ExportFormat, PassengerColumn } from '@passeio/contract/boarding/passengers';
import type { Table } from '../../../platform/spreadsheets/spreadsheets.ts';
import { cellsOf, plainHeader } from './columns.ts';
import type { ListedPassenger } from './listed-passengers.ts';

export interface ExportedFile {
  /** Lower-case letters, digits, hyphens and dots: safe in headers and file systems. */
  name: string;
  mediaType: string;
  content: Buffer;
}

export const mediaTypes: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
};

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
  seat: 12,
  companion: 30,
  status: 30,
  due: 14,
  code: 10,
  signature: 32,
};

/** The passenger list as a table of a spreadsheet. */
export function tableOf(columns: readonly PassengerColumn[], rows: readonly ListedPassenger[]): Table {
  return {
    sheet: 'Passageiros',
    columns: columns.map((column) => ({ header: plainHeader(column), width: widths[column] })),
    rows: rows.map((row, index) => cellsOf(columns, row, index + 1)),
  };
}
