import type { AddressInfo } from 'node:net';
import { buildApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { sweepHolds } from '../../src/domains/reservations/index.ts';
import { createChangeNotifier } from '../../src/platform/changes/change-notifier.ts';
import { createDatabase, createPool } from '../../src/platform/database/connect.ts';
import { createLogger } from '../../src/platform/process/logging.ts';
import { repeat } from '../../src/platform/process/repeat.ts';
import { fakeIdentity } from '../../src/ports/identity/fake.ts';
import type { VerifiedIdentity } from '../../src/ports/identity/port.ts';
import { providerTable } from '../../src/ports/payments/providers.ts';
import { localDiskStorage } from '../../src/ports/storage/local-disk.ts';
import { testConnections } from '../connections.ts';

/** What `forkServer` sends to this program. */
export interface SecondProcess {
  databaseUrl: string;
  dataDir: string;
  /** Who may call it, by token. */
  identities: Record<string, VerifiedIdentity>;
  sweepIntervalMs: number;
}

// A server of its own process: no variable is shared with the tests. It sends its address, and ends with its parent.
process.once('message', async ({ databaseUrl, dataDir, identities, sweepIntervalMs }: SecondProcess) => {
  const onError = (error: unknown) => console.error(error);
  const db = createDatabase(createPool({ connectionString: databaseUrl, max: 10, onError }));
  const changes = createChangeNotifier({ connectionString: databaseUrl, onError });
  const logger = createLogger('warn');
  const jobs = {
    enqueue: async () => undefined,
    enqueueAll: async () => undefined,
    countWaiting: async () => 0,
    hasJob: async () => false,
    backlogs: async () => new Map(),
    deadLetters: async () => [],
    retry: async () => 0,
    discard: async () => 0,
  };
  const known = async (token: string) => identities[token];
  const app = await buildApp({
    config: readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, RATE_LIMITS: 'off' }),
    identity: { ...fakeIdentity(), verify: known, holderOf: known },
    storage: localDiskStorage(dataDir),
    ...{ db, changes, logger, jobs, providers: providerTable(), giftCardKey: new Uint8Array(32) },
    emailCodeKey: new Uint8Array(32),
    connections: testConnections({ db, changes, logger }),
  });
  const parts = { db, changes, logger, jobs, publicUrl: 'https://passeio.example' };
  repeat((signal) => sweepHolds(parts, signal), sweepIntervalMs, onError);
  await app.listen({ port: 0, host: '127.0.0.1' });
  process.send?.((app.server.address() as AddressInfo).port);
});
process.once('disconnect', () => process.exit(0));
