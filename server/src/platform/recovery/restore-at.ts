import { createWriteStream } from 'node:fs';
import { cp, mkdir, readdir, rename, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import type { ArchiveStore } from '../../ports/storage/port.ts';
import { secretKeys } from '../backup/encryption.ts';
import { findPlace } from '../database/embedded/place.ts';
import { postgresUser } from '../database/embedded/system-user.ts';
import { DataFolderInUse, lockFolder, prepareDataFolder } from '../process/data-folder.ts';
import { StartError } from '../process/start-error.ts';
import { type Base, listArchivedFiles, listBases, listChanges, listLines, readSealed, stampOf } from './line.ts';
import { momentOf } from './moment.ts';
import { replay } from './replay.ts';
import { withScratch } from './scratch.ts';

// The log of erasures: the next start erases again whom it names.
const ERASURES = 'erasures/';

export interface RestoreAtOptions {
  store: ArchiveStore;
  /** As people write it: "2026-11-24T10:15", in the operator's time zone unless it names an offset. */
  at: string;
  /** Needed where several lines have that moment. */
  line?: string | undefined;
  dataDir: string;
  /** File with the secret keys of age. */
  identityFile?: string | undefined;
  say(line: string): void;
}

/** What was restored: up to the last transaction. */
export interface Restored {
  base: Base;
  moment: Date;
  last: Date | null;
  files: number;
}

/**
 * Restores the database, the secrets and the files into an empty data folder as they were at a moment. Throws a
 * StartError if the folder is not empty, or the archive does not have that moment.
 */
export async function restoreAt({ store, at, line, dataDir, identityFile, say }: RestoreAtOptions): Promise<Restored> {
  await requireEmpty(dataDir);
  const { base, moment } = await chooseBase(store, at, line);
  const keys = base.isEncrypted && identityFile ? await secretKeys(identityFile) : [];
  const user = postgresUser();
  await prepareDataFolder(dataDir, user?.gid);
  const lock = lockFolder(dataDir);
  if (!lock) throw new DataFolderInUse(dataDir);
  try {
    const place = await findPlace(dataDir, user, say);
    return await withScratch(
      dirname(place.pgData),
      async (folder) => {
        say(`Restoring the base backup of ${base.endedAt}, and replaying what followed`);
        const last = await replay({ store, keys, base, target: { time: moment }, place, folder }, dropJobs);
        const files = await withScratch(dataDir, async (scratch) => {
          const count = await restoreFiles(store, base, keys, moment, join(scratch, 'files'));
          if (count > 0) await rename(join(scratch, 'files'), join(dataDir, 'files'));
          return count;
        });
        // A copy, because PostgreSQL's user owns the folder.
        await cp(join(folder, 'secrets'), join(dataDir, 'secrets'), { recursive: true });
        // The database comes last: without it a start refuses the folder.
        await rename(join(folder, 'postgres'), place.pgData);
        if (place.link !== place.pgData) await symlink(place.pgData, place.link);
        return { base, moment, last, files };
      },
      user,
    );
  } finally {
    lock.release();
  }
}

async function requireEmpty(dataDir: string): Promise<void> {
  const found = await readdir(dataDir).catch(() => []);
  const taken = found.filter((name) => !['archive', 'owner.lock'].includes(name));
  if (taken.length === 0) return;
  throw new StartError(`${dataDir} is not empty. A moment is restored into an empty DATA_DIR only.`);
}

/** The last base backup that was complete at that moment. */
async function chooseBase(store: ArchiveStore, at: string, only?: string): Promise<{ base: Base; moment: Date }> {
  const lines = (await listLines(store)).filter((line) => !only || line === only);
  const bases = (await Promise.all(lines.map((line) => listBases(store, line)))).flat();
  const newest = bases.toSorted((one, other) => one.endedAt.localeCompare(other.endedAt)).at(-1);
  if (!newest) throw new StartError(`The archive holds no base backup${only ? ` of ${only}` : ''}.`);
  const moment = momentOf(at, newest.timeZone);
  const before = bases.filter(({ endedAt }) => new Date(endedAt) <= moment);
  if (before.length === 0) {
    const first = bases.map(({ endedAt }) => endedAt).sort()[0];
    throw new StartError(
      `The archive begins at ${first}, and ${moment.toISOString()} is before. Choose a later moment.`,
    );
  }
  const latest = new Map(before.map((base) => [base.line, base]));
  const reaching = await linesReaching(store, [...latest.keys()], moment);
  if (reaching.length > 1) {
    const named = reaching.join(' and ');
    throw new StartError(`At that moment several data folders wrote to this archive. Add --line: ${named}.`);
  }
  return { base: latest.get(reaching[0] ?? '') as Base, moment };
}

/** The lines with WAL from after the moment; if none has, the one with the latest. */
async function linesReaching(store: ArchiveStore, lines: string[], moment: Date): Promise<string[]> {
  const ends = await Promise.all(
    lines.map(async (line) => {
      const times = (await store.list(`${line}/wal`)).map(({ at }) => at.getTime());
      return { line, end: times.reduce((one, other) => Math.max(one, other), 0) };
    }),
  );
  const reaching = ends.filter(({ end }) => end >= moment.getTime());
  if (reaching.length > 0) return reaching.map(({ line }) => line);
  return ends
    .toSorted((one, other) => one.end - other.end)
    .slice(-1)
    .map(({ line }) => line);
}

// As with other backups, e-mails that wait are lost rather than sent twice. What failed for good stays for staff.
async function dropJobs(client: pg.Client): Promise<void> {
  const { rows } = await client.query("select to_regclass('pgboss.job') is not null as known");
  if (rows[0].known) await client.query("delete from pgboss.job where name not like '%-failed'");
}

async function restoreFiles(store: ArchiveStore, base: Base, keys: readonly string[], moment: Date, folder: string) {
  const archived = await listArchivedFiles(store, base.line);
  const wanted = await filesAt(store, base, moment);
  for (const name of archived.keys()) if (name.startsWith(ERASURES)) wanted.add(name);
  for (const name of wanted) {
    const key = archived.get(name);
    if (!key) throw new StartError(`The archive is damaged: the file ${name} is missing.`);
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await readSealed(store, key, keys, (content) => pipeline(content, createWriteStream(path, { mode: 0o600 })));
  }
  return wanted.size;
}

/** The names of the files at a moment, and of those that came in the minute after it. */
async function filesAt(store: ArchiveStore, base: Base, moment: Date): Promise<Set<string>> {
  const wanted = new Set(base.files);
  for (const { name, added, removed } of await listChanges(store, base.line, new Date(base.filesAt))) {
    const isAfter = name > `changes-${stampOf(moment)}`;
    for (const file of added) wanted.add(file);
    if (isAfter) break;
    for (const file of removed) wanted.delete(file);
  }
  return wanted;
}
