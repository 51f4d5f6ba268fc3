import { cp, mkdir, mkdtemp, open, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, createPerson, createTrip } from '../../../test/factories.ts';
import { createEmptyDatabase, type TestDatabase } from '../../../test/postgres.ts';
import { replayErasures } from '../../domains/privacy/index.ts';
import { localDiskStorage } from '../../ports/storage/local-disk.ts';
import { createClient, createDatabase, createPool } from '../database/connect.ts';
import { prepareDatabase } from '../database/migrate.ts';
import { StartError } from '../process/start-error.ts';
import { type ArchiveWriter, writeArchive } from './archive.ts';
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
  await run(
    app.databaseUrl,
    `insert into identity."user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
       values ('00000000-0000-7000-8000-000000000001', 'Ana', 'ana@example.com', true, now(), now());
     insert into identity.session (id, "expiresAt", token, "createdAt", "updatedAt", "userId")
       values (gen_random_uuid(), now() + interval '1 day', 'token-that-signs-in', now(), now(),
         '00000000-0000-7000-8000-000000000001')`,
  );
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

async function run(connectionString: string, statement: string) {
  const client = createClient(connectionString);
  await client.connect();
  const { rows } = await client.query(statement);
  await client.end();
  return rows;
}

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

const restoreFrom = (from: string, identityFile?: string) =>
  restore({ file: from, identityFile, dataDir: targetDir, folders: FOLDERS, openDatabase: async () => target.url });

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

    // Everybody signs in again.
    const withoutSessions = new Map(before).set('"identity"."session"', '0 ');
    expect(await contentOf(target.url)).toEqual(withoutSessions);
    expect(before.get('"identity"."session"')).toMatch(/^1 /);
    expect(before.get('"public"."reservations"')).toMatch(/^3 /);
    expect(await readFile(join(targetDir, 'files/trips/1/400.webp'), 'utf8')).toBe(PICTURE);
    expect(await readFile(join(targetDir, 'files/receipts/1/file'), 'utf8')).toBe(RECEIPT);
    expect((await stat(join(targetDir, 'secrets/identity'))).mode & 0o777).toBe(0o600);
    await prepareDatabase(target.url, async () => undefined);
  });

  it('closes what it reads when it cannot be written', async () => {
    const path = join(targetDir, 'large');
    await writeFile(path, Buffer.alloc(3_000_000));
    const handle = await open(path);
    const add = (archive: ArchiveWriter) => archive.add('a', handle.createReadStream(), { compress: false });
    const written = writeArchive(join(targetDir, 'missing/a.zip'), [], async (archive) => void (await add(archive)));
    await expect(written).rejects.toThrow('ENOENT');
    await expect.poll(() => handle.fd).toBe(-1);
  });

  it('still holds the database to its rules after it is restored', async () => {
    await restoreFrom(file);
    const client = createClient(target.url);
    await client.connect();
    await expect(client.query('delete from audit_entries')).rejects.toThrow('audit entries are never changed');
    await client.end();
  });

  it('restored after an erasure erases the person again at the start', async () => {
    const [client] = await app.db.selectFrom('users').select(['id', 'email']).where('email', 'is not', null).execute();
    await mkdir(join(targetDir, 'files/erasures/person'), { recursive: true });
    await writeFile(join(targetDir, `files/erasures/person/${client?.id}`), '');
    await restoreFrom(file);
    const pool = createPool({ connectionString: target.url, max: 2, onError: () => undefined });
    const db = createDatabase(pool);
    const storage = localDiskStorage(join(targetDir, 'files'));
    const replayed = await replayErasures({ db, storage, jobs: { enqueue: async () => undefined } });
    const people = await db
      .selectFrom('users')
      .select(['email', 'erased_at'])
      .where('id', '=', client?.id ?? '')
      .execute();
    await db.destroy();
    expect([replayed, people]).toEqual([1, [{ email: null, erased_at: expect.any(Date) }]]);
  });

  it('is readable by its owner only, and is not overwritten', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const again = backUp({ connectionString: app.databaseUrl, dataDir, folders: FOLDERS, file });
    await expect(again).rejects.toThrow(`${file} exists already`);
  });

  it('leaves out pictures that are deleted while it is made, and names them', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'passeio-pictures-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const all = Array.from({ length: 1_500 }, (_, n) => `files/${n % 30}/${n}.webp`);
    for (const name of all) {
      await mkdir(join(folder, dirname(name)), { recursive: true });
      await writeFile(join(folder, name), PICTURE);
    }
    const copy = join(targetDir, 'copy.zip');
    const made = backUp({ connectionString: app.databaseUrl, dataDir: folder, folders: ['files'], file: copy });
    const isAmongPictures = async () => expect((await readFile(`${copy}.part`)).includes(PICTURE)).toBe(true);
    await vi.waitFor(isAmongPictures, { timeout: 20_000, interval: 1 });
    await rm(join(folder, 'files'), { recursive: true });

    const { files, vanished } = await made;

    expect(vanished.length).toBeGreaterThan(0);
    expect([...files.map(({ name }) => name), ...vanished].toSorted()).toEqual(all.toSorted());
    await restoreFrom(copy);
  });

  it('is readable with the secret key only', async () => {
    const [key, other] = [await generateX25519Identity(), await generateX25519Identity()];
    const secret = join(targetDir, 'key.txt');
    const encrypted = join(targetDir, 'backup.zip.age');
    const recipients = [await identityToRecipient(key)];
    await backUp({ connectionString: app.databaseUrl, dataDir, folders: FOLDERS, file: encrypted, recipients });
    expect((await readFile(encrypted)).includes(PICTURE)).toBe(false);

    await expect(restoreFrom(encrypted)).rejects.toThrow('is encrypted. Name the file with its secret key');
    await writeFile(secret, `# created: today\n${other}\n`);
    await expect(restoreFrom(encrypted, secret)).rejects.toThrow('cannot be decrypted with these keys');
    await writeFile(secret, `# created: today\n${key}\n`);
    await restoreFrom(encrypted, secret);
    expect(await readFile(join(targetDir, 'files/trips/1/400.webp'), 'utf8')).toBe(PICTURE);
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
    await writeFile(join(targetDir, 'files'), 'a file where the folder should be');
    await expect(restoreFrom(file)).rejects.toThrow();

    await expect(prepareDatabase(target.url, async () => undefined)).rejects.toThrow('was restored in part');
    const copy = backUp({ connectionString: target.url, dataDir, folders: [], file: join(targetDir, 'part.zip') });
    await expect(copy).rejects.toThrow('restored in part');
  });

  it('says in a sentence that a byte was flipped, wherever, before anything is written', async () => {
    const bytes = await readFile(file);
    const step = Math.ceil(bytes.length / 150);
    for (let at = 0; at < bytes.length; at += step) {
      const flipped = await damaged(async (path) => {
        const copy = Buffer.from(bytes);
        copy[at] = (copy[at] ?? 0) ^ 0xff;
        await writeFile(path, copy);
      });
      const outcome = await restore({
        ...{ file: flipped, dataDir: join(targetDir, 'empty'), folders: FOLDERS },
        openDatabase: () => Promise.reject(new Error('nothing was found')),
      }).catch((error: Error) => error);
      // Some bytes of a ZIP file say nothing: its times, for instance.
      if ((outcome as Error).message !== 'nothing was found') expect(outcome).toBeInstanceOf(StartError);
    }
    const picture = await damaged(async (path) => {
      const copy = Buffer.from(bytes);
      copy.write('A', copy.indexOf(PICTURE));
      await writeFile(path, copy);
    });
    await expect(restoreFrom(picture)).rejects.toThrow('files/trips/1/400.webp is not what was written');
    expect(await contentOf(target.url)).toEqual(new Map());
  });

  it('a backup of another version says which, as a start on its database does', async () => {
    const insert = "insert into kysely_migration (name, timestamp) values ('9999_later', '')";
    await prepareDatabase(target.url, async () => undefined);
    await run(target.url, insert);
    const later = /was migrated by a later version, up to 9999_later, and this version knows \d{4}_\w+ as the last one/;
    await expect(prepareDatabase(target.url, async () => undefined)).rejects.toThrow(later);
    const copy = join(targetDir, 'later.zip');
    await backUp({ connectionString: target.url, dataDir, folders: [], file: copy });
    await expect(restoreFrom(copy)).rejects.toThrow(later);

    await run(target.url, "delete from kysely_migration; insert into kysely_migration values ('0001_identity', '')");
    const earlier = 'is of another line of versions, from which no migration leads to this one';
    await expect(prepareDatabase(target.url, async () => undefined)).rejects.toThrow(earlier);
    await rm(copy);
    await backUp({ connectionString: target.url, dataDir, folders: [], file: copy });
    await target.drop();
    target = await createEmptyDatabase(inject('templateUrl'));
    await expect(restoreFrom(copy)).rejects.toThrow(
      `The backup ${earlier}. Install the version that made it, then restore.`,
    );
    expect(await contentOf(target.url)).toEqual(new Map());
  });
});
