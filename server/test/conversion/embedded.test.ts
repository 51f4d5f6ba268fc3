import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createClient } from '../../src/platform/database/connect.ts';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded/index.ts';
import { spendDay } from '../day-of-work.ts';
import { runCommandProcess, type ServerProcess, startServerProcess } from '../processes/server-process.ts';
import { differencesOf, type Figures, readFigures } from './figures.ts';
import { type ReleasedTree, SECRET, unpackConverted } from './released.ts';

const WAIT = { timeout: 180_000, interval: 100 };
const REFUSED = /This database is of release 0\.3\.1\. Stop all servers, then convert it/;

let release: ReleasedTree;
let folder: string;
let dataDir: string;
let archive: string;
let before: Figures;
// A demonstration of the release in which a day was spent, stopped; and its archive as it was then.
beforeAll(async () => {
  release = await unpackConverted();
  folder = await mkdtemp(join(tmpdir(), 'passeio-embedded-'));
  dataDir = join(folder, 'data');
  archive = join(folder, 'archive');
  const server = await release.start({ DATA_DIR: dataDir });
  await server.untilReady();
  await spendDay(server.url, []);
  await vi.waitFor(async () => expect(await bases(join(dataDir, 'archive'))).not.toEqual([]), WAIT);
  const { code, output } = await convertIn(dataDir);
  expect([code, output]).toEqual([1, expect.stringMatching(/^Another Passeio is already running on the data folder/)]);
  await server.stop();
  before = await figuresOf(dataDir, 'before');
  await cp(join(dataDir, 'archive'), archive, { recursive: true });
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await release?.remove();
});

const convertIn = (data: string, name = 'before.zip') =>
  runCommandProcess('convert.ts', [join(folder, name)], { DATA_DIR: data, NODE_ENV: 'development' });

const startHere = (data: string): Promise<ServerProcess> =>
  startServerProcess({ DATA_DIR: data, IDENTITY_SECRET: SECRET, LOG_LEVEL: 'info' });

async function bases(where: string): Promise<string[]> {
  const names = await readdir(where, { recursive: true }).catch(() => []);
  return names.filter((name) => /base-\w+\.json$/.test(name)).sort();
}

async function queryIn(data: string, text: string) {
  const postgres = await startEmbeddedPostgres(data, () => undefined);
  const client = createClient(postgres.connectionString);
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  await postgres.stop();
  return rows;
}

async function figuresOf(data: string, when: 'before' | 'after'): Promise<Figures> {
  const postgres = await startEmbeddedPostgres(data, () => undefined);
  try {
    return await readFigures(postgres.connectionString, when);
  } finally {
    await postgres.stop();
  }
}

it('the archive of the release is restored by it, erased again, and converted', async () => {
  const restored = join(folder, 'restored');
  await release.run('restore.ts', ['--at', 'latest', '--from', archive], { DATA_DIR: restored });
  const [payer] = await queryIn(restored, 'select user_id as id from reservations order by id limit 1');
  const log = join(restored, 'files/erasures/person');
  await mkdir(log, { recursive: true });
  await writeFile(join(log, payer.id), '');
  const server = await release.start({ DATA_DIR: restored });
  await server.untilReady();
  await server.stop();
  const then = await figuresOf(restored, 'before');

  const { code, output } = await convertIn(restored, 'restored.zip');

  expect([code, output]).toEqual([0, expect.stringContaining('Converted in')]);
  expect(differencesOf(then, await figuresOf(restored, 'after'))).toEqual([]);
  const [person] = await queryIn(restored, `select email, erased_at from users where id = '${payer.id}'`);
  expect(person).toEqual({ email: null, erased_at: expect.any(Date) });
});

it('the stopped server is converted, and starts with a base backup', async () => {
  const start = await startHere(dataDir);
  expect(await start.ended()).toBe(1);
  expect(start.output()).toMatch(REFUSED);

  const { code, output } = await convertIn(dataDir);

  expect(output).toContain('Start this version now: it begins with a base backup.');
  expect(code).toBe(0);
  expect((await readFile(join(folder, 'before.zip'))).length).toBeGreaterThan(10_000);
  expect(differencesOf(before, await figuresOf(dataDir, 'after'))).toEqual([]);
  const archived = await bases(join(dataDir, 'archive'));
  const server = await startHere(dataDir);
  await server.untilReady();
  await vi.waitFor(async () => expect((await bases(join(dataDir, 'archive'))).length).toBe(archived.length + 1), WAIT);
  expect(server.output()).not.toMatch(/"level":(50|60)/);
  await server.stop();
});
