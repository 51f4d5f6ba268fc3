import { createHash } from 'node:crypto';
import pg from 'pg';
import { createClient, createPool } from '../platform/database/connect.ts';
import { knownMigrations, MIGRATIONS_DIR, prepareDatabase, readSql, SCHEMA_DIR } from '../platform/database/migrate.ts';
import { administer, type Cluster } from './cluster.ts';

const PREFIX = 'operator_template_';
/** An arbitrary advisory lock id, held while the template is made or copied. */
const TEMPLATE_LOCK = 7_277_348;

/** The name of the last migration of this version, which a database in use has. */
export async function currentVersion(): Promise<string> {
  return (await knownMigrations()).at(-1) ?? '';
}

/** The migrated, empty database of this version that new operators are copied from; made if it is missing. */
export async function prepareTemplate(cluster: Cluster): Promise<void> {
  await locked(cluster, async (administration) => {
    const name = await templateName();
    const { rows } = await administration.query<{ datname: string; datallowconn: boolean }>(
      'select datname, datallowconn from pg_database where datname like $1',
      [`${PREFIX}%`],
    );
    // One that accepts connections was not finished.
    if (rows.some(({ datname, datallowconn }) => datname === name && !datallowconn)) return;
    for (const { datname } of rows) await dropTemplate(administration, datname);
    await administration.query(`create database ${pg.escapeIdentifier(name)} template template0`);
    await fill(cluster.urlOf(name));
    await administration.query(`alter database ${pg.escapeIdentifier(name)} allow_connections false`);
  });
}

/** Makes a new operator's database. */
export async function copyTemplate(cluster: Cluster, database: string): Promise<void> {
  await prepareTemplate(cluster);
  await locked(cluster, async (administration) => {
    const names = [database, await templateName()].map((name) => pg.escapeIdentifier(name));
    await administration.query(`create database ${names[0]} template ${names[1]}`);
  });
}

/** Drops a database, whoever uses it. */
export async function dropDatabase(administrationUrl: string, database: string): Promise<void> {
  await administer(administrationUrl, `drop database if exists ${pg.escapeIdentifier(database)} with (force)`);
}

let name: Promise<string> | undefined;

function templateName(): Promise<string> {
  name ??= (async () => {
    const files = [...(await readSql(SCHEMA_DIR)), ...(await readSql(MIGRATIONS_DIR))];
    return PREFIX + createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 16);
  })();
  return name;
}

async function fill(connectionString: string): Promise<void> {
  // Loaded on demand: they load all of the product.
  const [{ queueWork }, { startJobs }, { createLogger }] = await Promise.all([
    import('../background-work.ts'),
    import('../platform/jobs/jobs.ts'),
    import('../platform/process/logging.ts'),
  ]);
  await prepareDatabase(connectionString, async () => {
    const pool = createPool({ connectionString, max: 2, hasTimeouts: false, onError: () => undefined });
    const jobs = await startJobs(pool, createLogger('silent'));
    await jobs.prepare(queueWork.map(({ queue }) => queue));
    await jobs.stop();
    await pool.query('analyze');
    await pool.end();
  });
}

async function dropTemplate(administration: pg.Client, database: string): Promise<void> {
  await administration.query(`drop database if exists ${pg.escapeIdentifier(database)} with (force)`);
}

async function locked<Result>(cluster: Cluster, work: (administration: pg.Client) => Promise<Result>): Promise<Result> {
  const client = createClient(cluster.urlOf('postgres'));
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    return await work(client);
  } finally {
    await client.end();
  }
}
