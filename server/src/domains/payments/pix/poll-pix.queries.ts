import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import type { Schema } from '../../../platform/database/schema/schema.ts';

export const TWO_DAYS = 2;
export const WEEK = 7;
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

/** What was asked for when; null before the first time. */
interface Polls {
  /** By the database's clock. */
  now: Date;
  polled_until: Date | null;
  /** Whether it is time for two days back, every hour, and for a week, every night at three. */
  is_time_for_two_days: boolean;
  is_time_for_week: boolean;
}

export async function readPolls(db: Database): Promise<Polls> {
  const { rows } = await sql<Polls>`
    select now(), polled_until,
      coalesce(two_days_at, '-infinity') <= now() - interval '1 hour' as is_time_for_two_days,
      coalesce(week_at, '-infinity') < (date_trunc('day', (now() at time zone time_zone) - interval '3 hours')
        + interval '3 hours') at time zone time_zone as is_time_for_week
    from operator left join pix_polls on true`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('there is one operator');
  return row;
}

/** `until`: by the clock of this process, as the provider was asked; `askedAt`: the same by that of the database. */
export async function savePoll(
  db: Database,
  { until, askedAt, daysBack = 0 }: { until: Date; askedAt: Date; daysBack?: number },
): Promise<void> {
  const poll = {
    polled_until: until,
    asked_at: askedAt,
    ...(daysBack >= TWO_DAYS && { two_days_at: askedAt }),
    ...(daysBack >= WEEK && { week_at: askedAt }),
  };
  await db
    .insertInto('pix_polls')
    .values(poll)
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet(poll))
    .execute();
}
