import { cp, mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ArchivedDatabase, notesIn, startArchivedDatabase } from '../../../test/archived-database.ts';
import { startS3, type TestS3 } from '../../../test/s3.ts';
import { archiveFolder } from '../../ports/storage/archive-folder.ts';
import type { ArchiveStore } from '../../ports/storage/port.ts';
import { openS3Archive } from '../../ports/storage/s3.ts';
import { OWN_FOLDER, spoolOf } from '../database/embedded/spool.ts';
import { lastBackups } from './backup-runs.ts';
import { stampOf, writeBaseFacts, writeChanges } from './line.ts';
import { momentOf } from './moment.ts';
import { prune } from './prune.ts';
import type { Recovery } from './recovery.ts';
import { restoreAt } from './restore-at.ts';
import { oneOperator } from './scope.ts';

let folder: string;
let s3: TestS3;
let archive: string;
let store: ArchiveStore;
let database: ArchivedDatabase;
let recovery: Recovery;
let identityFile: string;
/** Moments after the first, the second and the third note. */
const moments: string[] = [];
const signal = new AbortController().signal;

/** Adds a note, archives all that is written, and notes the moment. */
async function writeAndShip(note: string): Promise<void> {
  await database.write(note);
  await database.shipAll(recovery, store);
  moments.push(await database.moment());
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
  const restored = await restoreAt({
    store: archiveFolder(copy),
    at,
    dataDir: target,
    scope: oneOperator,
    identityFile: key,
    say: said,
  });
  return { target, restored };
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
  database = await startArchivedDatabase(dataDir);
  store = archiveFolder(archive);
  recovery = await open(store);
  await recovery.backUpIfDue(database.db, signal);
  await mkdir(join(dataDir, 'files/a'), { recursive: true });
  await writeFile(join(dataDir, 'files/a/early.jpg'), 'early');
  await writeAndShip('one');
  await rm(join(dataDir, 'files/a/early.jpg'));
  await writeFile(join(dataDir, 'files/a/late.jpg'), 'late');
  await writeAndShip('two');
  await writeAndShip('three');
}, 120_000);
afterAll(async () => {
  await database.close();
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

async function open(to: ArchiveStore): Promise<Recovery> {
  return database.open(to, [await identityToRecipient((await readFile(identityFile, 'utf8')).trim())]);
}

describe('an archive', { timeout: 120_000 }, () => {
  it('has a base backup, whose restore was proved, and everything is encrypted', async () => {
    const runs = await lastBackups(database.db);
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
    await database.write('four');
    await database.query('select pg_switch_wal()');
    const waiting = async () =>
      (await readdir(spoolOf(database.server.place.pgData))).filter((name) => !name.endsWith('.part'));
    await vi.waitFor(async () => expect(await waiting()).not.toEqual([]), { timeout: 30_000 });
    await expect(dead.ship(database.db)).rejects.toThrow();
    expect((await lastBackups(database.db)).find(({ kind }) => kind === 'archive')?.succeeded).toBe(false);

    recovery = await open(bucket);
    await database.shipAll(recovery, bucket);
    await recovery.backUpIfDue(database.db, signal);
    expect((await lastBackups(database.db)).every(({ succeeded }) => succeeded)).toBe(true);
  });

  it('gives WAL up before the disk is full, and makes a base backup then', async () => {
    const spool = spoolOf(database.server.place.pgData);
    for (let count = 0; count < 130; count += 1) await writeFile(join(spool, `${count}.history`), '');
    await expect(recovery.ship(database.db)).rejects.toThrow('WAL was given up');
    expect(await readdir(spool)).toEqual([]);
    expect(database.warnings).toContain('WAL was given up so that the disk does not fill; a base backup follows');
    const bases = async () => (await openS3Archive(s3.settings).list('')).filter(({ key }) => key.endsWith('.zip.age'));
    const before = (await bases()).length;
    const again = await open(openS3Archive(s3.settings));
    await again.backUpIfDue(database.db, signal);
    expect(await bases()).toHaveLength(before + 1);
  });

  it('whose base backup cannot be read again has a proof that failed, with the reason', async () => {
    const isBase = (key: string) => /base-.*zip/.test(key);
    const cut = { ...store, read: async (key: string) => (isBase(key) ? Readable.from(['x']) : store.read(key)) };
    await writeFile(join(database.server.place.pgData, OWN_FOLDER, 'gap'), '');
    const failing = await open(cut);
    await expect(failing.backUpIfDue(database.db, signal)).rejects.toThrow(
      'cannot be decrypted with these keys, or is',
    );
    const runs = new Map((await lastBackups(database.db)).map((run) => [run.kind, run]));
    expect(runs.get('base')?.succeeded).toBe(true);
    expect(runs.get('proof')).toMatchObject({
      succeeded: false,
      details: { reason: expect.stringContaining('/base-') },
    });
    // It did before.
    expect(runs.get('proof')?.lastSuccessAt).toBeInstanceOf(Date);
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
