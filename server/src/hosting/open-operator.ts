import { mkdir } from 'node:fs/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { openPools, openStorage, type PoolSizes } from '../adapters.ts';
import type { Config } from '../config.ts';
import { type Installation, openInstallation } from '../installation.ts';
import type { ConnectionBudget, Share } from '../platform/database/connection-budget.ts';
import { prepareDatabase } from '../platform/database/migrate.ts';
import type { Listener } from '../platform/http/listener.ts';
import { RARE_PACE, startJobs } from '../platform/jobs/jobs.ts';
import type { PageMemory } from '../platform/pages/page-cache.ts';
import type { BuiltWeb } from '../platform/pages/pages.ts';
import type { MailTransport } from '../ports/mail/port.ts';
import type { ResolveTxt } from '../ports/site-address/port.ts';
import type { Storage } from '../ports/storage/port.ts';
import type { Cluster } from './cluster.ts';
import type { OperatorRow } from './directory.queries.ts';
import type { HostKey } from './host-key.ts';
import { configOf } from './operator-config.ts';
import { siteAddresses } from './site-addresses.ts';

/** What the operators of a process share. */
export interface HostParts {
  config: Config;
  logger: Logger;
  cluster: Cluster;
  key: HostKey;
  budget: ConnectionBudget;
  listener: Listener;
  pages: PageMemory['entries'];
  web: BuiltWeb;
  mail: MailTransport;
  directory: pg.Pool;
  resolveTxt: ResolveTxt;
  /** The bucket of the host; undefined: each operator has a folder. */
  storage: Storage | undefined;
  /** The last migration of this version. */
  version: string;
}

let openings = 0;

/**
 * Opens an operator on its database, and migrates it if it is of an earlier version. Throws instead of waiting for a
 * database that does not answer.
 */
export async function openOperator(operator: OperatorRow, host: HostParts): Promise<Installation> {
  const { slug } = operator;
  const config = configOf(operator, host.config, host.cluster, host.key);
  const logger = host.logger.child({ operator: slug });
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  const share = host.budget.share();
  const end = await listeningPlace(share, () => host.budget.end(share));
  const connectionString = config.databaseUrl as string;
  const connections = openPools(connectionString, logger, end, sizesOf(config, share));
  // What an earlier opening left is never served again.
  openings += 1;
  const isOutdated = operator.version < host.version;
  return openInstallation({
    ...{ config, logger, connections, web: host.web, mail: host.mail, listener: host.listener },
    storage: await storageOf(config, slug, host.storage),
    addresses: siteAddresses(host, slug),
    pageMemory: { entries: host.pages, prefix: `${slug}#${openings} ` },
    persist: (step) => step(),
    prepare: (work) => (isOutdated ? prepareDatabase(connectionString, work) : work()),
    needsErasureLog: operator.must_replay,
    startJobs: () => startJobs(connections.pool, logger, RARE_PACE),
  });
}

// The connection that hears of changes has a place, too.
async function listeningPlace(share: Share, end: () => void): Promise<() => Promise<void>> {
  const giveBack = await share.take().catch((error) => {
    end();
    throw error;
  });
  return async () => {
    giveBack();
    end();
  };
}

function sizesOf({ hosting }: Config, share: Share): PoolSizes {
  const each = (hosting?.connectionsEach ?? 0) - 1;
  const identity = Math.max(1, Math.round(each / 4));
  return { application: each - identity, identity, idle: 0, share };
}

/** Where an operator's pictures and receipts are: below its name in the host's bucket, or in its own folder. */
export async function storageOf(config: Config, slug: string, bucket: Storage | undefined): Promise<Storage> {
  return bucket ? prefixedStorage(bucket, `operators/${slug}`) : openStorage(config);
}

/** A part of a storage: nothing outside of the folder `prefix` can be named through it. */
function prefixedStorage(storage: Storage, prefix: string): Storage {
  const within = (key: string) => {
    if (key.split('/').some((part) => part === '..' || part === '.')) throw new Error(`not a key: ${key}`);
    return `${prefix}/${key}`;
  };
  return {
    write: (key, content) => storage.write(within(key), content),
    copy: (from, to) => storage.copy(within(from), within(to)),
    read: (key) => storage.read(within(key)),
    async list(folder) {
      const keys = await storage.list(within(folder));
      return keys.map((key) => key.slice(prefix.length + 1));
    },
    removeFolder: (key) => storage.removeFolder(within(key)),
  };
}
