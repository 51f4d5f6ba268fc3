import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { notesIn, startArchivedDatabase } from '../../../test/archived-database.ts';
import { startS3, type TestS3 } from '../../../test/s3.ts';
import { archiveFolder } from '../../ports/storage/archive-folder.ts';
import type { ArchiveStore } from '../../ports/storage/port.ts';
import { openS3Archive } from '../../ports/storage/s3.ts';
import { StartError } from '../process/start-error.ts';
import { type LastBackup, lastBackups } from './backup-runs.ts';
import { closeLine, listLines } from './line.ts';
import { restoreAt } from './restore-at.ts';
import { oneOperator } from './scope.ts';

const signal = new AbortController().signal;
const PLACES = ['a folder', 'a bucket', 'an encrypted bucket'] as const;

interface Made {
  store: ArchiveStore;
  /** Between the notes "one" and "two". */
  moment: string;
  runs: LastBackup[];
}

let folder: string;
let identityFile: string;
let recipient: string;
const buckets: TestS3[] = [];
const archives = new Map<string, Made>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'passeio-restores-'));
  identityFile = join(folder, 'key');
  const identity = await generateIdentity();
  await writeFile(identityFile, identity);
  recipient = await identityToRecipient(identity);
  for (const place of PLACES) archives.set(place, await archiveFirstStart(place));
});
afterAll(async () => {
  for (const bucket of buckets) await bucket.close();
  await rm(folder, { recursive: true, force: true });
});

const made = (place: string) => archives.get(place) as Made;

/** What the archive holds after a first start, when pictures and WAL wait and all work begins at once. */
async function archiveFirstStart(place: (typeof PLACES)[number]): Promise<Made> {
  const home = join(folder, place.replaceAll(' ', '-'));
  await mkdir(home);
  const database = await startArchivedDatabase(join(home, 'data'));
  const { dataDir, db } = database;
  await putPicture(dataDir, 'first.jpg');
  await database.query('select pg_switch_wal()');
  // As where the environment has all secrets.
  if (place === 'a bucket') await rm(join(dataDir, 'secrets'), { recursive: true });
  const store = place === 'a folder' ? archiveFolder(join(home, 'archive')) : openS3Archive(await startBucket());
  const recovery = await database.open(store, place.includes('encrypted') ? [recipient] : []);
  await Promise.all([recovery.ship(db), recovery.backUpIfDue(db, signal)]);
  await database.write('one');
  await database.shipAll(recovery, store);
  const moment = await database.moment();
  await putPicture(dataDir, 'second.jpg');
  await database.write('two');
  await database.shipAll(recovery, store);
  const runs = await lastBackups(db);
  await database.close();
  return { store, moment, runs };
}

async function startBucket() {
  const bucket = await startS3();
  buckets.push(bucket);
  return bucket.settings;
}

async function putPicture(dataDir: string, name: string): Promise<void> {
  await mkdir(join(dataDir, 'files/a'), { recursive: true });
  await writeFile(join(dataDir, 'files/a', name), name);
}

async function restore(store: ArchiveStore, at: string, line?: string) {
  const dataDir = await mkdtemp(join(folder, 'target-'));
  const restored = await restoreAt({
    store,
    at,
    line,
    dataDir,
    scope: oneOperator,
    identityFile,
    say: () => undefined,
  });
  return { restored, dataDir, pictures: await readdir(join(dataDir, 'files/a')) };
}

describe.each(PLACES)('the archive of a first start in %s', (place) => {
  it('has one line, with a base backup whose restore was proved', async () => {
    const { store, runs } = made(place);
    expect(runs.map(({ kind, succeeded, details }) => [kind, succeeded, details.reason])).toEqual([
      ['archive', true, undefined],
      ['base', true, undefined],
      ['proof', true, undefined],
    ]);
    expect(await listLines(store)).toHaveLength(1);
    const sealed = (await store.list('')).filter(({ key }) => !key.endsWith('.json'));
    expect(new Set(sealed.map(({ key }) => key.endsWith('.age')))).toEqual(new Set([place.includes('encrypted')]));
  });

  it('is restored to the second', async () => {
    const { store, moment } = made(place);
    const { dataDir, pictures } = await restore(store, moment);
    expect(await notesIn(dataDir)).toEqual(['one']);
    expect(pictures).toContain('first.jpg');
  });

  it('is restored to its end', async () => {
    const { dataDir, pictures, restored } = await restore(made(place).store, 'latest');
    expect(await notesIn(dataDir)).toEqual(['one', 'two']);
    expect(pictures).toEqual(['first.jpg', 'second.jpg']);
    expect(await readdir(join(dataDir, 'secrets'))).toEqual(place === 'a bucket' ? [] : ['identity']);
    expect(restored.problem).toBeUndefined();
  });
});

