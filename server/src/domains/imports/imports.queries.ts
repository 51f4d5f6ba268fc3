import type { ImportKind } from '@passeio/contract/imports/import-fields';
import {
  IMPORT_UNDO_DAYS,
  type ImportCounts,
  type ImportQuestion,
  type RowOutcome,
  type RowProblem,
} from '@passeio/contract/imports/imports';
import { type Selectable, sql, type Updateable } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import { eraseCounted } from '../../platform/database/erased-counts.ts';
import type { Schema } from '../../platform/database/schema/schema.ts';
import type { TableRow } from '../../platform/spreadsheets/read-table.ts';
import { headerKey, type KnownHeaders } from './find-columns.ts';
import type { Effect } from './plan.ts';

export type ImportRow = Selectable<Schema['imports']>;
export type StoredRow = Selectable<Schema['import_rows']>;

const MAX_LISTED = 60;

export function listImports(db: Database): Promise<ImportRow[]> {
  return db.selectFrom('imports').selectAll().orderBy('created_at', 'desc').orderBy('id').limit(MAX_LISTED).execute();
}

export function findImport(db: Database, id: string): Promise<ImportRow | undefined> {
  return db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst();
}

export function lockImport(trx: DatabaseTransaction, id: string): Promise<ImportRow | undefined> {
  return trx.selectFrom('imports').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Imports of which a process that died may have left the rest. */
export const importMoments = sql`
  select coalesce(applied_at, created_at) as at from imports where state in ('applying', 'undoing')`;

/** Imports that a job writes or undoes. */
export function findUnfinishedImports(db: Database): Promise<Pick<ImportRow, 'id'>[]> {
  return db.selectFrom('imports').select('id').where('state', 'in', ['applying', 'undoing']).execute();
}

export async function changeImport(
  db: Database,
  id: string,
  {
    counts,
    questions,
    answers,
    ...change
  }: Omit<Updateable<Schema['imports']>, 'counts' | 'questions' | 'answers'> & {
    counts?: ImportCounts;
    questions?: ImportQuestion[];
    answers?: Record<string, string>;
  },
): Promise<void> {
  await db
    .updateTable('imports')
    .set({
      ...change,
      ...(counts && { counts: JSON.stringify(counts) }),
      ...(questions && { questions: JSON.stringify(questions) }),
      ...(answers && { answers: JSON.stringify(answers) }),
    })
    .where('id', '=', id)
    .execute();
}

export async function insertImport(
  trx: DatabaseTransaction,
  {
    rows,
    answers,
    ...made
  }: Pick<
    ImportRow,
    | 'id'
    | 'kind'
    | 'filename'
    | 'header_line'
    | 'columns'
    | 'created_by'
    | 'file_id'
    | 'tab'
    | 'is_hidden'
    | 'notes'
    | 'answers'
  > & {
    rows: readonly TableRow[];
  },
): Promise<void> {
  await trx
    .insertInto('imports')
    .values({ ...made, answers: JSON.stringify(answers) })
    .execute();
  await sql`
    insert into import_rows (import_id, line, cells, kinds)
    select ${made.id}::uuid, line, array(select jsonb_array_elements_text(cells)), coalesce(kinds, '{}')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (line integer, cells jsonb, kinds jsonb)`.execute(
    trx,
  );
}

/** The imports of a file, one for each of its tabs, in their order. */
export function listTabs(db: Database, fileId: string) {
  return db
    .selectFrom('imports')
    .select(['id', 'tab', 'is_hidden', 'state'])
    .select(
      sql<number>`(select count(*)::integer from import_rows r where r.import_id = imports.id and r.line > header_line)`.as(
        'rows',
      ),
    )
    .where('file_id', '=', fileId)
    .orderBy('id')
    .execute();
}

export async function readKnownAnswers(db: Database, kind: ImportKind): Promise<Record<string, string>> {
  const rows = await db.selectFrom('import_answers').select(['question', 'answer']).where('kind', '=', kind).execute();
  return Object.fromEntries(rows.map(({ question, answer }) => [question, answer]));
}

/** Remembers an answer for the next file; null forgets it. */
export async function rememberAnswer(
  trx: DatabaseTransaction,
  kind: ImportKind,
  question: string,
  answer: string | null,
): Promise<void> {
  if (answer === null) {
    await trx.deleteFrom('import_answers').where('kind', '=', kind).where('question', '=', question).execute();
    return;
  }
  await trx
    .insertInto('import_answers')
    .values({ kind, question, answer })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'question']).doUpdateSet((eb) => ({ answer: eb.ref('excluded.answer') })),
    )
    .execute();
}

export function readRows(db: Database, id: string): Promise<StoredRow[]> {
  return db.selectFrom('import_rows').selectAll().where('import_id', '=', id).orderBy('line').execute();
}

