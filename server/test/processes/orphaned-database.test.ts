import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';
import { findRunningPostgres } from '../../src/platform/database/embedded/index.ts';
import { startServerProcess } from './server-process.ts';

const production = {
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  PUBLIC_URL: 'https://passeio.example',
  RATE_LIMITS: 'on',
};
const STOPS_WITHIN_MS = 10_000;

const phases = {
  'that starts PostgreSQL': async () => undefined,
  'that prepares its database': async (dataDir: string) => {
    const client = new pg.Client({ connectionString: await findRunningPostgres(dataDir) });
    client.on('error', () => undefined);
    await client.connect();
    const { rows } = await client.query(`select from pg_locks where locktype = 'advisory' and granted`);
    await client.end();
    expect(rows).not.toEqual([]);
  },
  'that runs': async (_: string, untilReady: () => Promise<void>) => untilReady(),
};

const isAlive = async (pid: number) => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat !== '' && !/\) Z /.test(stat);
};

it.skipIf(process.platform !== 'linux')(
  'a server that is killed does not leave its database running, and the next start works',
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'passeio-orphan-'));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    for (const [phase, reach] of Object.entries(phases)) {
      const server = await startServerProcess({ ...production, DATA_DIR: dataDir });
      const postmaster = await vi.waitFor(
        async () => {
          const pid = Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);
          expect(await isAlive(pid)).toBe(true);
          return pid;
        },
        { timeout: 60_000, interval: 10 },
      );
      await vi.waitFor(() => reach(dataDir, server.untilReady), { timeout: 60_000, interval: 5 });
      await server.kill();
      await vi.waitFor(async () => expect(await isAlive(postmaster), `of a server ${phase}`).toBe(false), {
        timeout: STOPS_WITHIN_MS,
        interval: 50,
      });
      await rm(server.dataDir, { recursive: true });
    }
    const next = await startServerProcess({ ...production, DATA_DIR: dataDir });
    await next.untilReady();
    await next.stop();
    expect(await next.ended(), next.output()).toBe(0);
  },
  240_000,
);
