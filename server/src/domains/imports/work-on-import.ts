import { sql } from 'kysely';
import { type Actor, gatherAudits } from '../../platform/audit/audit.ts';
import type { Change } from '../../platform/changes/change-notifier.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/http/errors.ts';
import type { Jobs, Queue } from '../../platform/jobs/jobs.ts';
import { reservationsOfTrips } from '../reservations/index.ts';
import { applyImport, RowsRefused } from './apply-import.ts';
import { changeImport, findUnfinishedImports, lockImport, readRows, writeOutcomes } from './imports.queries.ts';
import { countsOf } from './imports.ts';
import type { PlannedRow } from './plan.ts';
import { undoImport } from './undo-import.ts';

/** Imports that were confirmed or are to be undone. Repeated after a crash: nothing of the attempt is there. */
export const importQueue: Queue = { name: 'imports', batchSize: 1, retryLimit: 2, retryDelay: 5, retryDelayMax: 60 };

export interface QueuedImport {
  importId: string;
  actor: Actor;
  /** Payers of new reservations get the e-mail of theirs. */
  notify?: boolean | undefined;
}

interface WorkDeps {
  db: Database;
  changes: { announce(change: Change): void };
  jobs: Pick<Jobs, 'enqueueAll'>;
}

/** Writes or undoes an import in one transaction; nobody is notified unless that was asked. */
export async function workOnImport(
  { db, changes, ...deps }: WorkDeps,
  queued: QueuedImport,
  isLast = true,
): Promise<void> {
  try {
    await write(db, queued, deps);
    changes.announce('everything');
  } catch (error) {
    const refused = error instanceof RowsRefused ? error.rows : [];
    if (refused.length === 0 && !isLast) throw error;
    await inTransaction(db, (trx) => giveUp(trx, queued.importId, refused));
    if (refused.length === 0) throw error;
  }
}

/** At first without looking at which rows are refused: most files were checked, and have none. */
async function write(db: Database, queued: QueuedImport, deps: Pick<WorkDeps, 'jobs'>): Promise<void> {
  const writeAll = (findsRefused: boolean) =>
    inTransaction(db, (trx) =>
      gatherAudits(trx, queued.actor, (actor) => work(trx, { ...queued, actor }, { ...deps, findsRefused })),
    );
  try {
    await writeAll(false);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await writeAll(true);
  }
}

async function work(
  trx: DatabaseTransaction,
  { importId, actor, notify = false }: QueuedImport,
  { jobs, findsRefused }: Pick<WorkDeps, 'jobs'> & { findsRefused: boolean },
): Promise<void> {
  const follower = reservationsOfTrips({ jobs });
  // The same statements for each of thousands of rows: planning them for the values of each costs more than it saves.
  await sql`set local plan_cache_mode = force_generic_plan`.execute(trx);
  const found = await lockImport(trx, importId);
  if (found?.state === 'applying') {
    await applyImport({ trx, actor, follower }, found, { notifyDeps: notify ? { jobs } : null, findsRefused });
  }
  if (found?.state === 'undoing') await undoImport(trx, actor, follower, found);
}

/**
 * Gives up imports of which no job is left, as where the server died in each attempt: their page would say for ever
 * that they are being written.
 */
export async function giveUpLostImports({ db, jobs }: { db: Database; jobs: Pick<Jobs, 'hasJob'> }): Promise<void> {
  for (const { id } of await findUnfinishedImports(db)) {
    await inTransaction(db, async (trx) => {
      await lockImport(trx, id);
      if (!(await jobs.hasJob(importQueue, { importId: id }, trx))) await giveUp(trx, id, []);
    });
  }
}

async function giveUp(trx: DatabaseTransaction, importId: string, refused: PlannedRow[]): Promise<void> {
  const found = await lockImport(trx, importId);
  if (found?.state === 'undoing')
    return changeImport(trx, importId, {
      state: 'applied',
      failure: 'Nada foi desfeito: houve um erro. Tente de novo.',
    });
  if (found?.state !== 'applying') return;
  await writeOutcomes(trx, importId, refused);
  const below = (await readRows(trx, importId)).filter(({ line }) => line > found.header_line);
  const failure =
    refused.length > 0
      ? 'Nada foi importado: algumas linhas foram recusadas. Corrija, ou importe de novo sem elas.'
      : 'Nada foi importado: houve um erro. Tente de novo.';
  await changeImport(trx, importId, { state: 'open', failure, counts: countsOf(below) });
}
