import { fieldsOf, type ImportKind, importKinds } from '@passeio/contract/imports/import-fields';
import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/http/errors.ts';
import type { ExportedFile } from '../../platform/http/send-file.ts';
import { asCsv, asXlsx, type Cell } from '../../platform/spreadsheets/spreadsheets.ts';
import { clientsOfSheet } from './clients-sheet.ts';
import { findImport, findRow, readRows } from './imports.queries.ts';
import { reservationsOfSheet } from './reservations-sheet.ts';
import { tripsOfSheet } from './trips-sheet.ts';

type Format = 'xlsx' | 'csv';
/** A row of our own sheets, by field. */
type SheetRow = Record<string, Cell>;

const CSV = 'text/csv; charset=utf-8';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const WIDTH = 20;

const readers: Record<ImportKind, (db: Database) => Promise<SheetRow[]>> = {
  clients: clientsOfSheet,
  trips: tripsOfSheet,
  reservations: reservationsOfSheet,
};

/** Everything of a kind as a file that an import reads, or its headers alone; audited. */
export async function exportedSheet(
  db: Database,
  actor: Actor,
  { kind, format, isEmpty }: { kind: ImportKind; format: Format; isEmpty: boolean },
): Promise<ExportedFile> {
  const rows = isEmpty ? [] : await readers[kind](db);
  const fields = Object.entries(fieldsOf(kind));
  if (!isEmpty) {
    const subject = { type: 'import', id: kind, label: importKinds[kind] } as const;
    await inTransaction(db, (trx) => recordAudit(trx, actor, { action: 'import.exported', subject }));
  }
  const headers = fields.map(([, { label }]) => label);
  const cells = rows.map((row) => fields.map(([field]) => row[field] ?? { text: '' }));
  return write(`${isEmpty ? 'modelo' : 'dados'}-${kind}`, importKinds[kind], format, { headers, cells });
}

/** The rows of an import with errors, as they are written, with the reasons. Throws IMPORT_NOT_FOUND. */
export async function badRowsFile(db: Database, id: string, format: Format): Promise<ExportedFile> {
  const found = await findImport(db, id);
  if (!found) throw new AppError('IMPORT_NOT_FOUND');
  const header = await findRow(db, id, found.header_line);
  const width = found.columns.length;
  const rows = (await readRows(db, id)).filter((row) => row.line > found.header_line && row.outcome === 'left_out');
  const headers = [...Array.from({ length: width }, (_, column) => header?.cells[column] ?? ''), 'O que corrigir'];
  const cells = rows.map(({ cells: texts, problems }) => [
    ...Array.from({ length: width }, (_, column) => ({ text: texts[column] ?? '' })),
    { text: problems.map(({ text }) => text).join(' ') },
  ]);
  return write('linhas-com-erro', importKinds[found.kind], format, { headers, cells });
}

async function write(
  name: string,
  sheet: string,
  format: Format,
  { headers, cells }: { headers: string[]; cells: Cell[][] },
): Promise<ExportedFile> {
  const columns = headers.map((header) => ({ header, width: WIDTH }));
  const content = format === 'csv' ? asCsv({ columns, rows: cells }) : await asXlsx({ sheet, columns, rows: cells });
  return { name: `${name}.${format}`, mediaType: format === 'csv' ? CSV : XLSX, content };
}
