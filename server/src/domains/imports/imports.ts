import { randomUUIDv7 } from 'node:crypto';
import { fieldsOf, type ImportKind, importKinds } from '@passeio/contract/imports/import-fields';
import type { cellChange, importAnswer, importRowFilters } from '@passeio/contract/imports/imports';
import {
  IMPORT_UNDO_DAYS,
  type ImportColumns,
  type ImportCounts,
  type ImportDetails,
  type ImportQuestion,
  MAX_IMPORT_CELL,
} from '@passeio/contract/imports/imports';
import type { z } from '@passeio/contract/zod';
import { sql } from 'kysely';
import { type Actor, callerOfActor } from '../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import { AppError } from '../../platform/http/errors.ts';
import type { ReadTable } from '../../platform/spreadsheets/read-table.ts';
import { splitChatList } from './chat-list.ts';
import { planClients } from './clients.ts';
import { findHeader, matchColumns } from './find-columns.ts';
import {
  changeCells,
  changeImport,
  countAbove,
  deleteImport,
  findImport,
  findRow,
  type ImportRow,
  insertImport,
  listImports,
  listTabs,
  lockImport,
  pageOfRows,
  readFirstRows,
  readKnownAnswers,
  readKnownHeaders,
  readRows,
  rememberAnswer,
  rememberHeaders,
  type StoredRow,
  writeOutcomes,
} from './imports.queries.ts';
import { idle, type PlannedRow } from './plan.ts';
import { planReservations } from './reservations.ts';
import { ImportSheet } from './sheet.ts';
import { ignoreTotals } from './totals.ts';
import { planTrips } from './trips.ts';

const FIRST_LINES = 30;
const EXAMPLES = 3;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Stores the tables of a file, each as an import, and proposes what their columns are; nothing is imported yet. Returns
 * the first visible one whose headers are known.
 */
export async function startImport(
  trx: DatabaseTransaction,
  actor: Actor,
  { kind, filename, tables }: { kind: ImportKind; filename: string; tables: readonly ReadTable[] },
): Promise<ImportDetails> {
  const known = await readKnownHeaders(trx, kind);
  const answers = await readKnownAnswers(trx, kind);
  const created_by = callerOfActor(actor).id;
  const fileId = randomUUIDv7();
  const made: { id: string; score: number }[] = [];
  for (const read of tables) {
    const table = splitChatList(read, kind);
    const { rows, name: tab, isHidden: is_hidden } = table;
    const header = findHeader(rows, kind, known);
    const columns = matchColumns(header.cells, kind, known);
    const id = made.length === 0 ? fileId : randomUUIDv7();
    const file = { file_id: fileId, tab, is_hidden, notes: notesOf(table), answers };
    await insertImport(trx, { id, kind, filename, header_line: header.line, columns, created_by, rows, ...file });
    await checkAnew(trx, id);
    const found = columns.filter(Boolean).length;
    made.push({ id, score: (found >= KNOWN_HEADERS ? 2 : 0) + (is_hidden ? 0 : 1) });
  }
  const [first] = made.toSorted((a, b) => b.score - a.score);
  return readImport(trx, first?.id ?? fileId);
}

const KNOWN_HEADERS = 2;

/** What a reader of a table does not see. */
function notesOf({ hiddenRows, cutCells }: ReadTable): string[] {
  const notes: [count: number, one: string, several: string][] = [
    [
      hiddenRows,
      'linha está escondida por um filtro e entra também.',
      'linhas estão escondidas por um filtro e entram também.',
    ],
    [
      cutCells,
      `célula foi cortada em ${MAX_IMPORT_CELL} letras.`,
      `células foram cortadas em ${MAX_IMPORT_CELL} letras.`,
    ],
  ];
  return notes.flatMap(([count, one, several]) => (count > 0 ? [`${count} ${count === 1 ? one : several}`] : []));
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
  const above = await countAbove(db, found);
  const tabs = found.file_id ? await listTabs(db, found.file_id) : [];
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
    above,
    tabs: tabs.map(({ id: tabId, tab, is_hidden, state, rows }) => ({
      id: tabId,
      name: tab,
      isHidden: is_hidden,
      state,
      rows,
    })),
    questions: found.questions,
    notes: [...found.notes, ...unusedColumns(found, header?.cells ?? [], below)],
    failure: found.failure,
    kept: found.kept,
  };
}

