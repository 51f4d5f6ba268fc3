import { ConnectionBudget } from '../platform/database/connection-budget.ts';
import { startEmbeddedPostgres } from '../platform/database/embedded/index.ts';
import { requireSessionMode } from '../platform/database/pooling.ts';
import type { Serve } from '../platform/http/listener.ts';
import { measureProcess, metricsServer } from '../platform/metrics/serve-metrics.ts';
import { pageMemory } from '../platform/pages/page-cache.ts';
import { prepareDataFolder } from '../platform/process/data-folder.ts';
import type { Recovery } from '../platform/recovery/recovery.ts';
import type { ResolveTxt } from '../ports/site-address/port.ts';
import { type Cluster, clusterOf, prepareDirectory } from './cluster.ts';
import { Directory } from './directory.ts';
import { Host } from './host.ts';
import { hostGauges } from './host-gauges.ts';
import { readHostKey } from './host-key.ts';
import { openHostRecovery, startArchiving } from './host-recovery.ts';
import type { HostingConfig } from './hosting-config.ts';
import { migrateOperators } from './migrate-operators.ts';
import type { HostParts } from './open-operator.ts';
import { hostApp } from './pages/host-app.ts';
import { resolveTxt as resolveByDns } from './site-addresses.ts';
import { Sleepers } from './sleepers.ts';
import { currentVersion, prepareTemplate } from './template.ts';

// With the usual minute, hundreds of databases would be looked at all the time.
const POSTGRES = { autovacuum_naptime: '5min' };

interface OpenedHost {
  serve: Serve;
  /** Works for operators that nobody visits, and migrates them. */
  startWork(): void;
  close(): Promise<void>;
}

type GivenParts = Pick<HostParts, 'config' | 'logger' | 'web' | 'mail' | 'storage' | 'listener'> & {
  say: (line: string) => void;
  /** Looks up the records that prove domains; by the servers of this machine by default. */
  resolveTxt?: ResolveTxt | undefined;
};

/** Opens the directory of operators. None is opened before it is visited, or has something to do. */
export async function openHost({ say, resolveTxt = resolveByDns, ...given }: GivenParts): Promise<OpenedHost> {
  const { config, logger } = given;
  const limits = config.hosting as HostingConfig;
  const stops: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (let stop = stops.pop(); stop; stop = stops.pop()) await stop();
  };
  try {
    const { cluster, recovery, stop } = await openCluster(given, limits, say);
    stops.push(stop);
    await prepareDirectory(cluster);
    const directory = new Directory(cluster, logger);
    stops.push(() => directory.close());
    const key = await readHostKey(config, limits, directory.pool);
    await directory.read();
    const budget = new ConnectionBudget(limits.connections);
    const version = await currentVersion();
    const parts: HostParts = {
      ...{ ...given, cluster, key, budget, version, resolveTxt },
      ...{ directory: directory.pool, pages: pageMemory() },
    };
    const sleepers = new Sleepers(parts, directory, limits);
    stops.push(() => sleepers.close());
    const pages = await hostApp(parts);
    stops.push(() => pages.close());
    const readGauges = hostGauges(directory, sleepers, budget, recovery !== undefined);
    const { metrics } = config;
    if (metrics) measureProcess();
    if (metrics?.port !== undefined) {
      const server = metricsServer(metrics, readGauges, logger);
      await server.listen();
      stops.push(server.close);
    }
    const stopping = new AbortController();
    let migrating = Promise.resolve();
    stops.push(async () => {
      stopping.abort();
      await migrating;
    });
    return {
      serve: new Host({ parts, directory, sleepers }, { pages: pages.serve, readGauges }).serve,
      startWork() {
        sleepers.startWork();
        if (recovery) stops.push(startArchiving(recovery, directory, logger));
        migrating = prepareTemplate(cluster)
          .then(() => migrateOperators(parts, stopping.signal))
          .catch((error) => logger.error({ err: error }, 'the operators could not be migrated'));
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The PostgreSQL of the configuration, or the embedded one, started. */
async function openCluster(
  { config, logger }: Pick<GivenParts, 'config' | 'logger'>,
  { databaseUrl }: HostingConfig,
  say: (line: string) => void,
): Promise<{ cluster: Cluster; recovery?: Recovery | undefined; stop: () => Promise<void> }> {
  if (databaseUrl) {
    await prepareDataFolder(config.dataDir);
    await requireSessionMode(databaseUrl);
    return { cluster: clusterOf(databaseUrl, { isEmbedded: false }), stop: async () => undefined };
  }
  const archives = config.backupDays > 0;
  const postgres = await startEmbeddedPostgres(config.dataDir, say, { archives, settings: POSTGRES });
  try {
    const recovery = await openHostRecovery(config, postgres, logger);
    return {
      cluster: clusterOf(postgres.connectionString, { isEmbedded: true }),
      recovery,
      async stop() {
        await postgres.stop();
        await recovery?.finish();
      },
    };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}
