import type { Logger } from 'pino';
import { prepareDatabase } from '../platform/database/migrate.ts';
import type { Cluster } from './cluster.ts';
import { type OperatorRow, type Queryable, readOperators, saveVersion } from './directory.queries.ts';
import type { HostKey } from './host-key.ts';
import { databaseUrlOf } from './operator-config.ts';

const AT_ONCE = 3;
const LONGEST_PROBLEM = 1_000;

interface Migrating {
  directory: Queryable;
  cluster: Cluster;
  key: HostKey;
  /** The last migration of this version. */
  version: string;
  logger: Pick<Logger, 'info' | 'error'>;
  migrationsDir?: string;
}

/**
 * Migrates the databases of all operators, a few at a time, first those that are awake, then by when they were last
 * visited. One that fails stops that operator alone; the next start tries it again.
 */
export async function migrateOperators(parts: Migrating, signal: AbortSignal): Promise<void> {
  const all = await readOperators(parts.directory);
  const left = all
    .filter(({ state, version, problem }) => state !== 'closed' && (version < parts.version || problem !== null))
    .sort(
      (one, other) =>
        Number(other.is_awake) - Number(one.is_awake) ||
        (other.last_active_at?.getTime() ?? 0) - (one.last_active_at?.getTime() ?? 0),
    );
  const work = async () => {
    for (let next = left.shift(); next && !signal.aborted; next = left.shift()) await migrateOperator(next, parts);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** Migrates an operator's database; what goes wrong is noted, and returned. */
export async function migrateOperator(
  operator: OperatorRow,
  { directory, cluster, key, version, logger, migrationsDir }: Migrating,
): Promise<string | undefined> {
  const { slug } = operator;
  try {
    const url = databaseUrlOf(operator, cluster, key);
    await prepareDatabase(url, async () => undefined, migrationsDir ? { migrationsDir } : {});
    await saveVersion(directory, slug, version, null);
    logger.info({ operator: slug, version }, 'an operator was migrated');
    return undefined;
  } catch (error) {
    const problem = ((error as Error).message || 'unknown').slice(0, LONGEST_PROBLEM);
    logger.error(
      { operator: slug, err: error },
      'an operator could not be migrated: it answers with a maintenance page',
    );
    await saveVersion(directory, slug, operator.version, problem);
    return problem;
  }
}
