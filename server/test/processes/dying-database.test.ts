import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ServerProcess, startServerProcess } from './server-process.ts';

const production = {
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  PUBLIC_URL: 'https://passeio.example',
  RATE_LIMITS: 'on',
  DRAIN_SECONDS: '0',
};

// Moments of a start that takes some seconds.
const MOMENTS_MS = [0, 500, 1_500, 3_000, 5_000];

/** Asks for a page, an answer of the API and readiness, over and over; what is answered. */
async function askUntil(over: AbortSignal, { url }: ServerProcess): Promise<Set<number>> {
  const statuses = new Set<number>();
  while (!over.aborted) {
    for (const path of ['/readyz', '/api/trips', '/']) {
      const answer = await fetch(url + path, { redirect: 'manual' }).catch(() => undefined);
      await answer?.arrayBuffer().catch(() => undefined);
      if (answer) statuses.add(answer.status);
    }
    await wait(20);
  }
  return statuses;
}

/** The running PostgreSQL; throws while there is none. */
async function postmasterOf(dataDir: string): Promise<number> {
  const pid = Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);
  expect(await readFile(`/proc/${pid}/comm`, 'utf8')).toBe('postgres\n');
  return pid;
}

/** Kills PostgreSQL as soon as it runs. */
async function killDatabase(dataDir: string): Promise<void> {
  const pid = await vi.waitFor(() => postmasterOf(dataDir), { timeout: 60_000, interval: 10 });
  process.kill(pid, 'SIGKILL');
  await vi.waitFor(() => expect(existsSync(`/proc/${pid}`)).toBe(false), { timeout: 10_000, interval: 5 });
}

/** Starts a server whose database is killed by `kill`; nothing but 503 is answered meanwhile, and nobody exits. */
async function startWhile(dataDir: string, kill: () => Promise<void>): Promise<void> {
  const server = await startServerProcess({ ...production, DATA_DIR: dataDir });
  const over = new AbortController();
  const asking = askUntil(over.signal, server);
  await kill().catch((error) => expect.fail(`${error}\n${server.output()}`));
  const postmaster = await vi.waitFor(() => postmasterOf(dataDir), { timeout: 30_000, interval: 100 }).catch(() => 0);
  const untilReady = async () => expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  await vi.waitFor(untilReady, { timeout: 60_000, interval: 100 }).catch(() => undefined);
  over.abort();
  const statuses = await asking;
  await server.stop();
  const output = server.output();
  expect(await server.ended(), output).toBe(0);
  expect(postmaster, output).toBeGreaterThan(0);
  expect(
    [...statuses].filter((status) => ![200, 302, 503].includes(status)),
    output,
  ).toEqual([]);
  expect(output).not.toMatch(/^ {4}at /m);
  expect(await readFile(`/proc/${postmaster}/comm`, 'utf8').catch(() => 'gone')).toBe('gone');
}

describe.skipIf(process.platform !== 'linux')('a database that is killed while a server starts is waited for:', () => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'passeio-dying-'));
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  it('in each of its first ten seconds', async () => {
    await startWhile(dataDir, async () => {
      for (let second = 0; second < 10; second += 1) {
        await killDatabase(dataDir);
        await wait(1_000);
      }
    });
  }, 200_000);

  it.each(MOMENTS_MS)(
    '%d ms after it was started',
    (ms) =>
      startWhile(dataDir, async () => {
        await vi.waitFor(() => postmasterOf(dataDir), { timeout: 60_000, interval: 10 });
        await wait(ms);
        await killDatabase(dataDir);
      }),
    200_000,
  );
});
