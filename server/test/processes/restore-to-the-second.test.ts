import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Trip } from '@passeio/contract/trips/trips';
import pg from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createDatabase, createPool } from '../../src/platform/database/connect.ts';
import { findRunningPostgres, startEmbeddedPostgres } from '../../src/platform/database/embedded/index.ts';
import { prepareDatabase } from '../../src/platform/database/migrate.ts';
import { lastBackups } from '../../src/platform/recovery/backup-runs.ts';
import { partyOf, prepareTrips, reserve, send, signUpAndIn } from '../ledger.ts';
import { fillRandomReservations } from '../random-reservations.ts';
import { runCommandProcess, type ServerProcess, startServerProcess } from './server-process.ts';

const RESERVATIONS = 1_000;
const BY_HTTP = 5;
const CAPACITY = 10_000;
// Tokens are for one address; the port changes.
const PUBLIC_URL = 'http://passeio.test';
const WAIT = { timeout: 120_000, interval: 100 };

// Whatever was there, row by row, but for what time changes by itself.
const COUNTED = ['reservations', 'participants', 'transfers', 'charges', 'users', 'trips'];
const SUMS = `select count(*)::int as entries, sum(case direction when 'in' then amount_cents else -amount_cents end)::int
  as cents from transfers`;

let folder: string;
let dataDir: string;
let server: ServerProcess;

async function query<Row>(text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: await findRunningPostgres(dataDir) });
  await client.connect();
  return client
    .query(text)
    .then(({ rows }) => rows as Row[])
    .finally(() => client.end());
}

async function readEverything(): Promise<object> {
  const tables = await query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
     and relname in (${COUNTED.map((name) => `'${name}'`).join(', ')}) order by 1`,
  );
  const rows = `count(*)::int as rows, coalesce(sum(hashtextextended(t::text, 0)), 0)::text as content`;
  const read = tables.map(async ({ name }) => [name, (await query(`select ${rows} from ${name} t`))[0]]);
  return { ...Object.fromEntries(await Promise.all(read)), ledger: (await query(SUMS))[0] };
}

/** Everything, and a moment at which it was so. */
async function readQuietMoment(): Promise<{ everything: object; moment: Date }> {
  return vi.waitFor(async () => {
    const everything = await readEverything();
    const [row] = await query<{ moment: Date }>('select clock_timestamp() as moment');
    expect(await readEverything()).toEqual(everything);
    return { everything, moment: row?.moment as Date };
  }, WAIT);
}

async function pictures(): Promise<Map<string, Buffer>> {
  const files = join(dataDir, 'files');
  const found = (await readdir(files, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const paths = found.map(({ parentPath, name }) => join(parentPath, name)).sort();
  return new Map(
    await Promise.all(paths.map(async (path) => [path.slice(files.length), await readFile(path)] as const)),
  );
}

/** Files are archived with the WAL that is finished next: their names are below those of the archive's lines. */
async function untilArchived(names: string[]): Promise<void> {
  await query('select pg_switch_wal()');
  await vi.waitFor(async () => {
    const archived = await readdir(join(dataDir, 'archive'), { recursive: true });
    for (const name of names) expect(archived.some((path) => path.endsWith(`files${name}`))).toBe(true);
  }, WAIT);
}

async function uploadLogo(token: string): Promise<void> {
  const { id } = (await (await send(server.url, '/api/users/me', token, 'GET')).json()) as { id: string };
  await query(`update users set role = 'ADMIN' where id = '${id}'`);
  const content = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  const body = new FormData();
  body.set('logo', new File([new Uint8Array(content)], 'logo.png', { type: 'image/png' }));
  const headers = { authorization: `Bearer ${token}` };
  expect((await fetch(`${server.url}/api/settings/logo`, { method: 'PUT', body, headers })).status).toBe(200);
}

/** Until a base backup is made, and its restore proved. */
async function untilBackedUp(): Promise<void> {
  const connectionString = await findRunningPostgres(dataDir);
  const db = createDatabase(createPool({ connectionString, max: 1, onError: () => undefined }));
  const succeeded = async () => (await lastBackups(db)).filter((run) => run.succeeded).map(({ kind }) => kind);
  await vi.waitFor(async () => expect(await succeeded()).toEqual(['archive', 'base', 'proof']), WAIT);
  await db.destroy();
}

/** A data folder with reservations of two years, and trips that never fill. */
async function prepareFolder(): Promise<void> {
  const { connectionString, stop } = await startEmbeddedPostgres(dataDir, () => undefined);
  await prepareDatabase(connectionString, async () => undefined);
  await fillRandomReservations(connectionString, RESERVATIONS);
  const db = createDatabase(createPool({ connectionString, max: 1, hasTimeouts: false, onError: () => undefined }));
  await prepareTrips(db, BY_HTTP, CAPACITY);
  await db.destroy();
  await stop();
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'passeio-drill-'));
  dataDir = join(folder, 'data');
  await prepareFolder();
  server = await startServerProcess({ DATA_DIR: dataDir, PUBLIC_URL });
  await server.untilReady();
}, 300_000);
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

it('everything is restored to the second before an accident', { timeout: 600_000 }, async () => {
  await untilBackedUp();
  const token = await signUpAndIn(server.url, PUBLIC_URL);
  const { data: trips } = (await (await fetch(`${server.url}/api/trips?upcoming=true`)).json()) as { data: Trip[] };
  for (const [turn, trip] of trips.filter(({ capacity }) => capacity === CAPACITY).entries()) {
    const body = { party: partyOf(trip, turn) };
    const response = await reserve(server.url, token, { trip, body, key: crypto.randomUUID() });
    expect(response.status).toBe(201);
  }
  await uploadLogo(token);
  const before = await pictures();
  await untilArchived([...before.keys()]);
  const { everything, moment } = await readQuietMoment();
  expect(before.size).toBeGreaterThan(0);

  await query(`truncate reservations cascade; update users set name = 'Apagado'`);
  await rm(join(dataDir, 'files'), { recursive: true });
  expect(await readEverything()).not.toEqual(everything);
  await server.stop();

  const from = join(dataDir, 'archive');
  dataDir = join(folder, 'restored');
  const restoring = ['--at', moment.toISOString(), '--from', from];
  const restored = await runCommandProcess('restore.ts', restoring, { DATA_DIR: dataDir });
  expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('Restored the moment') });
  const again = await runCommandProcess('restore.ts', restoring, { DATA_DIR: dataDir });
  expect(again).toMatchObject({ code: 1, output: expect.stringContaining('is not empty') });

  const postgres = await startEmbeddedPostgres(dataDir, () => undefined);
  expect(await readEverything()).toEqual(everything);
  await postgres.stop();
  expect(await pictures()).toEqual(before);

  server = await startServerProcess({ DATA_DIR: dataDir, PUBLIC_URL });
  await server.untilReady();
  // Signed by the secret that was restored.
  expect((await send(server.url, '/api/users/me', token, 'GET')).status).toBe(200);
});
