import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { VerifiedIdentity } from '../../src/ports/identity/port.ts';
import type { TestApp } from '../app.ts';
import type { Person } from '../factories.ts';
import type { SecondProcess } from './second-process.ts';

const PROGRAM = join(import.meta.dirname, 'second-process.ts');

export interface ForkedServer {
  /** For `call`. */
  url: string;
  pid: number;
  stop(): Promise<void>;
}

/**
 * A second server on the application's database, in a process of its own, which `people` may call. It sweeps the holds
 * and waiting lists all the time. Stop it first.
 */
export async function forkServer({ app, databaseUrl, identity }: TestApp, people: Person[]): Promise<ForkedServer> {
  const identities: Record<string, VerifiedIdentity> = {};
  for (const { token } of people) {
    const known = await identity.verify(token);
    if (known) identities[token] = known;
  }
  const child = fork(PROGRAM, { execArgv: [] });
  const gone = once(child, 'exit');
  const settings: SecondProcess = { databaseUrl, dataDir: app.deps.config.dataDir, identities, sweepIntervalMs: 20 };
  child.send(settings);
  const [port] = await Promise.race([once(child, 'message'), gone.then(() => Promise.reject(new Error('it ended')))]);
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    async stop() {
      child.disconnect();
      await gone;
    },
  };
}
