import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { StartError } from '../process/start-error.ts';
import { createDatabase, createPool } from './connect.ts';
import { CONVERTED_RELEASE, earlierReleaseOf } from './earlier-line.ts';
import type { Schema } from './schema/schema.ts';

export const SCHEMA_DIR = join(import.meta.dirname, '../../../schema');
export const MIGRATIONS_DIR = join(import.meta.dirname, '../../../migrations');
/**
 * The name under which the schema of a new database is recorded: it names the line of versions. Names of migrations
 * come after it.
 */
export const BASELINE = '0400_baseline';
/** An arbitrary advisory lock id, held while preparing the database. */
export const PREPARATION_LOCK = 7_277_347;
// Requests queue behind a migration that waits for a lock, so it gives up soon and is retried.
const LOCK_TIMEOUT_MS = 500;
const MIGRATION_TIMEOUT_MS = 5 * 60_000;
const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 3_000;
// lock_not_available, deadlock_detected
const LOCK_REFUSALS = new Set(['55P03', '40P01']);

// What to do with a database that this version cannot use.
const ADVICE = {
  convertible: 'Stop all servers, then convert it: npm run convert -- BACKUP.zip (docs/upgrades.md).',
  older: `Upgrade it to ${CONVERTED_RELEASE} first, then convert it (docs/upgrades.md).`,
  none: 'Start the version that fits it.',
};

interface PreparationOptions {
  migrationsDir?: string;
  /** The last migration to apply; default: all. */
  until?: string | undefined;
  isRestoring?: boolean;
  oldestPostgres?: number;
  /** Called for each migration of a database that has data: it may take minutes. */
  say?: (line: string) => void;
}

/** The oldest PostgreSQL in which the migrations run. */
const OLDEST_POSTGRES = 18;

/** Marks a database while a backup is restored into it. */
export const RESTORE_MARK = 'restore_under_way';

/** Names of this release's baseline and migrations, in order. */
export async function knownMigrations(): Promise<string[]> {
  return Object.keys(await readMigrations(MIGRATIONS_DIR)).sort();
}

/**
 * How migrations that were applied differ from those of this version, as in "was migrated by a later version, up to …";
 * undefined: they are its first ones, or there are none.
 */
export function differenceOf(applied: readonly string[], known: readonly string[]): string | undefined {
  if (applied.length > 0 && applied[0] !== BASELINE) {
    const release = earlierReleaseOf(applied);
    if (release === 'convertible') return `is of release ${CONVERTED_RELEASE}`;
    if (release === 'older') return `is of a release before ${CONVERTED_RELEASE}`;
    return 'is of another line of versions, from which no migration leads to this one';
  }
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
 * Migrates the database, then runs `work`, while other starting processes wait. A new database gets the baseline and
 * all migrations in one transaction, another one those that it lacks in one each. Forward only, without statement
 * time-out. Throws a migration's database error, or a StartError if it cannot get its locks for minutes, or if the
 * database is of another version, was restored in part or runs in a PostgreSQL that is too old.
 */
export async function prepareDatabase<Result>(
  connectionString: string,
  work: () => Promise<Result>,
  {
    migrationsDir = MIGRATIONS_DIR,
    until,
    isRestoring = false,
    oldestPostgres = OLDEST_POSTGRES,
    say,
  }: PreparationOptions = {},
): Promise<Result> {
  const pool = createPool({ connectionString, max: 1, hasTimeouts: false, onError: () => undefined });
  const db = createDatabase(pool);
  try {
    return await db.connection().execute(async (session) => {
      await rejectOldPostgres(session, oldestPostgres);
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

async function rejectOldPostgres(session: Kysely<Schema>, oldest: number): Promise<void> {
  const { rows } = await sql<{ version: number }>`
    select current_setting('server_version_num')::integer / 10000 as version`.execute(session);
  const { version = 0 } = rows[0] ?? {};
  if (version >= oldest) return;
  throw new StartError(`DATABASE_URL is a PostgreSQL ${version}; it has to be ${oldest} or newer.`);
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
}

async function rejectOtherVersions(session: Kysely<Schema>, known: readonly { name: string }[]): Promise<void> {
  const { rows: found } = await sql`select to_regclass('kysely_migration') as name`.execute(session);
  if (!(found as { name: string | null }[])[0]?.name) return;
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(session);
  const applied = rows.map(({ name }) => name);
  const difference = differenceOf(
    applied,
    known.map(({ name }) => name),
  );
  if (difference) throw new StartError(`This database ${difference}. ${ADVICE[earlierReleaseOf(applied)]}`);
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
  const baseline = (await readSql(SCHEMA_DIR)).map(({ text }) => text).join('\n');
  const files = [{ name: BASELINE, text: baseline }, ...(await readSql(folder))];
  return Object.fromEntries(files.map(({ name, text }) => [name, migrationOf(text)]));
}

const migrationOf = (text: string): Migration => ({ up: async (db) => void (await sql.raw(text).execute(db)) });

/** The files of SQL in a folder, in the order of their names. */
export async function readSql(folder: string): Promise<{ name: string; text: string }[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    files.map(async (file) => ({ name: basename(file, '.sql'), text: await readFile(join(folder, file), 'utf8') })),
  );
}
