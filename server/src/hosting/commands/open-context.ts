import { type CommandDatabase, resolveDatabase } from '../../command-database.ts';
import type { Config } from '../../config.ts';
import { createPool } from '../../platform/database/connect.ts';
import { StartError } from '../../platform/process/start-error.ts';
import { clusterOf, prepareDirectory } from '../cluster.ts';
import { readHostKey } from '../host-key.ts';
import type { CommandContext } from './context.ts';

type Terminal = Pick<CommandContext, 'say' | 'ask'>;

/** Runs a command of a host, with or without a running server. Throws a StartError where there is no host. */
export async function withHost(
  config: Config,
  terminal: Terminal,
  run: (context: CommandContext, database: CommandDatabase) => Promise<void>,
): Promise<void> {
  const { hosting } = config;
  if (!hosting) throw new StartError('This is for a host of many operators: set HOSTING=on (docs/hosting.md).');
  const { databaseUrl } = hosting;
  const database = await resolveDatabase({ ...config, databaseUrl });
  try {
    const cluster = clusterOf(database.connectionString, { isEmbedded: databaseUrl === undefined });
    await prepareDirectory(cluster);
    const pool = createPool({ connectionString: cluster.directoryUrl, max: 2, onError: () => undefined });
    try {
      const key = await readHostKey(config, hosting, pool);
      await run({ config, hosting, cluster, key, pool, ...terminal }, database);
    } finally {
      await pool.end();
    }
  } finally {
    await database.close();
  }
}
