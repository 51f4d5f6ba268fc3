import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../database/connect.ts';
import { CONVERTED_RELEASE, earlierReleaseOf } from '../database/earlier-line.ts';
import { BASELINE, PREPARATION_LOCK, RESTORE_MARK } from '../database/migrate.ts';
import { StartError } from '../process/start-error.ts';

const BEFORE_DIR = join(import.meta.dirname, '../../../conversion/before');
// Sessions of servers that were just stopped are about to end.
const SESSIONS_END_MS = 5_000;
const POLL_MS = 100;
const SHOWN_FAULTS = 5;

/** Throws a StartError unless the database is one of the release that is converted, and whole. */
export async function requireConvertible(trx: Database): Promise<void> {
  const { rows: found } = await sql<{ mark: string | null; migrations: string | null }>`
    select to_regclass(${RESTORE_MARK}) as mark, to_regclass('kysely_migration') as migrations`.execute(trx);
  if (found[0]?.mark)
    throw new StartError('This database was restored in part: restore the backup again, then convert.');
  if (!found[0]?.migrations) throw new StartError('This database is empty: there is nothing to convert.');
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(trx);
  const applied = rows.map(({ name }) => name);
  if (applied[0] === BASELINE) throw new StartError('This database is converted already: start the servers.');
  const release = earlierReleaseOf(applied);
  if (release === 'convertible') return;
  throw new StartError(
    release === 'older'
      ? `This database is of a release before ${CONVERTED_RELEASE}: upgrade it to ${CONVERTED_RELEASE} first.`
      : `This database, migrated up to ${applied.at(-1)}, is not one of release ${CONVERTED_RELEASE}: only those are converted.`,
  );
}

/** Keeps servers from starting until the transaction ends. Throws a StartError if one is starting. */
export async function lockStarts(trx: Database): Promise<void> {
  const { rows } = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_xact_lock(${PREPARATION_LOCK}) as "isLocked"`.execute(trx);
  if (!rows[0]?.isLocked) throw new StartError('A server is starting on this database: stop all servers first.');
}

/** Throws a StartError if other sessions are connected to the database, but for those that end within seconds. */
export async function requireAlone(trx: Database, patienceMs = SESSIONS_END_MS): Promise<void> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    // A transaction reads them once, unless they are cleared. Ordinary roles see no kind of other roles' sessions.
    await sql`select pg_stat_clear_snapshot()`.execute(trx);
    const { rows } = await sql<{ sessions: string | null }>`
      select string_agg(format('%s (process %s)', coalesce(nullif(application_name, ''), usename), pid), ', ') as sessions
      from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and usename is not null
        and coalesce(backend_type, 'client backend') in ('client backend', 'walsender')`.execute(trx);
    const sessions = rows[0]?.sessions;
    if (!sessions) return;
    if (Date.now() > deadline) {
      throw new StartError(`Others are connected to this database: ${sessions}. Stop all servers and end them first.`);
    }
    await wait(POLL_MS);
  }
}

/**
 * Throws a StartError if money, places or prices are not what their rows say. Returns what else is wrong, which an
 * operator cannot mend and the conversion does not touch.
 */
export async function requireFaultless(trx: Database): Promise<string[]> {
  rejectFaults(await faultsBefore(trx, 'find-faults.sql'));
  return faultsBefore(trx, 'find-other-faults.sql');
}

async function faultsBefore(trx: Database, name: string): Promise<string[]> {
  const text = await readFile(join(BEFORE_DIR, name), 'utf8');
  const { rows } = await sql.raw<{ fault: string; id: string }>(text).execute(trx);
  return rows.map(({ fault, id }) => `${fault} (${id})`);
}

/** Throws a StartError that says the first of these faults, if there are any. */
export function rejectFaults(faults: readonly string[]): void {
  if (faults.length === 0) return;
  const more = faults.length > SHOWN_FAULTS ? `; and ${faults.length - SHOWN_FAULTS} more` : '';
  throw new StartError(
    `The consistency check finds ${faults.length} faults, which have to be mended first: ` +
      `${faults.slice(0, SHOWN_FAULTS).join('; ')}${more}.`,
  );
}

/** Throws a StartError if jobs, failed ones included, wait in other queues than `queues`, which this version reads. */
export async function requireReadableJobs(trx: Database, queues: readonly string[]): Promise<void> {
  const { rows: found } = await sql<{ job: string | null }>`select to_regclass('pgboss.job') as job`.execute(trx);
  if (!found[0]?.job) return;
  const { rows } = await sql<{ name: string; jobs: number }>`
    select name, count(*)::integer as jobs from pgboss.job
    where state < 'completed' and name <> all(${[...queues]}) and name not like '\\_\\_pgboss\\_\\_%'
    group by name order by name`.execute(trx);
  if (rows.length === 0) return;
  throw new StartError(
    `Jobs wait that this version does not read, ${rows.map(({ name, jobs }) => `${jobs} in ${name}`).join(', ')}: ` +
      `start ${CONVERTED_RELEASE}, wait until they are done, and send or discard those that failed.`,
  );
}
