import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Trip } from '@passeio/contract/trips/trips';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { freePort } from '../../../scripts/free-port.ts';
import { createDatabase, createPool, type Database } from '../../src/platform/database/connect.ts';
import { findRunningPostgres, startEmbeddedPostgres } from '../../src/platform/database/embedded/index.ts';
import { findFaults } from '../../src/platform/database/find-faults.ts';
import { prepareDatabase } from '../../src/platform/database/migrate.ts';
import { signUpData } from '../factories.ts';
import { Ledger, PASSWORD, prepareTrips, send, signInAt, signUpAndIn } from '../ledger.ts';
import { runCommandProcess } from './server-process.ts';

const people = Array.from({ length: 4 }, () => signUpData());
// A multiple of three: what somebody keeps is on the same trips each time, and on the others they can go on for ever.
const TRIPS = 12;
// Until something happens: each person is in the middle of something then.
const ACKNOWLEDGEMENTS = 12;
const MAIN = join(import.meta.dirname, '../../src/main.ts');

let elsewhere: string;
let dataDir: string;
let port: number;
let server: ChildProcess;
let output = '';

const base = () => `http://localhost:${port}`;

async function withDatabase(connectionString: string, work: (db: Database) => Promise<void>): Promise<void> {
  const db = createDatabase(createPool({ connectionString, max: 1, hasTimeouts: false, onError: () => undefined }));
  try {
    await work(db);
  } finally {
    await db.destroy();
  }
}

/** A data folder with trips that never fill, open to other users of the machine, as old ones are. */
async function prepareFolder(): Promise<void> {
  const { connectionString, stop } = await startEmbeddedPostgres(dataDir, () => undefined);
  await prepareDatabase(connectionString, async () => undefined);
  await withDatabase(connectionString, async (db) => {
    await prepareTrips(db, TRIPS, 10_000);
  });
  await stop();
  // Removes the lock of this process; the product makes its own.
  await rm(join(dataDir, 'owner.lock'));
  await chmod(dataDir, 0o755);
  await mkdir(join(dataDir, 'files'), { mode: 0o755 });
}

/** So that there is a picture. */
async function uploadLogo(token: string): Promise<void> {
  const me = await (await send(base(), '/api/users/me', token, 'GET')).json();
  const { id } = me as { id: string };
  await withDatabase(await findRunningPostgres(dataDir), async (db) => {
    await db.updateTable('users').set({ role: 'ADMIN' }).where('id', '=', id).execute();
  });
  const content = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  const body = new FormData();
  body.set('logo', new File([new Uint8Array(content)], 'logo.png', { type: 'image/png' }));
  const headers = { authorization: `Bearer ${token}` };
  expect((await fetch(`${base()}/api/settings/logo`, { method: 'PUT', body, headers })).status).toBe(200);
}

async function startServer(env: NodeJS.ProcessEnv = {}): Promise<ChildProcess> {
  const usual = { NODE_ENV: 'development', DATA_DIR: dataDir, PORT: String(port), RATE_LIMITS: 'off' };
  // No demonstration bank: its certificates take time.
  const child = spawn(process.execPath, [MAIN], { env: { ...process.env, ...usual, PAYMENTS: 'manual', ...env } });
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
  await Promise.all(ledgers.map((ledger) => ledger.reserveUnanswered(trips.at(-1) as Trip)));
  const stop = new AbortController();
  const work = ledgers.map((ledger) => ledger.work(trips, stop.signal));
  const acknowledged = () => ledgers.reduce((sum, { acknowledgements }) => sum + acknowledgements, 0);
  const before = acknowledged();
  const isEnough = () => expect(acknowledged()).toBeGreaterThan(before + ACKNOWLEDGEMENTS);
  await vi.waitFor(isEnough, { timeout: 120_000, interval: 5 });
  await happening();
  stop.abort();
  await Promise.all(work);
}

