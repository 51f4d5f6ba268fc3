import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { archiveFolder } from '../../ports/storage/archive-folder.ts';
import type { ArchiveStore } from '../../ports/storage/port.ts';
import { spoolOf } from '../database/embedded/spool.ts';
import { Archiver } from './archiver.ts';
import { listArchivedFiles, listLines, listSegments, readClosing, writeSealed } from './line.ts';
import { oneOperator } from './scope.ts';

const SEGMENT = '000000010000000000000001';
const NEXT_SEGMENT = '000000010000000000000002';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'passeio-archiver-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** The archiver of a data folder that was just made, with a picture and a segment of WAL that wait. */
async function openNew(name: string, clock?: () => Date) {
  const dataDir = join(folder, name);
  const pgData = join(dataDir, 'postgres');
  const spool = spoolOf(pgData);
  await mkdir(spool, { recursive: true });
  await mkdir(join(dataDir, 'files/a'), { recursive: true });
  await writeFile(join(dataDir, 'files/a/picture.jpg'), name);
  await writeFile(join(spool, SEGMENT), 'WAL');
  const store = archiveFolder(join(dataDir, 'archive'));
  const options = {
    store,
    dataDir,
    place: { pgData, user: undefined },
    hasFiles: true,
    scope: oneOperator,
    recipients: [],
  };
  const open = () => new Archiver({ ...options, warn: () => undefined, ...(clock && { clock }) });
  return { store, spool, open };
}

const segmentsOf = async (store: ArchiveStore, line: string) => [...(await listSegments(store, [line])).keys()].sort();

it('a first start archives pictures, WAL and base backup to one line, in whatever order they are asked for', async () => {
  for (let count = 0; count < 25; count += 1) {
    const { store, open } = await openNew(`data-${count}`);
    const archiver = open();
    const [, line, base] = await Promise.all([archiver.ship(), archiver.line(), archiver.startBase()]);
    expect(base.line).toBe(line);
    expect(await listLines(store)).toEqual([line]);
    expect([...(await listArchivedFiles(store, [line])).keys()]).toEqual(['a/picture.jpg']);
    expect(await segmentsOf(store, line)).toEqual([SEGMENT]);
  }
});

describe('a clock that goes back', () => {
  let now: Date;
  const at = (time: string) => (now = new Date(`2026-11-24T${time}Z`));

  it('begins another line once that has a base backup; until then WAL goes to both', async () => {
    at('12:00:00');
    const { store, spool, open } = await openNew('data', () => now);
    const archiver = open();
    await archiver.ship();
    expect(await archiver.needsBase()).toBe(false);

    at('10:00:00');
    await writeFile(join(spool, NEXT_SEGMENT), 'WAL');
    await archiver.ship();
    expect(await archiver.needsBase()).toBe(true);
    const before = await archiver.line();
    const { line } = await archiver.startBase();
    expect(line).not.toBe(before);
    expect(await segmentsOf(store, before)).toEqual([SEGMENT, NEXT_SEGMENT]);
    expect(await segmentsOf(store, line)).toEqual([NEXT_SEGMENT]);
    expect((await archiver.archiveFiles(line)).files).toEqual(['a/picture.jpg']);

    await archiver.completeBase({ line });
    expect(await archiver.line()).toBe(line);
    expect(await archiver.needsBase()).toBe(false);
    expect(await readClosing(store, before)).toEqual(new Date('2026-11-24T12:00:00Z'));
    expect(await open().line()).toBe(line);
  });

  it('is noticed by the next start too', async () => {
    at('12:00:00');
    const { open } = await openNew('data', () => now);
    await open().ship();
    at('11:00:00');
    expect(await open().needsBase()).toBe(true);
  });

  it('is not one that is corrected by a second, or goes on', async () => {
    at('12:00:00');
    const { open } = await openNew('data', () => now);
    const archiver = open();
    await archiver.ship();
    for (const time of ['11:59:59', '12:00:10', '18:00:00']) {
      at(time);
      expect(await archiver.needsBase()).toBe(false);
    }
  });
});

it('a file for which nothing can be encrypted is closed', async () => {
  const { store } = await openNew('data');
  const content = Readable.from(['picture']);
  await expect(writeSealed(store, 'a', content, ['age1'])).rejects.toThrow('BACKUP_RECIPIENTS');
  expect(content.destroyed).toBe(true);
});
