import { sql } from 'kysely';
import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import type { Change } from '../../platform/changes/change-notifier.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/http/errors.ts';
import type { Jobs, Queue } from '../../platform/jobs/jobs.ts';
import { reservationsOfTrips } from '../reservations/index.ts';
import type { TripFollower } from '../trips/index.ts';
import {
  changeImport,
  type ImportRow,
  insertEffects,
  lockImport,
  readRows,
  type StoredRow,
  writeOutcomes,
} from './imports.queries.ts';
import { countsOf, planRows } from './imports.ts';
import type { Effect, PlannedRow } from './plan.ts';

/** Imports that were confirmed. Repeated after a crash: nothing of the attempt is there. */
export const importQueue: Queue = { name: 'imports', batchSize: 1, retryLimit: 2, retryDelay: 5, retryDelayMax: 60 };

export interface QueuedImport {
  importId: string;
  actor: Actor;
}

interface ApplyParts {
  db: Database;
  changes: { announce(change: Change): void };
  jobs: Pick<Jobs, 'enqueueAll'>;
}

/** Nothing of an import is written, because these rows were refused. */
class RowsRefused extends Error {
  readonly rows: PlannedRow[];

  constructor(rows: PlannedRow[]) {
    super('rows of an import were refused');
    this.rows = rows;
  }
}

/** Writes a confirmed import, all of its rows without errors or none; nobody is notified. */
export async function applyImport(
  { db, changes, ...parts }: ApplyParts,
  { importId, actor }: QueuedImport,
  isLast = true,
): Promise<void> {
  try {
    await inTransaction(db, (trx) => apply(trx, actor, reservationsOfTrips(parts), importId));
    changes.announce('everything');
  } catch (error) {
    const refused = error instanceof RowsRefused ? error.rows : [];
    if (refused.length === 0 && !isLast) throw error;
    await inTransaction(db, (trx) => reopen(trx, importId, refused));
    if (refused.length === 0) throw error;
  }
}

async function apply(trx: DatabaseTransaction, actor: Actor, follower: TripFollower, importId: string): Promise<void> {
  const found = await lockImport(trx, importId);
  if (found?.state !== 'applying') return;
  const stored = await readRows(trx, importId);
  const leftOut = new Set(stored.filter(({ outcome }) => outcome === 'left_out').map(({ line }) => line));
  const planned = (await planRows(trx, found, stored)).map((row) =>
    leftOut.has(row.line) && row.outcome !== 'left_out' ? asLeftOut(row, stored) : row,
  );
  const effects: Effect[] = [];
  const refused: PlannedRow[] = [];
  for (const row of planned) {
    if (!row.write || row.outcome === 'left_out') continue;
    const text = await attempt(trx, async () =>
      row.write?.({ trx, actor, follower, note: (effect) => effects.push(effect) }),
    );
    if (text)
      refused.push({
        ...row,
        outcome: 'left_out',
        problems: [...row.problems, { field: null, text, isWarning: false }],
      });
  }
  if (refused.length > 0) throw new RowsRefused(refused);
  await writeOutcomes(trx, importId, planned);
  await insertEffects(trx, importId, effects);
  const counts = countsOf(planned);
  await changeImport(trx, importId, { state: 'applied', applied_at: new Date(), counts });
  await recordImportAudit(trx, actor, found, 'import.confirmed', { rows: [null, counts.create + counts.update] });
}

// What the database refused in a former attempt stays left out.
function asLeftOut({ line }: PlannedRow, stored: readonly StoredRow[]): PlannedRow {
  return { line, outcome: 'left_out', problems: stored.find((row) => row.line === line)?.problems ?? [] };
}

/** Runs a write; where a rule refuses it, undoes it and returns the sentence. */
export async function attempt(trx: DatabaseTransaction, write: () => Promise<void>): Promise<string | undefined> {
  await sql`savepoint row`.execute(trx);
  try {
    await write();
    await sql`release savepoint row`.execute(trx);
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await sql`rollback to savepoint row`.execute(trx);
    return Object.values(error.fields ?? {})[0] ?? error.message;
  }
}

async function reopen(trx: DatabaseTransaction, importId: string, refused: PlannedRow[]): Promise<void> {
  const found = await lockImport(trx, importId);
  if (found?.state !== 'applying') return;
  await writeOutcomes(trx, importId, refused);
  const below = (await readRows(trx, importId)).filter(({ line }) => line > found.header_line);
  const failure =
    refused.length > 0
      ? 'Nada foi importado: algumas linhas foram recusadas. Corrija, ou importe de novo sem elas.'
      : 'Nada foi importado: houve um erro. Tente de novo.';
  await changeImport(trx, importId, { state: 'open', failure, counts: countsOf(below) });
}

export function recordImportAudit(
  trx: DatabaseTransaction,
  actor: Actor,
  { id, filename }: ImportRow,
  action: 'import.confirmed' | 'import.undone',
  changes: Record<string, [unknown, unknown]>,
): Promise<void> {
  return recordAudit(trx, actor, { action, subject: { type: 'import', id, label: filename }, changes });
}
