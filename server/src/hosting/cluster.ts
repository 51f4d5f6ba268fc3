import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { createClient, createDatabase, createPool, withClient } from '../platform/database/connect.ts';
import { readSql } from '../platform/database/migrate.ts';

const MIGRATIONS_DIR = join(import.meta.dirname, 'migrations');
/** The directory's database in the embedded PostgreSQL. */
export const DIRECTORY = 'operators';

/** Where the directory and the databases of operators are. */
export interface Cluster {
  directoryUrl: string;
  /** The address of one of its databases. */
  urlOf(database: string): string;
}

/** The cluster that a connection string leads to; of the embedded PostgreSQL the directory is a database of its own. */
export function clusterOf(connectionString: string, { isEmbedded }: { isEmbedded: boolean }): Cluster {
  const urlOf = (database: string) => withDatabase(connectionString, database);
  return { directoryUrl: isEmbedded ? urlOf(DIRECTORY) : connectionString, urlOf };
}

/** A connection string with another database; it may have several hosts, which no URL has. */
export function withDatabase(connectionString: string, database: string): string {
  return connectionString.replace(
    /^(\w+:\/\/[^/?#]+\/)[^?#]*/,
    (_, start: string) => start + encodeURIComponent(database),
  );
}

/** Makes the directory if it is missing, and migrates it. */
export async function prepareDirectory({ directoryUrl, urlOf }: Cluster): Promise<void> {
  await createMissing(directoryUrl, urlOf('postgres'));
  const pool = createPool({ connectionString: directoryUrl, max: 2, hasTimeouts: false, onError: () => undefined });
  const db = createDatabase(pool) as unknown as Kysely<unknown>;
  try {
    const migrator = new Migrator({ db, provider: { getMigrations: readMigrations } });
    const { error } = await migrator.migrateToLatest();
    if (error) throw error;
  } finally {
    await db.destroy();
  }
}

async function readMigrations() {
  const files = await readSql(MIGRATIONS_DIR);
  return Object.fromEntries(
    files.map(({ name, text }) => [
      name,
      { up: async (db: Kysely<unknown>) => void (await sql.raw(text).execute(db)) },
    ]),
  );
}

const DATABASE_MISSING = '3D000';
const DATABASE_EXISTS = '42P04';

async function createMissing(url: string, administrationUrl: string): Promise<void> {
  const client = createClient(url);
  const isMissing = await client.connect().then(
    () => client.end().then(() => false),
    (error: { code?: string }) => {
      if (error.code === DATABASE_MISSING) return true;
      throw error;
    },
  );
  if (!isMissing) return;
  const name = decodeURIComponent(/^\w+:\/\/[^/?#]+\/([^?#]*)/.exec(url)?.[1] ?? '');
  await administer(administrationUrl, `create database ${pg.escapeIdentifier(name)}`).catch((error) => {
    if (error.code !== DATABASE_EXISTS) throw error;
  });
}

/** Runs a statement about databases, which no transaction may surround. */
export function administer(
  administrationUrl: string,
  statement: string,
  values: unknown[] = [],
): Promise<pg.QueryResult> {
  return withClient(administrationUrl, (client) => client.query(statement, values));
}
