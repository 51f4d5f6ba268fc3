import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { afterAll, expect, inject, it, onTestFinished } from 'vitest';
import { newSecret } from '../../src/hosting/host-key.ts';
import { ask, type HostServer, startTestHost } from '../hosting.ts';
import { createEmptyDatabase, type TestDatabase } from '../postgres.ts';
import { startReserving } from '../reserving.ts';
import { runCommandProcess, type ServerProcess, startServerProcess } from './server-process.ts';

const soon = { timeout: 90_000, interval: 200 };

const directories: TestDatabase[] = [];
const folders: string[] = [];
afterAll(async () => {
  for (const { drop } of directories) await drop();
  for (const folder of folders) await rm(folder, { recursive: true });
});

const ofServer = ({ DATA_DIR: _, ...env }: Record<string, string>) => env;

async function newDirectory(): Promise<{ env: Record<string, string>; pool: pg.Pool }> {
  const directory = await createEmptyDatabase(inject('templateUrl'));
  directories.push(directory);
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'passeio-host-'));
  folders.push(DATA_DIR);
  const env = {
    DATA_DIR,
    HOSTING_DATABASE_URL: directory.url,
    HOSTING_KEY: newSecret(),
    HOSTING_DOMAIN: 'passeio.example',
  };
  return { env, pool: new pg.Pool({ connectionString: directory.url, max: 2 }) };
}

const nameAt = async ({ url }: ServerProcess, domain: string) =>
  (await ask(Number(new URL(url).port), domain, '/api/settings')).body?.name;

it('the commands say what they do, and refuse with a sentence', async () => {
  const { env, pool } = await newDirectory();
  const run = (...words: string[]) => runCommandProcess('operators.ts', words, env);
  expect(await run()).toMatchObject({ code: 1, output: expect.stringContaining('Usage: npm run operators') });
  expect(await run('list')).toMatchObject({ code: 0, output: expect.stringContaining('There is no operator yet') });
  const slug = `p${crypto.randomUUID().slice(0, 8)}`;
  const added = await run('add', slug, '--name', 'Rota das Águas', '--domain', `${slug}.example`);
  expect(added).toMatchObject({ code: 0, output: expect.stringContaining(`is at http://${slug}.example:3000`) });
  expect(added.output).toMatch(/with code ([\dA-F]{4}-){7}[\dA-F]{4}/);
  expect(await run('add', slug, '--name', 'Rota')).toMatchObject({
    code: 1,
    output: expect.stringContaining('already'),
  });
  expect((await run('list')).output).toContain('Rota das Águas');
  expect(await run('show', 'nobody')).toEqual({
    code: 1,
    output: expect.stringMatching(/^There is no operator "nobody"/),
  });
  expect(await runCommandProcess('back-up.ts', [], env)).toMatchObject({
    code: 1,
    output: expect.stringContaining('hosting'),
  });
  await runClose(slug, env);
  expect((await run('list')).output).toMatch(new RegExp(`${slug} +closed`));
  await pool.end();
}, 120_000);

/** Suspends, exports and closes an operator, typing its name. */
async function runClose(slug: string, env: Record<string, string>): Promise<void> {
  await runCommandProcess('operators.ts', ['suspend', slug], env);
  const exported = await runCommandProcess(
    'operators.ts',
    ['export', slug, join(env.DATA_DIR ?? '', 'export.zip')],
    env,
  );
  expect(exported).toMatchObject({ code: 0, output: expect.stringContaining('rows of') });
  const program = join(import.meta.dirname, '../../src/operators.ts');
  const child = spawn(process.execPath, [program, 'close', slug], { env: { ...process.env, ...env } });
  child.stdin.end('Rota das Águas\n');
  expect(await text(child.stdout)).toContain('is closed');
}

it('another server goes on with the operators of one that was killed', async () => {
  const { env, pool } = await newDirectory();
  const slug = `k${crypto.randomUUID().slice(0, 8)}`;
  const domain = `${slug}.passeio.example`;
  await runCommandProcess('operators.ts', ['add', slug, '--name', 'Duas'], env);
  const one = await startServerProcess(ofServer(env));
  await one.untilReady();
  expect(await nameAt(one, domain)).toBe('Duas');
  const serversAt = async () => {
    const { rows } = await pool.query('select server from leases where slug = $1 and until > now()', [slug]);
    return rows.map(({ server }) => server as string);
  };
  const before = await serversAt();
  expect(before).toHaveLength(1);
  const other = await startServerProcess(ofServer(env));
  try {
    await other.untilReady();
    await one.kill();
    // Something has to be done though nobody visits it.
    await expect.poll(async () => (await serversAt()).some((server) => !before.includes(server)), soon).toBe(true);
    expect(await nameAt(other, domain)).toBe('Duas');
  } finally {
    await one.stop();
    await other.stop();
    await pool.end();
  }
}, 240_000);

it('nothing that was acknowledged is lost with a server that is killed, and another one ends its holds', async () => {
  const host = await startTestHost({ hosting: { idleMs: 500 } });
  onTestFinished(() => host.close());
  const operators = [await host.add(), await host.add(), await host.add()];
  const { databaseUrl, key, domain: below } = host.config.hosting ?? {};
  const env = { HOSTING_DATABASE_URL: databaseUrl, HOSTING_KEY: key, HOSTING_DOMAIN: below };
  const child = await startServerProcess(env);
  onTestFinished(() => child.stop());
  await child.untilReady();
  const port = Number(new URL(child.url).port);
  const server: Pick<HostServer, 'ask' | 'port'> = { port, ask: (name, path, asked) => ask(port, name, path, asked) };
  const reserving = await Promise.all(operators.map((operator) => startReserving(host, operator, server)));
  await Promise.all(reserving.map((one) => one.untilMore(4)));
  // Its children end later.
  const killed = child.kill();
  const left = await Promise.all(reserving.map((one) => one.stop()));
  expect(left.reduce((sum, { cut }) => sum + cut, 0)).toBeGreaterThan(0);
  const countIn = (index: number, state: 'held' | 'expired') =>
    host.inDatabase(operators[index]?.slug ?? '', async (db) => {
      const rows = await db.selectFrom('reservations').select('id').where('state', '=', state).execute();
      return rows.filter(({ id }) => left[index]?.acknowledged.includes(id)).length;
    });
  for (const [index, { slug }] of operators.entries()) {
    expect(await countIn(index, 'held')).toBe(left[index]?.acknowledged.length);
    await host.inDatabase(slug, (db) => db.updateTable('reservations').set({ hold_expires_at: new Date() }).execute());
  }
  // Nobody visits them.
  for (const [index, { domain }] of operators.entries()) {
    await expect.poll(() => countIn(index, 'expired'), soon).toBe(left[index]?.acknowledged.length);
    expect((await host.ask(domain, '/api/settings')).status).toBe(200);
  }
  await killed;
}, 300_000);
