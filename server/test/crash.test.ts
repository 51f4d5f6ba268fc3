import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Trip } from '@passeio/contract/trips';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { createDatabase, createPool } from '../src/platform/database/connect.ts';
import { findRunningPostgres } from '../src/platform/database/embedded/index.ts';
import { findFaults } from './invariants.ts';
import { Ledger, send, signUpAndIn } from './ledger.ts';
import { runCommandProcess } from './server-process.ts';

const PEOPLE = 12;
const MAIN = join(import.meta.dirname, '../src/main.ts');

let dataDir: string;
let port: number;
let server: ChildProcess;
let output = '';

const base = () => `http://localhost:${port}`;

async function startServer(env: NodeJS.ProcessEnv = {}): Promise<ChildProcess> {
  const child = spawn(process.execPath, [MAIN], {
    env: { ...process.env, NODE_ENV: 'development', DATA_DIR: dataDir, PORT: String(port), RATE_LIMITS: 'off', ...env },
  });
  child.stdout?.on('data', (chunk) => (output += chunk));
  child.stderr?.on('data', (chunk) => (output += chunk));
  return child;
}

async function untilReady(): Promise<void> {
  const hasEnded = () => server.exitCode !== null;
  const isReady = async () => hasEnded() || expect((await fetch(`${base()}/readyz`)).status).toBe(200);
  await vi.waitFor(isReady, { timeout: 300_000, interval: 50 });
  if (hasEnded()) throw new Error(`the server ended:\n${output}`);
}

async function underLoad(ledgers: Ledger[], happening: () => Promise<void>): Promise<void> {
  const { data: trips } = (await (await fetch(`${base()}/api/trips?upcoming=true`)).json()) as { data: Trip[] };
  const stop = new AbortController();
  const work = ledgers.map((ledger) => ledger.work(trips, stop.signal));
  const before = ledgers.reduce((sum, ledger) => sum + ledger.acknowledgements, 0);
  await vi.waitFor(
    () => expect(ledgers.reduce((sum, ledger) => sum + ledger.acknowledgements, 0)).toBeGreaterThan(before + 50),
    { timeout: 120_000, interval: 5 },
  );
  await happening();
  stop.abort();
  await Promise.all(work);
}

/** Everything acknowledged is there, once for each key, and consistent. */
async function compareAll(ledgers: Ledger[], folder = dataDir): Promise<void> {
  for (const ledger of ledgers) await ledger.compare();
  const connectionString = await findRunningPostgres(folder);
  const db = createDatabase(createPool({ connectionString, max: 1, hasTimeouts: false, onError: () => undefined }));
  try {
    expect(await findFaults(db)).toEqual([]);
    const keyed = await db
      .selectFrom('reservations')
      .select(['id', 'request_key'])
      .where('request_key', 'is not', null)
      .execute();
    const acknowledged = ledgers.flatMap(({ byKey }) => [...byKey]);
    expect(new Map(keyed.map(({ id, request_key }) => [request_key, id]))).toEqual(new Map(acknowledged));
    expect(keyed).toHaveLength(acknowledged.length);
  } finally {
    await db.destroy();
  }
}

const postmasterPid = async () =>
  Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);

/** A PostgreSQL backend of one of our connections. */
async function serverProcess(): Promise<number> {
  const postmaster = await postmasterPid();
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    const title = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (status.includes(`PPid:\t${postmaster}\n`) && title.includes('passeio [local]')) return Number(pid);
  }
  throw new Error('PostgreSQL serves nobody');
}

async function stopServer(): Promise<void> {
  server.kill('SIGTERM');
  await once(server, 'exit');
}

/** Starts it where a test has ended it: a start takes seconds. */
async function startAgain(): Promise<void> {
  if (server.exitCode === null && server.signalCode === null) return;
  server = await startServer();
  await untilReady();
}

const picturesIn = async (folder: string) => (await readdir(join(folder, 'files'), { recursive: true })).sort();

async function modesIn(folder: string, names: string[]): Promise<string[]> {
  return Promise.all(names.map(async (name) => ((await stat(join(folder, name))).mode & 0o777).toString(8)));
}

