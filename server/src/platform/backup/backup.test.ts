import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, createPerson, createTrip } from '../../../test/factories.ts';
import { createEmptyDatabase, type TestDatabase } from '../../../test/postgres.ts';
import { createClient } from '../database/connect.ts';
import { prepareDatabase } from '../database/migrate.ts';
import { backUp } from './back-up.ts';
import { restore } from './restore.ts';
import { listTables, tableName } from './tables.ts';

const FOLDERS = ['files', 'secrets'];
const PICTURE = 'a picture, as it was uploaded';
const RECEIPT = 'a receipt, as it is stored';

let app: TestApp;
let dataDir: string;
let file: string;
let before: Map<string, string>;
beforeAll(async () => {
  app = await buildTestApp();
  dataDir = await mkdtemp(join(tmpdir(), 'passeio-backup-'));
  await mkdir(join(dataDir, 'files/trips/1'), { recursive: true });
  await writeFile(join(dataDir, 'files/trips/1/400.webp'), PICTURE);
  await mkdir(join(dataDir, 'files/receipts/1'), { recursive: true });
  await writeFile(join(dataDir, 'files/receipts/1/file'), RECEIPT);
  await mkdir(join(dataDir, 'secrets'));
  await writeFile(join(dataDir, 'secrets/identity'), 'a secret');
  const trip = await createTrip(app, { title: 'Água, "aspas"\te uma\nlinha \\N' });
  for (let count = 0; count < 3; count += 1) {
    const { token } = await createPerson(app);
    expect((await call(app, 'POST', `/api/trips/enrrol/${trip.id}`, { token })).status).toBe(201);
  }

  file = join(dataDir, 'backup.zip');
  before = await contentOf(app.databaseUrl);
  await backUp({ connectionString: app.databaseUrl, dataDir, folders: FOLDERS, file });
  await createTrip(app, { title: 'Depois da cópia' });
});
afterAll(async () => {
  await app.close();
  await rm(dataDir, { recursive: true });
});

let target: TestDatabase;
let targetDir: string;
beforeEach(async () => {
  target = await createEmptyDatabase(inject('templateUrl'));
  targetDir = await mkdtemp(join(tmpdir(), 'passeio-restored-'));
});
afterEach(async () => {
  await target.drop();
  await rm(targetDir, { recursive: true });
});

/** Every row of every table of ours, hashed. */
async function contentOf(connectionString: string): Promise<Map<string, string>> {
  const client = createClient(connectionString);
  await client.connect();
  const contents = new Map<string, string>();
  for (const table of await listTables(client)) {
    const name = tableName(table);
    const { rows } = await client.query(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as content from ${name} t`,
    );
    contents.set(name, rows[0].content);
  }
  await client.end();
  return contents;
}

const restoreFrom = (from: string) =>
  restore({ file: from, dataDir: targetDir, folders: FOLDERS, openDatabase: async () => target.url });

/** A copy of the backup with `damage` done to it. */
async function damaged(damage: (path: string) => Promise<void>): Promise<string> {
  const copy = join(targetDir, 'damaged.zip');
  await cp(file, copy);
  await damage(copy);
  return copy;
}

describe('a backup', () => {
  it('is restored as everything was', async () => {
    await restoreFrom(file);

    expect(await contentOf(target.url)).toEqual(before);
    expect(before.get('"public"."reservations"')).toMatch(/^3 /);
    expect(await readFile(join(targetDir, 'files/trips/1/400.webp'), 'utf8')).toBe(PICTURE);
    expect(await readFile(join(targetDir, 'files/receipts/1/file'), 'utf8')).toBe(RECEIPT);
    expect((await stat(join(targetDir, 'secrets/identity'))).mode & 0o777).toBe(0o600);
    await prepareDatabase(target.url, async () => undefined);
  });

  it('still holds the database to its rules after it is restored', async () => {
    await restoreFrom(file);
    const client = createClient(target.url);
    await client.connect();
    await expect(client.query('delete from audit_entries')).rejects.toThrow('audit entries are never changed');
    await client.end();
  });

  it('is readable by its owner only, and is not overwritten', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const again = backUp({ connectionString: app.databaseUrl, dataDir, folders: FOLDERS, file });
    await expect(again).rejects.toThrow(`${file} exists already`);
  });

  it('of nothing is refused', async () => {
    const nothing = backUp({ connectionString: target.url, dataDir, folders: [], file: join(targetDir, 'empty.zip') });
    await expect(nothing).rejects.toThrow('There is nothing to back up');
    expect(await readdir(targetDir)).toEqual([]);
  });
});

describe('restoring', () => {
  it('into a database or a folder in use is refused, and changes nothing', async () => {
    const inUse = restore({ file, dataDir: targetDir, folders: FOLDERS, openDatabase: async () => app.databaseUrl });
    await expect(inUse).rejects.toThrow('The database is not empty');
    await prepareDatabase(app.databaseUrl, async () => undefined);

    await mkdir(join(targetDir, 'files'));
    await writeFile(join(targetDir, 'files/other.webp'), 'other');
    await expect(restoreFrom(file)).rejects.toThrow('is not empty');
  });

  it('a file that was cut short is refused before anything is written', async () => {
    const short = await damaged(async (path) => truncate(path, (await stat(path)).size - 100));
    await expect(restoreFrom(short)).rejects.toThrow('is not a backup that can be read');
    expect(await contentOf(target.url)).toEqual(new Map());
  });

  it('that fails half-way leaves a database that no start takes for the whole', async () => {
    const changed = await damaged(async (path) => {
      const bytes = await readFile(path);
      bytes.write('A', bytes.indexOf(PICTURE));
      await writeFile(path, bytes);
    });
    await expect(restoreFrom(changed)).rejects.toThrow('files/trips/1/400.webp is not what was written');

    await expect(prepareDatabase(target.url, async () => undefined)).rejects.toThrow('was restored in part');
    const copy = backUp({ connectionString: target.url, dataDir, folders: [], file: join(targetDir, 'part.zip') });
    await expect(copy).rejects.toThrow('restored in part');
  });
});
