import { sql } from 'kysely';
import type pg from 'pg';
import { dueMoments } from '../due-moments.ts';
import { createDatabase } from '../platform/database/connect.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
// 5:00 to 8:00 UTC: what is deleted at night, spread over operators.
const NIGHT_MS = 5 * HOUR_MS;
const NIGHT_LENGTH_MS = 3 * HOUR_MS;

// What is overdue for longer waits for something else, such as a bank that does not answer: it keeps nobody awake.
const OVERDUE = "interval '3 minutes'";

const jobMoments = sql`
  select case when state = 'active' then now() else start_after end as at
  from pgboss.job where state < 'completed' and name !~ '-failed$'`;
const all = [...Object.values(dueMoments).flat(), jobMoments].map((moments) => sql`(${moments})`);
// What is overdue is tried again after as long as it has waited, an hour at most.
const soonest = sql<{ at: Date | null }>`
  select min(case when at > now() - ${sql.raw(OVERDUE)} then at
    else now() + least(now() - at, interval '1 hour') end) as at
  from (${sql.join(all, sql` union all `)}) as due where at is not null`;

/**
 * Whether there is something to do within so many milliseconds: a job, or a hold that ends. Cheaper than
 * {@link readDue}, and asked again and again.
 */
export async function isDueSoon(pool: pg.Pool, withinMs: number): Promise<boolean> {
  const { rows } = await pool.query<{ is_due: boolean }>(
    `select least(
       (select min(hold_expires_at) from reservations
        where state in ('requested', 'held') and hold_expires_at > now() - ${OVERDUE} and clock_stopped_at is null),
       (select min(case when state = 'active' then now() else start_after end) from pgboss.job
        where state < 'completed' and (state = 'active' or start_after > now() - ${OVERDUE}) and name !~ '-failed$')
     ) < now() + $1::float8 * interval '1 millisecond' as is_due`,
    [withinMs],
  );
  return rows[0]?.is_due ?? false;
}

/** When an operator that sleeps has something to do: the first moment of its work, or of its jobs; else its night. */
export async function readDue(pool: pg.Pool, slug: string, now = new Date()): Promise<Date> {
  const { rows } = await soonest.execute(createDatabase(pool));
  const at = rows[0]?.at;
  const night = nextNight(slug, now);
  return at && at < night ? at : night;
}

/** Like a random number from 0 to 1 that stays the same for a name. */
function placeOf(slug: string): number {
  let hash = 0;
  for (const letter of slug) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) >>> 0;
  return (hash % 3_600) / 3_600;
}

function nextNight(slug: string, now: Date): Date {
  const shift = NIGHT_MS + placeOf(slug) * NIGHT_LENGTH_MS;
  return new Date((Math.floor((now.getTime() - shift) / DAY_MS) + 1) * DAY_MS + shift);
}
