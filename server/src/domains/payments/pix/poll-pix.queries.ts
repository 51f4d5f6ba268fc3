import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import type { Schema } from '../../../platform/database/schema/schema.ts';

// Of all processes one polls at a time.
const LOCK = 7_420_014;

/**
 * Runs `work` unless another process does. The lock belongs to a connection, so that no transaction stays open while
 * the provider is asked, and a process that is killed loses it.
 */
export async function asOnlyPoller(db: Database, work: () => Promise<void>): Promise<void> {
  await (db as Kysely<Schema>).connection().execute(async (connection) => {
    const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_lock(${LOCK}) as locked`.execute(connection);
    if (!rows[0]?.locked) return;
    try {
      await work();
    } finally {
      await sql`select pg_advisory_unlock(${LOCK})`.execute(connection);
    }
  });
}

/** Until when the provider was asked; undefined before the first time. */
export async function polledUntil(db: Database): Promise<Date | undefined> {
  const row = await db.selectFrom('pix_polls').select('polled_until').executeTakeFirst();
  return row?.polled_until;
}

export async function savePolledUntil(db: Database, until: Date): Promise<void> {
  await db
    .insertInto('pix_polls')
    .values({ polled_until: until })
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet({ polled_until: until }))
    .execute();
}
