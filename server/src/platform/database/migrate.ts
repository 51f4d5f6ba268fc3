import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { StartError } from '../process/start-error.ts';
import { createDatabase, createPool } from './connect.ts';
import type { Schema } from './schema/schema.ts';

const MIGRATIONS_DIR = join(import.meta.dirname, '../../../migrations');
// An arbitrary advisory lock id, held while preparing the database.
const PREPARATION_LOCK = 7_277_347;
// Requests queue behind a migration that waits for a lock, so it gives up soon and is retried.
const LOCK_TIMEOUT_MS = 500;
const MIGRATION_TIMEOUT_MS = 5 * 60_000;
const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 3_000;
const CLOSING_ROUNDS = 20;
const CLOSING_PAUSE_MS = 50;
// lock_not_available, deadlock_detected
const LOCK_REFUSALS = new Set(['55P03', '40P01']);

interface PreparationOptions {
  migrationsDir?: string;
  /** The last migration to apply; default: all. */
  until?: string | undefined;
  isRestoring?: boolean;
  /** Told of each migration of a database that has data: it may take minutes. */
  say?: (line: string) => void;
}

/** Marks a database while a backup is restored into it. */
export const RESTORE_MARK = 'restore_under_way';

/** Names of this release's migrations, in order. */
export async function knownMigrations(): Promise<string[]> {
  return Object.keys(await readMigrations(MIGRATIONS_DIR)).sort();
}

/**
 * How migrations that were applied differ from those of this version, as in "was migrated by a later version, up to …";
 * undefined: they are its first ones.
 */
export function differenceOf(applied: readonly string[], known: readonly string[]): string | undefined {
  const last = `this version knows ${known.at(-1)}`;
  const strange = applied.find((name) => !known.includes(name));
  if (strange && strange > (known.at(-1) ?? '')) {
    return `was migrated by a later version, up to ${applied.at(-1)}, and ${last} as the last one`;
  }
  if (strange)
    return `has the migration ${strange}, which this version does not have: it is of another line of versions`;
  const left = known.find((name, index) => index < applied.length && applied[index] !== name);
  return left && `lacks the migration ${left}, but has later ones: it is of another line of versions`;
}

/**
 * Migrates the database, then runs `work`, while other starting processes wait. Forward only; each migration runs in a
 * transaction without statement time-out, those of a new database in one. Throws a migration's database error, or a
 * StartError when it cannot get its locks for minutes or the database was restored in part.
 */
export async function prepareDatabase<Result>(
  connectionString: string,
  work: () => Promise<Result>,
  { migrationsDir = MIGRATIONS_DIR, until, isRestoring = false, say }: PreparationOptions = {},
): Promise<Result> {
  const pool = createPool({ connectionString, max: 1, hasTimeouts: false, onError: () => undefined });
  const db = createDatabase(pool);
  try {
    return await db.connection().execute(async (session) => {
      await sql`select pg_advisory_lock(${PREPARATION_LOCK})`.execute(session);
      await sql`set lock_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(session);
      if (!isRestoring) await rejectPartialRestore(session);
      await migrate(session, migrationsDir, { until, say });
      return work();
    });
  } finally {
    await db.destroy();
  }
}

async function rejectPartialRestore(session: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{ mark: string | null }>`select to_regclass(${RESTORE_MARK}) as mark`.execute(session);
  if (!rows[0]?.mark) return;
  throw new StartError(
    'This database was restored in part: the restore was interrupted, or is still under way. Restore the backup again ' +
      'into an empty database and data folder.',
  );
}

async function migrate(
  session: Kysely<Schema>,
  migrationsDir: string,
  { until, say }: Pick<PreparationOptions, 'until' | 'say'>,
): Promise<void> {
  const migrator = new Migrator({ db: session, provider: { getMigrations: () => readMigrations(migrationsDir) } });
  const migrations = await migrator.getMigrations();
  await rejectOtherVersions(session, migrations);
  const isUpdate = migrations.some(({ executedAt }) => executedAt);
  const pending = migrations.filter(({ executedAt, name }) => !executedAt && (!until || name <= until));
  // One transaction each, so that locks are held briefly. Nobody uses a new database yet: it gets all in one, because
  // Kysely reads the whole catalogue at each call.
  for (const { name } of isUpdate ? pending : pending.slice(-1)) {
    const since = performance.now();
    if (isUpdate) say?.(`Migrating the database: ${name}. With much data this takes minutes; do not stop it.`);
    await retryOnLocks(name, async () => {
      const { error } = await migrator.migrateTo(name);
      if (error) throw error;
    });
    if (isUpdate) say?.(`Migrated in ${((performance.now() - since) / 1000).toFixed(1)} s`);
  }
  if (isUpdate && pending.length > 0) await closeOutdatedConnections(session);
}

// Servers of release 0.1.0 would fail each use of a statement that they prepared before a column was added, until they
// are replaced. They open new connections; later releases, which name theirs, prepare such statements again.
async function closeOutdatedConnections(session: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(session);
  for (let round = 0; round < CLOSING_ROUNDS; round += 1) {
    const outdated = await sql`
      select case when state = 'idle' then pg_terminate_backend(pid) end from pg_stat_activity
      where datname = current_database() and usename = current_user and backend_type = 'client backend'
        and application_name = '' and query not ilike 'listen%' and query not ilike '%pg_advisory_lock(%'
        and backend_start < ${rows[0]?.now} and pid <> pg_backend_pid()`.execute(session);
    if (outdated.rows.length === 0) return;
    await wait(CLOSING_PAUSE_MS);
  }
}

async function rejectOtherVersions(session: Kysely<Schema>, known: readonly { name: string }[]): Promise<void> {
  const { rows: found } = await sql`select to_regclass('kysely_migration') as name`.execute(session);
  if (!(found as { name: string | null }[])[0]?.name) return;
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(session);
  const difference = differenceOf(
    rows.map(({ name }) => name),
    known.map(({ name }) => name),
  );
  if (difference) throw new StartError(`This database ${difference}. Start the version that fits it.`);
}

async function retryOnLocks(name: string, attempt: () => Promise<void>): Promise<void> {
  const deadline = Date.now() + MIGRATION_TIMEOUT_MS;
  for (let pause = FIRST_RETRY_MS; ; pause = Math.min(pause * 2, MAX_RETRY_MS)) {
    try {
      return await attempt();
    } catch (error) {
      if (!LOCK_REFUSALS.has((error as { code?: string }).code ?? '')) throw error;
      if (Date.now() > deadline) {
        throw new StartError(`The database is too busy for migration ${name}. Start again when less is going on.`);
      }
      await wait(pause * (0.5 + Math.random() / 2));
    }
  }
}

async function readMigrations(folder: string): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql'));
  const entries = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(folder, file), 'utf8');
      const migration: Migration = {
        async up(db) {
          await sql.raw(text).execute(db);
        },
      };
      return [file.replace(/\.sql$/, ''), migration] as const;
    }),
  );
  return Object.fromEntries(entries);
}
