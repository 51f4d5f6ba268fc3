import type { Config } from './config.ts';
import { findRunningPostgres, startEmbeddedPostgres } from './platform/database/embedded/index.ts';
import type { PostgresPlace } from './platform/database/embedded/place.ts';
import { requireSessionMode } from './platform/database/pooling.ts';
import { DataFolderInUse } from './platform/process/data-folder.ts';

/** The database of a command. */
export interface CommandDatabase {
  connectionString: string;
  /** Where the embedded database is, if this process runs it. */
  place?: PostgresPlace;
  close(): Promise<void>;
}

/**
 * The database for a command: the configured one, that of a running server, or the embedded one, started temporarily.
 * With `isAlone` that of a running server is refused by a StartError.
 */
export async function resolveDatabase(config: Config, { isAlone = false } = {}): Promise<CommandDatabase> {
  const nothing = async () => undefined;
  if (config.databaseUrl) {
    await requireSessionMode(config.databaseUrl);
    return { connectionString: config.databaseUrl, close: nothing };
  }
  try {
    const archives = config.backupDays > 0;
    const { connectionString, place, stop } = await startEmbeddedPostgres(config.dataDir, console.error, { archives });
    return { connectionString, place, close: stop };
  } catch (error) {
    if (isAlone || !(error instanceof DataFolderInUse)) throw error;
    return { connectionString: await findRunningPostgres(config.dataDir), close: nothing };
  }
}