/** The first lines of a file, of which one has the headers. */
export function readFirstRows(db: Database, id: string, limit: number): Promise<StoredRow[]> {
  return db.selectFrom('import_rows').selectAll().where('import_id', '=', id).orderBy('line').limit(limit).execute();
}

export function findRow(db: Database, id: string, line: number): Promise<StoredRow | undefined> {
  return db
    .selectFrom('import_rows')
    .selectAll()
    .where('import_id', '=', id)
    .where('line', '=', line)
    .executeTakeFirst();
}

/** How many lines with something in them are above the headers. */
export async function countAbove(db: Database, { id, header_line }: ImportRow): Promise<number> {
  const { count } = await db
    .selectFrom('import_rows')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('import_id', '=', id)
    .where('line', '<', header_line)
    .executeTakeFirstOrThrow();
  return count;
}

export async function pageOfRows(
  db: Database,
  { id, header_line }: ImportRow,
  { outcome, page, size }: { outcome?: RowOutcome | undefined; page: number; size: number },
): Promise<{ rows: StoredRow[]; total: number }> {
  const below = db
    .selectFrom('import_rows')
    .where('import_id', '=', id)
    .where('line', '>', header_line)
    .$if(outcome !== undefined, (query) => query.where('outcome', '=', outcome as RowOutcome));
  const rows = await below
    .selectAll()
    .orderBy('line')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  const { total } = await below.select(sql<number>`count(*)::integer`.as('total')).executeTakeFirstOrThrow();
  return { rows, total };
}

/** Stores the cells of a line; the one in `column` is a text from now on. */
export async function changeCells(
  trx: DatabaseTransaction,
  id: string,
  { line, cells, column }: { line: number; cells: string[]; column: number },
): Promise<void> {
  await trx
    .updateTable('import_rows')
    .set({ cells, kinds: sql`kinds - ${String(column)}::text` })
    .where('import_id', '=', id)
    .where('line', '=', line)
    .execute();
}

/** Stores what becomes of rows. */
export async function writeOutcomes(
  db: Database,
  id: string,
  rows: readonly { line: number; outcome: RowOutcome; problems: RowProblem[] }[],
): Promise<void> {
  const given = rows.map(({ line, outcome, problems }) => ({ line, outcome, problems }));
  await sql`
    update import_rows as r set outcome = given.outcome, problems = given.problems
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (line integer, outcome text, problems jsonb)
    where r.import_id = ${id} and r.line = given.line
      and (r.outcome, r.problems) is distinct from (given.outcome, given.problems)`.execute(db);
}

export async function insertEffects(trx: DatabaseTransaction, id: string, effects: readonly Effect[]): Promise<void> {
  const rows = effects.map(({ before = {}, mark = '', ...effect }, position) => ({
    ...{ import_id: id, position, before, mark },
    ...effect,
  }));
  await sql`
    insert into import_effects select * from jsonb_populate_recordset(null::import_effects, ${JSON.stringify(rows)}::jsonb)`.execute(
    trx,
  );
}

export function readEffects(db: Database, id: string) {
  return db.selectFrom('import_effects').selectAll().where('import_id', '=', id).orderBy('position', 'desc').execute();
}

export async function readKnownHeaders(db: Database, kind: ImportKind): Promise<KnownHeaders> {
  const rows = await db.selectFrom('import_headers').select(['header', 'field']).where('kind', '=', kind).execute();
  return new Map(rows.map(({ header, field }) => [header, field]));
}

const MAX_REMEMBERED = 500;

/** Remembers with which fields headers were matched. */
export async function rememberHeaders(
  trx: DatabaseTransaction,
  kind: ImportKind,
  matched: readonly { header: string; field: string | null }[],
): Promise<void> {
  const byKey = new Map(matched.map(({ header, field }) => [headerKey(header), field]));
  byKey.delete('');
  const known = await readKnownHeaders(trx, kind);
  if (byKey.size === 0 || known.size + byKey.size > MAX_REMEMBERED) return;
  await trx
    .insertInto('import_headers')
    .values([...byKey].map(([header, field]) => ({ kind, header, field })))
    .onConflict((conflict) =>
      conflict.columns(['kind', 'header']).doUpdateSet((eb) => ({ field: eb.ref('excluded.field') })),
    )
    .execute();
}

export async function deleteImport(db: Database, id: string): Promise<void> {
  await db.deleteFrom('imports').where('id', '=', id).execute();
}

/** Deletes imports that can be undone no more, with what their files say of people. */
export async function deleteOldImports(db: Database): Promise<void> {
  await eraseCounted(db, 'imports', async (trx) => {
    const { numAffectedRows } = await sql`
      delete from imports
      where coalesce(applied_at, created_at) < now() - make_interval(days => ${IMPORT_UNDO_DAYS})
        and state <> 'applying'`.execute(trx);
    return Number(numAffectedRows ?? 0);
  });
}
