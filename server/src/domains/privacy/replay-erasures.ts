import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Storage } from '../../ports/storage/port.ts';
import { eraseParticipant, eraseRows } from './erase.ts';
import { type Erasure, readLog } from './erasure-log.ts';

/**
 * Erases again who is in the log and not erased in the database: it was restored from a backup of before. Returns how
 * many.
 */
export async function replayErasures(deps: {
  db: Database;
  storage: Storage;
  jobs: Pick<Jobs, 'enqueue'>;
}): Promise<number> {
  const known = new Set((await deps.db.selectFrom('erasures').select('id').execute()).map(({ id }) => id));
  let replayed = 0;
  for (const erasure of await readLog(deps.storage)) {
    if (!known.has(erasure.id) && (await replay(deps, erasure))) replayed += 1;
  }
  return replayed;
}

function replay(
  { db, jobs }: { db: Database; jobs: Pick<Jobs, 'enqueue'> },
  { id, subject }: Erasure,
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const table = subject === 'person' ? 'users' : 'participants';
    // Where two servers start at once, the second waits and finds it done.
    const { rows } = await sql`select from ${sql.table(table)} where id = ${id} for no key update`.execute(trx);
    const isDone = await trx.selectFrom('erasures').select('id').where('id', '=', id).executeTakeFirst();
    if (rows.length === 0 || isDone) return false;
    await (subject === 'person' ? eraseRows : eraseParticipant)(trx, jobs, id);
    return true;
  });
}
