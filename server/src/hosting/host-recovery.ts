import type { Logger } from 'pino';
import { openRecoveryOf } from '../adapters.ts';
import type { Config } from '../config.ts';
import { withClient } from '../platform/database/connect.ts';
import type { EmbeddedPostgres } from '../platform/database/embedded/index.ts';
import { repeat } from '../platform/process/repeat.ts';
import type { Recovery } from '../platform/recovery/recovery.ts';
import { type Counts, countRows, dropJobs, type Scope } from '../platform/recovery/scope.ts';
import { DIRECTORY, withDatabase } from './cluster.ts';
import type { Directory } from './directory.ts';

const SHIPPING_MS = 1_000;
const BACKING_UP_MS = 60_000;
// Each proof reads others.
const PROVED_OPERATORS = 20;
// What operators of Brazil mean, unless the moment names an offset.
const TIME_ZONE = 'America/Sao_Paulo';

/** The directory and the databases of all operators, in the embedded PostgreSQL. */
export const allOperators: Scope = {
  files: { folder: 'operators', pattern: /^[^/]+\/files\// },
  readTimeZone: async () => TIME_ZONE,
  async count(url, before) {
    const directory = withDatabase(url, DIRECTORY);
    const { counted, chosen } = await withClient(directory, async (client) => {
      const { rows: counts } = await client.query<Counts>(
        'select count(*)::integer as operators from operators where created_at < $1',
        [before],
      );
      const { rows } = await client.query<{ slug: string; database: string }>(
        `select slug, database from operators
         where wrapped_url is null and state in ('active', 'suspended') and created_at < $1
         order by md5(slug || $1::text), slug limit ${PROVED_OPERATORS}`,
        [before],
      );
      return { counted: counts[0], chosen: rows };
    });
    const all: Counts = { ...counted };
    for (const { slug, database } of chosen) {
      const counts = await countRows(withDatabase(url, database), before);
      for (const [name, value] of Object.entries(counts)) all[`${slug} ${name}`] = value;
    }
    return all;
  },
  async prepare(url) {
    const databases = await withClient(withDatabase(url, DIRECTORY), async (client) => {
      const { rows } = await client.query<{ database: string }>(
        "select database from operators where wrapped_url is null and state <> 'closed'",
      );
      return rows.map(({ database }) => database);
    });
    for (const database of databases) await dropJobs(withDatabase(url, database));
  },
};

/** Archiving of the embedded PostgreSQL of a host; undefined where it is switched off. */
export async function openHostRecovery(
  config: Config,
  { place, connectionString }: Pick<EmbeddedPostgres, 'place' | 'connectionString'>,
  logger: Pick<Logger, 'warn'>,
): Promise<Recovery | undefined> {
  if (config.backupDays === 0) return undefined;
  const directory = withDatabase(connectionString, DIRECTORY);
  return openRecoveryOf(config, { connectionString: directory, place, scope: allOperators }, logger);
}

/** Archives, once for the whole cluster. Returns how to stop, which waits for what is under way. */
export function startArchiving(
  recovery: Recovery,
  { db }: Directory,
  logger: Pick<Logger, 'warn'>,
): () => Promise<void> {
  const onError = (work: string) => (error: unknown) =>
    logger.warn({ work, reason: (error as Error).message }, 'background work failed; the next run tries again');
  const stops = [
    repeat(() => recovery.ship(db), SHIPPING_MS, onError('wal-archive')),
    repeat((signal) => recovery.backUpIfDue(db, signal), BACKING_UP_MS, onError('base-backup')),
  ];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}