/** A copy of the folder's archive, and its line. */
async function copyArchive() {
  const path = await mkdtemp(join(folder, 'copy-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  await cp(join(folder, 'a-folder/archive'), path, { recursive: true, preserveTimestamps: true });
  const [line = ''] = await readdir(path);
  const named = (pattern: RegExp) =>
    readdir(join(path, line)).then((names) => names.find((name) => pattern.test(name)));
  return {
    path,
    line,
    store: archiveFolder(path),
    find: async (pattern: RegExp) => join(path, line, (await named(pattern)) ?? ''),
  };
}

describe('an archive that a first start of release 0.3.0 split', () => {
  /** Moves part of a line into another one, made in the same moment. */
  async function split(isMoved: (name: string) => boolean) {
    const { path, line, store } = await copyArchive();
    const other = line.replace(/\w{6}$/, 'ffffff');
    await mkdir(join(path, other));
    for (const name of await readdir(join(path, line))) {
      if (isMoved(name)) await rename(join(path, line, name), join(path, other, name));
    }
    return store;
  }

  it.each([
    ['pictures in one line, WAL and base backup in the other', /^(files|changes)/],
    ['a base backup in one line, all else in the other', /^base/],
  ])('is restored with %s', async (_, moved) => {
    const store = await split((name) => moved.test(name));
    const { dataDir, pictures } = await restore(store, 'latest');
    expect(await notesIn(dataDir)).toEqual(['one', 'two']);
    expect(pictures).toEqual(['first.jpg', 'second.jpg']);
    expect(await notesIn((await restore(store, made('a folder').moment)).dataDir)).toEqual(['one']);
  });
});

describe('an archive that is damaged', () => {
  it.each([
    ['a base backup is missing', /^base.*zip$/, (path: string) => rm(path), /base-\w+\.zip is missing\.$/],
    ['a base backup is cut', /^base.*zip$/, (path: string) => truncate(path, 5_000), /base-\w+\.zip is not a backup/],
    ['a base backup is empty', /^base.*zip$/, (path: string) => truncate(path, 0), /base-\w+\.zip is not a backup/],
    [
      'what it says of a base backup is cut',
      /^base.*json$/,
      (path: string) => truncate(path, 40),
      /json is not what was/,
    ],
    ['a list of changes is cut', /^changes/, (path: string) => truncate(path, 10), /json is not what was written\.$/],
    ['a picture is missing', /^files$/, (path: string) => rm(join(path, 'a/first.jpg')), /a\/first.jpg is missing\.$/],
  ])('says so where %s', async (_, pattern, damage, sentence) => {
    const { store, find } = await copyArchive();
    await damage(await find(pattern));
    for (const at of [made('a folder').moment, 'latest']) {
      const error = await restore(store, at).catch((refusal: Error) => refusal);
      expect(error).toBeInstanceOf(StartError);
      expect((error as Error).message).toMatch(sentence);
    }
  });

  it('is restored up to what is damaged by the moment that a refusal names, and by "latest"', async () => {
    const { store, find } = await copyArchive();
    const wal = await find(/^wal$/);
    const segments = (await readdir(wal)).sort();
    await truncate(join(wal, segments.at(-1) ?? ''), 100);
    const refusal = await restore(store, '2999-01-01T00:00').catch((error: Error) => error.message);
    expect(refusal).toContain(`${segments.at(-1)} is not what was written`);
    const end = /goes up to (\S+Z),/.exec(String(refusal))?.[1] ?? '';
    expect(await notesIn((await restore(store, end)).dataDir)).toEqual(['one']);
    const { dataDir, restored } = await restore(store, 'latest');
    expect(await notesIn(dataDir)).toEqual(['one']);
    expect(restored.problem).toContain(segments.at(-1));
  });
});

describe('an archive of a machine whose clock went back', () => {
  it('asks for the line where both have the moment, and takes the open one for "latest"', async () => {
    const { path, line, store } = await copyArchive();
    const following = line.replace(/^line-\d{4}/, 'line-2001');
    await cp(join(path, line), join(path, following), { recursive: true, preserveTimestamps: true });
    // Files have the times of the machine's clock, which may differ from the database's.
    for (const name of await readdir(join(path, following, 'wal'))) {
      await utimes(join(path, following, 'wal', name), new Date(), new Date());
    }
    await closeLine(store, line, new Date('2999-01-01T00:00:00Z'));
    expect((await restore(store, 'latest')).restored.base.line).toBe(following);
    expect((await restore(store, 'latest', line)).restored.base.line).toBe(line);
    const { moment } = made('a folder');
    await expect(restore(store, moment)).rejects.toThrow(`Add --line: ${following} and ${line}.`);
    expect((await restore(store, moment, line)).restored.base.line).toBe(line);
  });

  it('that noted nothing of it names "latest", since no moment leads to what came after', async () => {
    const { store, find } = await copyArchive();
    const path = await find(/^base.*json$/);
    const facts = JSON.parse(await readFile(path, 'utf8'));
    await writeFile(path, JSON.stringify({ ...facts, endedAt: '2999-01-01T00:00:00.000Z' }));
    await expect(restore(store, '2999-01-02T00:00')).rejects.toThrow('Its clock went back');
    await expect(restore(store, made('a folder').moment)).rejects.toThrow('or "--at latest"');
    expect(await notesIn((await restore(store, 'latest')).dataDir)).toEqual(['one', 'two']);
  });
});