/** Everything acknowledged is there, once for each key, and consistent. */
async function compareAll(ledgers: Ledger[]): Promise<void> {
  for (const ledger of ledgers) await ledger.compare();
  await withDatabase(await findRunningPostgres(dataDir), async (db) => {
    expect(await findFaults(db)).toEqual([]);
    const keyed = await db
      .selectFrom('reservations')
      .select(['id', 'request_key'])
      .where('request_key', 'is not', null)
      .execute();
    const acknowledged = ledgers.flatMap(({ byKey }) => [...byKey]);
    expect(new Map(keyed.map(({ id, request_key }) => [request_key, id]))).toEqual(new Map(acknowledged));
    expect(keyed).toHaveLength(acknowledged.length);
  });
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

/** Ends the server while people ask it something. */
async function endInFlight(ledgers: Ledger[], signal: 'SIGTERM' | 'SIGINT'): Promise<void> {
  const pid = await postmasterPid();
  const inFlight = [...ledgers, ...ledgers].map(async ({ token }) => {
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
}

const picturesIn = async (folder: string) => (await readdir(join(folder, 'files'), { recursive: true })).sort();

async function modesIn(folder: string, names: string[]): Promise<string[]> {
  return Promise.all(names.map(async (name) => ((await stat(join(folder, name))).mode & 0o777).toString(8)));
}

// Starts take seconds: each test goes on with the server of the one before.
describe('the whole product as a process', { timeout: 360_000 }, () => {
  const ledgers: Ledger[] = [];
  let backup: string;
  beforeAll(async () => {
    elsewhere = await mkdtemp(join(tmpdir(), 'passeio-crash-'));
    await chmod(elsewhere, 0o755);
    dataDir = join(elsewhere, 'data');
    backup = join(elsewhere, 'backup.zip');
    port = await freePort();
    await prepareFolder();
    server = await startServer();
    await untilReady();
    for (const person of people) ledgers.push(new Ledger(base(), await signUpAndIn(base(), base(), person)));
    await uploadLogo(await signUpAndIn(base()));
  }, 360_000);
  afterAll(async () => {
    server.kill('SIGTERM');
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
    await rm(elsewhere, { recursive: true, force: true });
  });

  it('has everything it acknowledged after a kill -9 of the server under load', async () => {
    await underLoad(ledgers, async () => {
      server.kill('SIGKILL');
      await once(server, 'exit');
    });
    server = await startServer();
    await untilReady();

    await compareAll(ledgers);
  });

  it('answers 503 while PostgreSQL is unavailable after a kill -9, and goes on with everything it acknowledged', async () => {
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
    'goes on after a kill -9 of one process of PostgreSQL, with everything it acknowledged',
    async () => {
      const postmaster = await postmasterPid();
      await underLoad(ledgers, async () => void process.kill(await serverProcess(), 'SIGKILL'));
      await untilReady();
      await compareAll(ledgers);
      expect(await postmasterPid()).toBe(postmaster);
    },
  );

  it('still owns its data folder: a second one that is started on it says so and ends', async () => {
    const postmaster = await postmasterPid();
    const second = await startServer({ PORT: String(await freePort()) });
    const [code] = await once(second, 'exit');
    expect(code).toBe(1);
    expect(output).toContain(`Another Passeio is already running on the data folder ${dataDir}`);
    expect(await postmasterPid()).toBe(postmaster);
    expect((await fetch(`${base()}/readyz`)).status).toBe(200);
  });

  it('says which port is taken and how to choose another', async () => {
    const second = await startServer({ DATA_DIR: join(elsewhere, 'other') });
    const [code] = await once(second, 'exit');
    expect(code).toBe(1);
    expect(output).toContain(
      `Port ${port} is taken by another program. Choose another, as in: PORT=${port + 10} npm start`,
    );
  });

  it('has closed its data folder to other users of the machine', async () => {
    const parts = ['.', 'files', 'secrets', 'postgres', 'postgres.log', 'secrets/identity', 'owner.lock'];
    // PostgreSQL's system user must pass through the folder.
    const own = process.getuid?.() === 0 ? '710' : '700';
    expect(await modesIn(dataDir, parts)).toEqual([own, '700', '700', '700', '600', '600', '600']);
    const picture = (await readdir(join(dataDir, 'files'), { recursive: true })).find((name) => name.includes('.'));
    expect(await modesIn(join(dataDir, 'files'), [picture ?? ''])).toEqual(['600']);
  });

  it('is backed up while it runs, and not restored over itself', async () => {
    const backingUp = await runCommandProcess('back-up.ts', [backup], { DATA_DIR: dataDir });
    expect(backingUp).toMatchObject({ code: 0, output: expect.stringContaining(backup) });
    const overwriting = await runCommandProcess('restore.ts', [backup], { DATA_DIR: dataDir });
    expect(overwriting).toMatchObject({ code: 1, output: expect.stringContaining('is not empty') });
  });

  it('finishes what is in flight on SIGTERM and ends with 0, with its database', () => endInFlight(ledgers, 'SIGTERM'));

  it('is restored elsewhere from the backup', async () => {
    const pictures = await picturesIn(dataDir);
    expect(pictures.length).toBeGreaterThan(0);
    dataDir = join(elsewhere, 'restored');
    expect(await runCommandProcess('restore.ts', [backup], { DATA_DIR: dataDir })).toMatchObject({ code: 0 });
    server = await startServer();
    await untilReady();
    // No session is in it.
    for (const [index, ledger] of ledgers.entries()) {
      ledger.token = await signInAt(base(), people[index]?.email ?? '', PASSWORD);
    }
    await compareAll(ledgers);
    await signUpAndIn(base());
    expect(await picturesIn(dataDir)).toEqual(pictures);
  });

  it('finishes what is in flight on SIGINT and ends with 0, with its database', () => endInFlight(ledgers, 'SIGINT'));

  it('refuses to start without the secret of its database', async () => {
    await rm(join(dataDir, 'secrets'), { recursive: true });
    server = await startServer();
    expect((await once(server, 'exit'))[0]).toBe(1);
    expect(output).toContain('is missing, and the database holds what was encrypted with it');
  });
});