describe('the whole product as a process', { timeout: 360_000 }, () => {
  const ledgers: Ledger[] = [];
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'passeio-crash-'));
    port = await freePort();
    server = await startServer();
    await untilReady();
    for (let count = 0; count < PEOPLE; count += 1) ledgers.push(new Ledger(base(), await signUpAndIn(base())));
  }, 360_000);
  afterAll(async () => {
    if (server.exitCode === null && server.signalCode === null) await stopServer();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('has everything it acknowledged after a kill -9 of the server under load', async () => {
    await underLoad(ledgers, async () => {
      server.kill('SIGKILL');
      await once(server, 'exit');
    });
    await startAgain();

    await compareAll(ledgers);
  });

  it('answers 503 while PostgreSQL is away after a kill -9, and goes on with everything it acknowledged', async () => {
    await underLoad(ledgers, async () => {
      process.kill(await postmasterPid(), 'SIGKILL');
      await vi.waitFor(async () => expect((await fetch(`${base()}/readyz`)).status).toBe(503), {
        timeout: 120_000,
        interval: 5,
      });
      expect((await fetch(`${base()}/healthz`)).status).toBe(200);
    });
    await untilReady();

    expect(new Set(ledgers.flatMap(({ failures }) => [...failures]))).toEqual(new Set([503]));
    await compareAll(ledgers);
  });

  it.skipIf(process.platform !== 'linux')(
    'goes on after a kill -9 of one process of PostgreSQL, and still owns its data folder',
    async () => {
      await underLoad(ledgers, async () => void process.kill(await serverProcess(), 'SIGKILL'));
      const postmaster = await postmasterPid();
      const second = await startServer({ PORT: String(await freePort()) });
      const [code] = await once(second, 'exit');

      expect(code).toBe(1);
      expect(await postmasterPid()).toBe(postmaster);
      await untilReady();
      await compareAll(ledgers);
    },
  );

  it('says so and ends when a second one is started on the same data folder', async () => {
    const second = await startServer({ PORT: String(await freePort()) });
    const [code] = await once(second, 'exit');
    expect(code).toBe(1);
    expect(output).toContain(`Another Passeio is already running on the data folder ${dataDir}`);
    expect((await fetch(`${base()}/readyz`)).status).toBe(200);
  });

  it('is restored elsewhere from a backup that was made beside it', async () => {
    const elsewhere = await mkdtemp(join(tmpdir(), 'passeio-restored-'));
    const file = join(elsewhere, 'backup.zip');
    const restoredDir = join(elsewhere, 'data');
    const backup = await runCommandProcess('back-up.ts', [file], { DATA_DIR: dataDir });
    expect(backup).toMatchObject({ code: 0, output: expect.stringContaining(file) });
    const overwriting = await runCommandProcess('restore.ts', [file], { DATA_DIR: dataDir });
    expect(overwriting).toMatchObject({ code: 1, output: expect.stringContaining('is not empty') });
    await stopServer();

    expect(await runCommandProcess('restore.ts', [file], { DATA_DIR: restoredDir })).toMatchObject({ code: 0 });
    server = await startServer({ DATA_DIR: restoredDir });
    await untilReady();
    await compareAll(ledgers, restoredDir);
    await signUpAndIn(base());
    expect(await picturesIn(restoredDir)).toEqual(await picturesIn(dataDir));

    await stopServer();
    await rm(join(restoredDir, 'secrets'), { recursive: true });
    const withoutSecret = await startServer({ DATA_DIR: restoredDir });
    expect((await once(withoutSecret, 'exit'))[0]).toBe(1);
    expect(output).toContain('is missing, and the database holds what was encrypted with it');
    await rm(elsewhere, { recursive: true });
  });

  it('closes its data folder to other users of the machine, an old one too', async () => {
    await chmod(dataDir, 0o755);
    await chmod(join(dataDir, 'files'), 0o755);
    await startAgain();

    const parts = ['.', 'files', 'secrets', 'postgres', 'postgres.log', 'secrets/identity', 'owner.lock'];
    // PostgreSQL's system user must pass through the folder.
    const own = process.getuid?.() === 0 ? '710' : '700';
    expect(await modesIn(dataDir, parts)).toEqual([own, '700', '700', '700', '600', '600', '600']);
    const picture = (await readdir(join(dataDir, 'files'), { recursive: true })).find((name) => name.includes('.'));
    expect(await modesIn(join(dataDir, 'files'), [picture ?? ''])).toEqual(['600']);
  });

  it('refuses a data folder without its database', async () => {
    const elsewhere = await mkdtemp(join(tmpdir(), 'passeio-copied-'));
    const expectRefusal = async (folder: string, sentence: string) => {
      const copied = await startServer({ DATA_DIR: folder, PORT: String(await freePort()) });
      expect((await once(copied, 'exit'))[0]).toBe(1);
      expect(output).toContain(sentence);
    };
    await cp(join(dataDir, 'secrets'), join(elsewhere, 'part/secrets'), { recursive: true });
    await expectRefusal(join(elsewhere, 'part'), 'part holds secrets, but no database');

    await symlink(join(elsewhere, 'nowhere'), join(elsewhere, 'link'));
    await expectRefusal(join(elsewhere, 'link'), 'link is a link to a folder that is not there');

    await mkdir(join(elsewhere, 'copy'));
    await symlink(join(elsewhere, 'nowhere'), join(elsewhere, 'copy/postgres'));
    await expectRefusal(join(elsewhere, 'copy'), 'postgres is a link to a database that is not there');
    await rm(elsewhere, { recursive: true });
  });

  it('says which port is taken and how to choose another', async () => {
    const otherData = await mkdtemp(join(tmpdir(), 'passeio-crash-'));
    const second = await startServer({ DATA_DIR: otherData });
    const [code] = await once(second, 'exit');
    await rm(otherData, { recursive: true, force: true });
    expect(code).toBe(1);
    expect(output).toContain(
      `Port ${port} is taken by another program. Choose another, as in: PORT=${port + 1} npm start`,
    );
  });

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'finishes what is in flight on %s and ends with 0, with its database',
    async (signal) => {
      await startAgain();
      const pid = await postmasterPid();
      const inFlight = ledgers.map(async ({ token }) => {
        const response = await send(base(), '/api/reservations/me', token, 'GET');
        await response.text();
        return response.status;
      });
      await Promise.race(inFlight);
      server.kill(signal);
      const [code] = await once(server, 'exit');
      expect(code).toBe(0);
      expect(new Set(await Promise.all(inFlight))).toEqual(new Set([200]));
      expect(() => process.kill(pid, 0)).toThrow();
    },
  );
});
