import { cp, mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startS3, type TestS3 } from '../../../test/s3.ts';
import { archiveFolder } from '../../ports/storage/archive-folder.ts';
import type { ArchiveStore } from '../../ports/storage/port.ts';
import { openS3Archive } from '../../ports/storage/s3.ts';
import { createDatabase, createPool, type Database } from '../database/connect.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../database/embedded/index.ts';
import { spoolOf } from '../database/embedded/spool.ts';
import { prepareDatabase } from '../database/migrate.ts';
import { lastBackups } from './backup-runs.ts';
import { stampOf, writeBaseFacts, writeChanges } from './line.ts';
import { momentOf } from './moment.ts';
import { prune } from './prune.ts';
import { openRecovery, type Recovery } from './recovery.ts';
import { restoreAt } from './restore-at.ts';

let folder: string;
let s3: TestS3;
let archive: string;
let store: ArchiveStore;
let server: EmbeddedPostgres;
let db: Database;
let close: () => Promise<void>;
let recovery: Recovery;
let identityFile: string;
/** Moments after the first, the second and the third note. */
const moments: string[] = [];
const warnings: string[] = [];
const signal = new AbortController().signal;

const write = (text: string) => querying(server.connectionString, `insert into notes values ('${text}')`);

async function querying(connectionString: string, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client.query(text).finally(() => client.end());
}

async function noteMoment(): Promise<void> {
  const { rows } = await querying(server.connectionString, 'select clock_timestamp() as moment');
  moments.push((rows[0].moment as Date).toISOString());
  // Moments have milliseconds, transactions microseconds.
  await vi.waitFor(async () => {
    const { rows: now } = await querying(server.connectionString, 'select clock_timestamp() as moment');
    expect(now[0].moment.getTime()).toBeGreaterThan(new Date(moments.at(-1) ?? '').getTime());
  });
}

/** Archives all that is written. */
async function shipAll(to: ArchiveStore = store): Promise<void> {
  const { rows } = await querying(server.connectionString, 'select pg_walfile_name(pg_switch_wal()) as segment');
  await vi.waitFor(
    async () => {
      await recovery.ship(db);
      expect((await to.list('')).some(({ key }) => key.includes(rows[0].segment))).toBe(true);
    },
    { timeout: 30_000, interval: 50 },
  );
}

/** A restore of a moment into an empty folder, from a copy of the archive. */
async function restoreTo(
  at: string,
  change: (archive: string) => Promise<void> = async () => undefined,
  key = identityFile,
) {
  const target = await mkdtemp(join(folder, 'target-'));
  const copy = join(target, 'archive');
  await cp(archive, copy, { recursive: true, preserveTimestamps: true });
  await change(copy);
  const said = () => undefined;
  const restored = await restoreAt({ store: archiveFolder(copy), at, dataDir: target, identityFile: key, say: said });
  return { target, restored };
}

async function notesIn(target: string): Promise<string[]> {
  const restored = await startEmbeddedPostgres(target, () => undefined);
  const { rows } = await querying(restored.connectionString, 'select text from notes order by text');
  await restored.stop();
  return rows.map(({ text }) => text);
}

