import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Database, DatabaseTransaction } from './connect.ts';
import { isOutdatedPlan } from './preparing-client.ts';
import type { Schema } from './schema/schema.ts';

const ATTEMPTS = 5;
const FIRST_DELAY_MS = 10;
// serialization_failure and deadlock_detected: rolled back, safe to retry.
const RETRIED = new Set(['40001', '40P01']);

/** What follows from the commit of each transaction. */
const followers = new WeakMap<Database, (() => void)[]>();

/** Whether {@link inTransaction} repeats the work that ended with this error. */
export function isRetried(error: unknown): boolean {
  return RETRIED.has((error as { code?: string }).code ?? '') || isOutdatedPlan(error);
}

/**
 * Runs `work` in the current transaction, or in a new one, which is retried a few times with random delays after a
 * deadlock, a serialisation failure or a migration: `work` must have no side effects but database writes.
 */
export async function inTransaction<Result>(
  db: Database,
  work: (trx: DatabaseTransaction) => Promise<Result>,
): Promise<Result> {
  if (db.isTransaction) return work(db as DatabaseTransaction);
  return retried(async () => {
    const following: (() => void)[] = [];
    const result = await (db as Kysely<Schema>).transaction().execute((trx) => {
      followers.set(trx, following);
      return work(trx);
    });
    for (const follow of following) follow();
    return result;
  });
}

/** Runs `follow` once the transaction `db` has committed, never if it is rolled back; at once without a transaction. */
export function afterCommit(db: Database, follow: () => void): void {
  if (db.isTransaction) followers.get(db)?.push(follow);
  else follow();
}

async function retried<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (attempt === ATTEMPTS || !isRetried(error)) throw error;
      await delay(Math.random() * FIRST_DELAY_MS * 2 ** attempt);
    }
  }
}

/** Runs reads in the current transaction, or in one that sees a single moment: their results fit each other. */
export async function inSnapshot<Result>(db: Database, read: (db: Database) => Promise<Result>): Promise<Result> {
  if (db.isTransaction) return read(db);
  return retried(() =>
    (db as Kysely<Schema>).transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read),
  );
}
