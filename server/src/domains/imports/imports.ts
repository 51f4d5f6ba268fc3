import { randomUUIDv7 } from 'node:crypto';
import { fieldsOf, type ImportKind } from '@passeio/contract/imports/import-fields';
import type { cellChange, importRowFilters } from '@passeio/contract/imports/imports';
import {
  IMPORT_UNDO_DAYS,
  type ImportColumns,
  type ImportCounts,
  type ImportDetails,
} from '@passeio/contract/imports/imports';
import type { z } from '@passeio/contract/zod';
import { sql } from 'kysely';
import { type Actor, callerOfActor } from '../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import { AppError } from '../../platform/http/errors.ts';
import type { TableRow } from '../../platform/spreadsheets/read-table.ts';
import { planClients } from './clients.ts';
import { findHeader, matchColumns } from './find-columns.ts';
import {
  changeCells,
  changeImport,
  deleteImport,
  findImport,
  findRow,
  type ImportRow,
  insertImport,
  listImports,
  lockImport,
  pageOfRows,
  readFirstRows,
  readKnownHeaders,
  readRows,
  rememberHeaders,
  type StoredRow,
  writeOutcomes,
} from './imports.queries.ts';
import type { PlannedRow } from './plan.ts';
import { planReservations } from './reservations.ts';
import { planTrips } from './trips.ts';
import { WrittenRow } from './written-cells.ts';

const FIRST_LINES = 30;
const EXAMPLES = 3;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Stores the rows of a file and proposes what its columns are; nothing is imported yet. */
export async function startImport(
  trx: DatabaseTransaction,
  actor: Actor,
  { kind, filename, rows }: { kind: ImportKind; filename: string; rows: readonly TableRow[] },
): Promise<ImportDetails> {
  const known = await readKnownHeaders(trx, kind);
  const header = findHeader(rows, kind, known);
  const columns = matchColumns(header.cells, kind, known);
  const id = randomUUIDv7();
  const created_by = callerOfActor(actor).id;
  await insertImport(trx, { id, kind, filename, header_line: header.line, columns, created_by, rows });
  return checkAnew(trx, id);
}

export async function readImports(db: Database) {
  return { data: (await listImports(db)).map(presentImport) };
}

/** Throws IMPORT_NOT_FOUND. */
export async function readImport(db: Database, id: string): Promise<ImportDetails> {
  const found = await findImport(db, id);
  if (!found) throw new AppError('IMPORT_NOT_FOUND');
  const first = await readFirstRows(db, id, FIRST_LINES);
  const header = await findRow(db, id, found.header_line);
  const below = first.filter(({ line }) => line > found.header_line);
  const width = Math.max(...[...first, ...(header ? [header] : [])].map(({ cells }) => cells.length));
  return {
    ...presentImport(found),
    headerLine: found.header_line,
    columns: Array.from({ length: width }, (_, column) => ({
      header: header?.cells[column] ?? '',
      field: found.columns[column] ?? null,
      examples: below.flatMap(({ cells }) => cells[column] || []).slice(0, EXAMPLES),
    })),
    missing: missingFields(found).map((field) => fieldsOf(found.kind)[field]?.label ?? field),
    firstLines: first.map(({ line, cells }) => ({ line, text: cells.filter(Boolean).join(' | ').slice(0, 200) })),
    failure: found.failure,
    kept: found.kept,
  };
}

function presentImport(row: ImportRow) {
  const until = row.applied_at && new Date(row.applied_at.getTime() + IMPORT_UNDO_DAYS * DAY_MS);
  return {
    id: row.id,
    kind: row.kind,
    filename: row.filename,
    state: row.state,
    counts: row.counts,
    createdAt: row.created_at.toISOString(),
    appliedAt: row.applied_at?.toISOString() ?? null,
    undoUntil: row.state === 'applied' && until && until > new Date() ? until.toISOString() : null,
  };
}

function missingFields({ kind, columns }: Pick<ImportRow, 'kind' | 'columns'>): string[] {
  const fields = fieldsOf(kind);
  return Object.keys(fields).filter((field) => fields[field]?.required && !columns.includes(field));
}

/** Throws IMPORT_NOT_FOUND, or IMPORT_CHANGED for one that was confirmed. */
async function lockOpen(trx: DatabaseTransaction, id: string): Promise<ImportRow> {
  const found = await lockImport(trx, id);
  if (!found) throw new AppError('IMPORT_NOT_FOUND');
  if (found.state !== 'open') throw new AppError('IMPORT_CHANGED');
  return found;
}