/** Columns with something in them that are not imported. */
function unusedColumns({ columns }: ImportRow, headers: readonly string[], below: readonly StoredRow[]): string[] {
  const width = Math.max(0, ...below.map(({ cells }) => cells.length));
  const unused = Array.from({ length: width }, (_, column) => column).filter(
    (column) => !columns[column] && below.some(({ cells }) => cells[column]),
  );
  const names = unused.map((column) => (headers[column] ? `“${headers[column].slice(0, 40)}”` : `a ${column + 1}ª`));
  if (names.length === 0) return [];
  return [
    `${names.length === 1 ? 'Coluna que não é importada' : 'Colunas que não são importadas'}: ${names.join(', ')}.`,
  ];
}

function presentImport(row: ImportRow) {
  const until = row.applied_at && new Date(row.applied_at.getTime() + IMPORT_UNDO_DAYS * DAY_MS);
  return {
    id: row.id,
    kind: row.kind,
    filename: row.filename,
    tab: row.tab,
    fileId: row.file_id,
    state: row.state,
    counts: { ...row.counts, ignored: row.counts.ignored ?? 0 },
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

/** Throws INVALID_INPUT for a line that is blank. */
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
  // Another line of headers makes the columns be found anew.
  const matched = isMoved
    ? matchColumns(header.cells, found.kind, await readKnownHeaders(trx, found.kind))
    : columns.map((field, column) =>
        field && field in fields && (fields[field]?.many || columns.indexOf(field) === column) ? field : null,
      );
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
  await changeCells(trx, importId, { line, cells, column });
  return checkAnew(trx, importId);
}

/** What is about one file alone is not remembered for the next one. */
const OF_FILE = new Set(['trip', 'decimals', 'dayOrder']);

/** Throws INVALID_INPUT for what is neither asked nor a choice. */
export async function answerQuestion(
  trx: DatabaseTransaction,
  id: string,
  { key, answer }: z.output<typeof importAnswer>,
): Promise<ImportDetails> {
  const found = await lockOpen(trx, id);
  const question = found.questions.find((one) => one.key === key);
  const isChoice = question?.choices.length === 0 || question?.choices.some(({ value }) => value === answer);
  if (!question || (answer !== null && !isChoice))
    throw new AppError('INVALID_INPUT', { answer: 'Escolha uma resposta.' });
  const { [key]: _, ...others } = found.answers;
  await changeImport(trx, id, { answers: answer === null ? others : { ...others, [key]: answer } });
  // Where an operator is, is so for all kinds.
  const kinds = key === 'ddd' ? (Object.keys(importKinds) as ImportKind[]) : [found.kind];
  for (const kind of OF_FILE.has(key.split(':')[0] ?? '') ? [] : kinds) await rememberAnswer(trx, kind, key, answer);
  return checkAnew(trx, id);
}

type Plan = (db: Database, sheet: ImportSheet) => Promise<PlannedRow[]>;

const plans: Record<ImportKind, Plan> = { clients: planClients, trips: planTrips, reservations: planReservations };

/** What becomes of the rows below the headers, and what they leave open. */
export async function planRows(
  db: Database,
  found: ImportRow,
  stored: readonly StoredRow[],
): Promise<{ planned: PlannedRow[]; questions: ImportQuestion[] }> {
  const sheet = new ImportSheet(found, stored);
  ignoreTotals(sheet);
  const planned = await plans[found.kind](db, sheet);
  const ignored = sheet.rows.filter(({ isIgnored }) => isIgnored).map(idle);
  return { planned: [...planned, ...ignored].toSorted((a, b) => a.line - b.line), questions: sheet.questions };
}

/** What would become of each row now. */
export async function checkAnew(trx: DatabaseTransaction, id: string): Promise<ImportDetails> {
  // Between reading 20,000 rows and writing what becomes of them the transaction does nothing for seconds.
  await sql`set local idle_in_transaction_session_timeout = '60s'`.execute(trx);
  const found = (await findImport(trx, id)) as ImportRow;
  const { planned, questions } = await planRows(trx, found, await readRows(trx, id));
  await writeOutcomes(trx, id, planned);
  await changeImport(trx, id, { counts: countsOf(planned), questions, failure: null });
  return readImport(trx, id);
}

export function countsOf(rows: readonly { outcome: string }[]): ImportCounts {
  const count = (outcome: string) => rows.filter((row) => row.outcome === outcome).length;
  return {
    ...{ create: count('create'), update: count('update'), skip: count('skip') },
    ...{ leftOut: count('left_out'), ignored: count('ignored') },
  };
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
