import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { expect, inject, vi } from 'vitest';
import { buildApp } from '../src/app.ts';
import { type Config, readConfig } from '../src/config.ts';
import type { App, Deps } from '../src/deps.ts';
import { createChangeNotifier } from '../src/platform/changes/change-notifier.ts';
import { createDatabase, createPool, type Database } from '../src/platform/database/connect.ts';
import { type Jobs, startJobs } from '../src/platform/jobs/jobs.ts';
import { createLogger } from '../src/platform/process/logging.ts';
import { type FakeIdentity, fakeIdentity } from '../src/ports/identity/fake.ts';
import { providerTable } from '../src/ports/payments/providers.ts';
import { localDiskStorage } from '../src/ports/storage/local-disk.ts';
import { testConnections } from './connections.ts';
import { looksPersonal } from './personal-lines.ts';
import { copyDatabase } from './postgres.ts';

export interface TestApp {
  app: App;
  url: string;
  databaseUrl: string;
  /** The connections of `db`. */
  pool: pg.Pool;
  db: Database;
  identity: FakeIdentity;
  /** Log lines, as objects. */
  log: Record<string, unknown>[];
  close(): Promise<void>;
}

export interface TestAppOptions {
  config?: Partial<Config>;
  /** Overrides dependencies of the application, given the defaults. */
  deps?: (deps: Deps & { databaseUrl: string; pool: pg.Pool }) => Partial<Deps> | Promise<Partial<Deps>>;
  connections?: number;
  /** The database that is copied; by default the migrated, empty one. */
  template?: string;
}

/** The application on a database of its own and a free port; close it after the tests, which reads what it has logged. */
export async function buildTestApp({
  config = {},
  deps,
  connections = 10,
  template = inject('templateUrl'),
}: TestAppOptions = {}): Promise<TestApp> {
  const { url: databaseUrl, drop } = await copyDatabase(template);
  const dataDir = await mkdtemp(join(tmpdir(), 'passeio-test-'));
  const pool = createPool({
    connectionString: databaseUrl,
    max: connections,
    // Tests hold locks while others wait for them.
    idleInTransactionMs: 60_000,
    onError: () => undefined,
  });
  const db = createDatabase(pool);
  const identity = fakeIdentity();
  // A busy machine may answer late; a connection that counts as lost empties the page cache.
  const changes = createChangeNotifier({
    connectionString: databaseUrl,
    onError: () => undefined,
    heartbeatMs: 30_000,
  });
  const log: Record<string, unknown>[] = [];
  const personal: string[] = [];
  const write = (line: string) => {
    log.push(JSON.parse(line));
    if (looksPersonal(line)) personal.push(line);
  };
  const logger = createLogger(config.logLevel ?? 'info', { write });
  const usual: Deps = {
    config: { ...readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, RATE_LIMITS: 'off' }), ...config },
    logger,
    connections: testConnections({ db, changes, logger }),
    db,
    identity,
    storage: localDiskStorage(join(dataDir, 'files')),
    providers: providerTable(),
    giftCardKey: new Uint8Array(32),
    emailCodeKey: new Uint8Array(32),
    // Not queued at all; see buildTestAppWithJobs.
    jobs: {
      enqueue: async () => undefined,
      enqueueAll: async () => undefined,
      countWaiting: async () => 0,
      hasJob: async () => false,
      backlogs: async () => new Map(),
      deadLetters: async () => [],
      retry: async () => 0,
      discard: async () => 0,
    },
    changes,
  };
  const app = await buildApp({ ...usual, ...(await deps?.({ ...usual, databaseUrl, pool })) });
  return {
    app,
    url: await listen(app),
    databaseUrl,
    pool,
    db,
    identity,
    log,
    async close() {
      await app.close();
      await changes.stop();
      await db.destroy();
      await drop();
      await rm(dataDir, { recursive: true, force: true });
      expect(personal).toEqual([]);
    },
  };
}

export interface TestAppWithJobs extends TestApp {
  jobs: Jobs;
}

/** The same, whose jobs are queued; tests work the queues. */
export async function buildTestAppWithJobs(options: TestAppOptions = {}): Promise<TestAppWithJobs> {
  const started = Promise.withResolvers<Jobs>();
  const app = await buildTestApp({
    ...options,
    deps: async (usual) => {
      const jobs = await startJobs(usual.pool, usual.logger);
      started.resolve(jobs);
      return { jobs, ...(await options.deps?.(usual)) };
    },
  });
  const jobs = await started.promise;
  return {
    ...app,
    jobs,
    async close() {
      await jobs.stop();
      await app.close();
    },
  };
}

/** A second application on the same database, with its own change notifier; close it first. */
export async function startAnotherProcess(one: TestApp, deps: Partial<Deps> = {}): Promise<TestApp> {
  const changes = createChangeNotifier({ connectionString: one.databaseUrl, onError: () => undefined });
  const app = await buildApp({ ...one.app.deps, changes, ...deps });
  const url = await listen(app);
  await vi.waitFor(() => expect(changes.isListening).toBe(true));
  return {
    ...one,
    app,
    url,
    async close() {
      await app.close();
      await changes.stop();
    },
  };
}

async function listen(app: App): Promise<string> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}