const segmentsIn = async (copy: string) => {
  const [line = ''] = await readdir(copy);
  const wal = join(copy, line, 'wal');
  return (await readdir(wal)).sort().map((name) => join(wal, name));
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'passeio-recovery-'));
  const dataDir = join(folder, 'data');
  archive = join(folder, 'archive');
  s3 = await startS3();
  identityFile = join(folder, 'key');
  const identity = await generateIdentity();
  await writeFile(identityFile, identity);
  await writeFile(join(folder, 'wrong'), await generateIdentity());
  server = await startEmbeddedPostgres(dataDir, () => undefined, { archives: true });
  await mkdir(join(dataDir, 'secrets'), { recursive: true });
  await writeFile(join(dataDir, 'secrets/identity'), 'secret');
  await prepareDatabase(server.connectionString, async () => undefined);
  const pool = createPool({ connectionString: server.connectionString, max: 2, onError: () => undefined });
  const opened = createDatabase(pool);
  db = opened;
  close = () => opened.destroy();
  store = archiveFolder(archive);
  recovery = await open(store);
  await querying(server.connectionString, 'create table notes (text text)');
  await recovery.backUpIfDue(db, signal);
  await mkdir(join(dataDir, 'files/a'), { recursive: true });
  await writeFile(join(dataDir, 'files/a/early.jpg'), 'early');
  await write('one');
  await shipAll();
  await noteMoment();
  await rm(join(dataDir, 'files/a/early.jpg'));
  await writeFile(join(dataDir, 'files/a/late.jpg'), 'late');
  await write('two');
  await shipAll();
  await noteMoment();
  await write('three');
  await shipAll();
  await noteMoment();
}, 120_000);
afterAll(async () => {
  await close();
  await server.stop();
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

async function open(to: ArchiveStore): Promise<Recovery> {
  const recipients = [await identityToRecipient((await readFile(identityFile, 'utf8')).trim())];
  const { connectionString, place } = server;
  const warn = (_: object, message: string) => void warnings.push(message);
  const dataDir = join(folder, 'data');
  return openRecovery({ store: to, dataDir, connectionString, place, hasFiles: true, recipients, days: 7, warn });
}

describe('an archive', { timeout: 120_000 }, () => {
  it('has a base backup, whose restore was proved, and everything is encrypted', async () => {
    const runs = await lastBackups(db);
    expect(runs.map(({ kind, succeeded }) => [kind, succeeded])).toEqual([
      ['archive', true],
      ['base', true],
      ['proof', true],
    ]);
    expect(runs.find(({ kind }) => kind === 'proof')?.details).toMatchObject({ counts: { reservations: 0 } });
    const keys = (await store.list('')).map(({ key }) => key);
    expect(keys.filter((key) => !key.endsWith('.json')).every((key) => key.endsWith('.age'))).toBe(true);
  });

  it('is restored to a moment, with the secrets and the files of then, though what follows is not whole', async () => {
    const { target } = await restoreTo(moments[0] ?? '', async (copy) => rm((await segmentsIn(copy)).at(-1) ?? ''));
    expect(await notesIn(target)).toEqual(['one']);
    expect(await readFile(join(target, 'secrets/identity'), 'utf8')).toBe('secret');
    expect(await readFile(join(target, 'files/a/early.jpg'), 'utf8')).toBe('early');
  });

  it('is restored to its end by the moment that a refusal names', async () => {
    const refusal = await restoreTo('2999-01-01T00:00').catch((error: Error) => error.message);
    expect(refusal).toContain('The archive ends before that moment. It goes up to');
    const end = /up to (\S+Z),/.exec(String(refusal))?.[1] ?? '';
    const { target } = await restoreTo(end);
    expect(await notesIn(target)).toEqual(['one', 'three', 'two']);
    expect(await readdir(join(target, 'files/a'))).toEqual(['late.jpg']);
  });

  it('refuses a moment before its first base backup', async () => {
    await expect(restoreTo('2020-01-01T00:00')).rejects.toThrow('The archive begins at');
  });

  it('refuses a target that is not empty', async () => {
    const change = (copy: string) => writeFile(join(copy, '../postgres.log'), '');
    await expect(restoreTo(moments[0] ?? '', change)).rejects.toThrow('is not empty');
  });

  it('refuses the wrong key, and none', async () => {
    const wrong = restoreTo(moments[0] ?? '', undefined, join(folder, 'wrong'));
    await expect(wrong).rejects.toThrow('cannot be decrypted with these keys, or is damaged');
    await expect(restoreTo(moments[0] ?? '', undefined, '')).rejects.toThrow('BACKUP_IDENTITY');
  });

  it('names a segment that is missing, and how far it goes', async () => {
    const change = async (copy: string) => rm((await segmentsIn(copy)).at(-2) ?? '');
    await expect(restoreTo(moments[1] ?? '', change)).rejects.toThrow(/The archive has no segment \w{24}\. It goes up/);
  });

  it('names a segment that is torn', async () => {
    const change = async (copy: string) => truncate((await segmentsIn(copy)).at(-2) ?? '', 200);
    await expect(restoreTo(moments[1] ?? '', change)).rejects.toThrow(/\.zst\.age cannot be decrypted .*It goes up/);
  });

  it('may be a bucket; while it is unavailable WAL waits, and nothing else', async () => {
    const bucket = openS3Archive(s3.settings);
    const refused = openS3Archive({ ...s3.settings, bucket: 'outro' });
    const dead = await open(refused);
    await write('four');
    await querying(server.connectionString, 'select pg_switch_wal()');
    const waiting = async () => (await readdir(spoolOf(server.place.pgData))).filter((name) => !name.endsWith('.part'));
    await vi.waitFor(async () => expect(await waiting()).not.toEqual([]), { timeout: 30_000 });
    await expect(dead.ship(db)).rejects.toThrow();
    expect((await lastBackups(db)).find(({ kind }) => kind === 'archive')?.succeeded).toBe(false);

    recovery = await open(bucket);
    await shipAll(bucket);
    await recovery.backUpIfDue(db, signal);
    expect((await lastBackups(db)).every(({ succeeded }) => succeeded)).toBe(true);
  });

  it('gives WAL up before the disk is full, and makes a base backup then', async () => {
    const spool = spoolOf(server.place.pgData);
    for (let count = 0; count < 130; count += 1) await writeFile(join(spool, `${count}.history`), '');
    await expect(recovery.ship(db)).rejects.toThrow('WAL was given up');
    expect(await readdir(spool)).toEqual([]);
    expect(warnings).toContain('WAL was given up so that the disk does not fill; a base backup follows');
    const bases = async () => (await openS3Archive(s3.settings).list('')).filter(({ key }) => key.endsWith('.zip.age'));
    const before = (await bases()).length;
    const again = await open(openS3Archive(s3.settings));
    await again.backUpIfDue(db, signal);
    expect(await bases()).toHaveLength(before + 1);
  });
});

it('an archive keeps what its oldest moment needs, and nothing older', async () => {
  const aged = archiveFolder(await mkdtemp(join(folder, 'pruned-')));
  const line = 'line-20261101T000000000Z-aaaaaa';
  const put = (key: string) => aged.write(`${line}/${key}`, Readable.from(['x']));
  const segment = (number: number) => `00000001000000000000000${number}`;
  for (const [number, day, files] of [
    [1, '01', ['a/gone.jpg']],
    [3, '05', ['a/kept.jpg']],
    [5, '09', ['a/kept.jpg']],
  ] as const) {
    const endedAt = `2026-11-${day}T06:00:00.000Z`;
    const name = `base-${stampOf(new Date(endedAt))}`;
    await put(`${name}.zip`);
    await writeBaseFacts(aged, {
      ...{ format: 'passeio-base-1', line, name, startedAt: endedAt, endedAt, segment: segment(number) },
      ...{ timeZone: 'America/Sao_Paulo', isEncrypted: false, bytes: 1, files: [...files], filesAt: endedAt },
    });
  }
  for (const number of [1, 2, 3, 4, 5]) await put(`wal/${segment(number)}.zst`);
  for (const name of ['gone', 'kept', 'late']) await put(`files/a/${name}.jpg`);
  await writeChanges(aged, line, new Date('2026-11-03T06:00:00Z'), { added: ['a/kept.jpg'], removed: ['a/gone.jpg'] });
  await writeChanges(aged, line, new Date('2026-11-07T06:00:00Z'), { added: ['a/late.jpg'], removed: [] });

  await prune(aged, line, new Date('2026-11-06T00:00:00Z'));
  const left = (await aged.list('')).map(({ key }) => key.slice(line.length + 1)).sort();
  expect(left).toEqual([
    'base-20261105T060000000Z.json',
    'base-20261105T060000000Z.zip',
    'base-20261109T060000000Z.json',
    'base-20261109T060000000Z.zip',
    'changes-20261107T060000000Z.json',
    'files/a/kept.jpg',
    'files/a/late.jpg',
    ...[3, 4, 5].map((number) => `wal/${segment(number)}.zst`),
  ]);
  await prune(aged, line, new Date('2026-12-31T00:00:00Z'));
  expect((await aged.list('')).filter(({ key }) => key.endsWith('.zip'))).toHaveLength(1);
});

it('a moment is in the time zone of the operator, unless it names an offset', () => {
  const iso = (text: string) => momentOf(text, 'America/Sao_Paulo').toISOString();
  expect(iso('2026-11-24T10:15')).toBe('2026-11-24T13:15:00.000Z');
  expect(iso('2026-11-24T10:15:30')).toBe('2026-11-24T13:15:30.000Z');
  expect(iso('2026-11-24T10:15Z')).toBe('2026-11-24T10:15:00.000Z');
  expect(iso('2026-11-24T10:15-02:00')).toBe('2026-11-24T12:15:00.000Z');
  for (const text of ['ontem', '2026-11-24', '2026-13-24T10:15', '2026-11-24T10:15+99:00']) {
    expect(() => iso(text)).toThrow('write the moment as');
  }
});