/** Throws IMPORT_NOT_FOUND, IMPORT_CHANGED, or INVALID_INPUT for a line that is blank. */
export async function changeColumns(
  trx: DatabaseTransaction,
  id: string,
  { headerLine, columns }: ImportColumns,
): Promise<ImportDetails> {
  const found = await lockOpen(trx, id);
  const header = await findRow(trx, id, headerLine);
  if (!header) throw new AppError('INVALID_INPUT', { headerLine: 'Esta linha está vazia. Escolha a dos títulos.' });
  const fields = fieldsOf(found.kind);
  const isMoved = headerLine !== found.header_line;
  // Of another line the columns are found anew.
  const matched = isMoved
    ? matchColumns(header.cells, found.kind, await readKnownHeaders(trx, found.kind))
    : columns.map((field, column) => (field && field in fields && columns.indexOf(field) === column ? field : null));
  if (!isMoved) {
    const pairs = matched.map((field, column) => ({ header: header.cells[column] ?? '', field }));
    await rememberHeaders(trx, found.kind, pairs);
  }
  await changeImport(trx, id, { header_line: headerLine, columns: matched });
  return checkAnew(trx, id);
}

/** Throws IMPORT_NOT_FOUND or IMPORT_CHANGED. */
export async function changeCell(
  trx: DatabaseTransaction,
  { importId, line }: { importId: string; line: number },
  { column, text }: z.output<typeof cellChange>,
): Promise<ImportDetails> {
  await lockOpen(trx, importId);
  const row = await findRow(trx, importId, line);
  if (!row) throw new AppError('IMPORT_NOT_FOUND');
  const width = Math.max(row.cells.length, column + 1);
  const cells = Array.from({ length: width }, (_, at) =>
    at === column ? text.replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ').trim() : (row.cells[at] ?? ''),
  );
  await changeCells(trx, importId, line, cells);
  return checkAnew(trx, importId);
}

type Plan = (db: Database, rows: WrittenRow[]) => Promise<PlannedRow[]>;

const plans: Record<ImportKind, Plan> = { clients: planClients, trips: planTrips, reservations: planReservations };

/** What becomes of the rows below the headers. */
export async function planRows(
  db: Database,
  { kind, header_line, columns }: ImportRow,
  stored: readonly StoredRow[],
): Promise<PlannedRow[]> {
  const below = stored.filter(({ line }) => line > header_line);
  const rows = below.map(({ line, cells }) => new WrittenRow(line, columns, cells));
  return plans[kind](db, rows);
}

/** What would become of each row now. */
async function checkAnew(trx: DatabaseTransaction, id: string): Promise<ImportDetails> {
  // Between reading 20,000 rows and writing what becomes of them the transaction does nothing for seconds.
  await sql`set local idle_in_transaction_session_timeout = '60s'`.execute(trx);
  const found = (await findImport(trx, id)) as ImportRow;
  const planned = await planRows(trx, found, await readRows(trx, id));
  await writeOutcomes(trx, id, planned);
  await changeImport(trx, id, { counts: countsOf(planned), failure: null });
  return readImport(trx, id);
}

export function countsOf(rows: readonly { outcome: string }[]): ImportCounts {
  const count = (outcome: string) => rows.filter((row) => row.outcome === outcome).length;
  return { create: count('create'), update: count('update'), skip: count('skip'), leftOut: count('left_out') };
}

/** Throws IMPORT_NOT_FOUND. */
export async function readImportRows(db: Database, id: string, filters: z.output<typeof importRowFilters>) {
  const found = await findImport(db, id);
  if (!found) throw new AppError('IMPORT_NOT_FOUND');
  const { rows, total } = await pageOfRows(db, found, filters);
  return {
    data: rows.map(({ line, cells, outcome, problems }) => ({ line, cells, outcome, problems })),
    page: { number: filters.page, size: filters.size, total },
  };
}

/** Makes an import wait for being written. Throws IMPORT_NOT_FOUND, _CHANGED, _COLUMNS_MISSING or _NOTHING. */
export async function confirmImport(trx: DatabaseTransaction, id: string): Promise<ImportDetails> {
  const found = await lockOpen(trx, id);
  if (missingFields(found).length > 0) throw new AppError('IMPORT_COLUMNS_MISSING');
  if (found.counts.create + found.counts.update === 0) throw new AppError('IMPORT_NOTHING');
  await changeImport(trx, id, { state: 'applying', failure: null });
  return readImport(trx, id);
}

/** Throws IMPORT_NOT_FOUND or IMPORT_CHANGED. */
export async function discardImport(trx: DatabaseTransaction, id: string): Promise<void> {
  await lockOpen(trx, id);
  await deleteImport(trx, id);
}
