import { createWriteStream } from 'node:fs';
import { cp, mkdir, readdir, rename, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ArchiveStore } from '../../ports/storage/port.ts';
import { secretKeys } from '../backup/encryption.ts';
import { findPlace } from '../database/embedded/place.ts';
import { postgresUser } from '../database/embedded/system-user.ts';
import { DataFolderInUse, lockFolder, prepareDataFolder } from '../process/data-folder.ts';
import { StartError } from '../process/start-error.ts';
import {
  type Base,
  type FileChanges,
  listArchivedFiles,
  listBases,
  listChanges,
  listLines,
  partsOf,
  readClosing,
  readSealed,
  stampOf,
} from './line.ts';
import { momentOf } from './moment.ts';
import { type Replayed, replay } from './replay.ts';
import type { Scope } from './scope.ts';
import { withScratch } from './scratch.ts';

// The log of erasures, of a host below its operator's name: the next start erases again whom it names.
const ERASURES = /^(?:[^/]+\/files\/)?erasures\//;
const LATEST = 'latest';

export interface RestoreAtOptions {
  store: ArchiveStore;
  /** As people write it: "2026-11-24T10:15", in the operator's time zone unless it names an offset; or "latest". */
  at: string;
  /** Needed where several lines have that moment. */
  line?: string | undefined;
  dataDir: string;
  scope: Scope;
  /** File with the secret keys of age. */
  identityFile?: string | undefined;
  say(line: string): void;
}

/** What was restored. */
export interface Restored extends Replayed {
  base: Base;
  /** Undefined: all that the archive has. */
  moment: Date | undefined;
  files: number;
}

/**
 * Restores the database, the secrets and the files into an empty data folder as they were at a moment. Throws a
 * StartError if the folder is not empty, or the archive does not have that moment.
 */
export async function restoreAt(options: RestoreAtOptions): Promise<Restored> {
  const { store, at, line, dataDir, scope, identityFile, say } = options;
  await requireEmpty(dataDir);
  const { base, moment } = at === LATEST ? await chooseLatest(store, line) : await chooseBase(store, at, line);
  const lines = await partsOf(store, base.line);
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
        const target = moment ? { time: moment } : LATEST;
        const replayed = await replay({ store, keys, base, lines, target, place, folder }, scope.prepare);
        const files = await withScratch(dataDir, async (scratch) => {
          const restored = join(scratch, scope.files.folder);
          const count = await restoreFiles({ store, lines, base, keys, moment }, restored);
          if (count > 0) await rename(restored, join(dataDir, scope.files.folder));
          return count;
        });
        // A copy, because PostgreSQL's user owns the folder. There are none where the environment has all of them.
        await mkdir(join(folder, 'secrets'), { recursive: true });
        await cp(join(folder, 'secrets'), join(dataDir, 'secrets'), { recursive: true });
        // The database comes last: without it a start refuses the folder.
        await rename(join(folder, 'postgres'), place.pgData);
        if (place.link !== place.pgData) await symlink(place.pgData, place.link);
        return { base, moment, files, ...replayed };
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

interface Choice {
  base: Base;
  moment: Date | undefined;
}

/** The base backups of all lines, or one. Throws a StartError if there is none. */
async function listAllBases(store: ArchiveStore, only?: string): Promise<[Base, ...Base[]]> {
  const lines = (await listLines(store)).filter((line) => !only || line === only);
  const [first, ...others] = (await Promise.all(lines.map((line) => listBases(store, line)))).flat();
  if (!first) throw new StartError(`The archive holds no base backup${only ? ` of ${only}` : ''}.`);
  return [first, ...others];
}

/** The last base backup that was complete at that moment. */
export async function chooseBase(
  store: ArchiveStore,
  at: string,
  only?: string,
  timeZone?: string,
): Promise<Choice & { moment: Date }> {
  const bases = await listAllBases(store, only);
  const newest = bases.reduce((one, other) => (other.endedAt > one.endedAt ? other : one));
  const moment = momentOf(at, timeZone ?? newest.timeZone);
  const before = bases.filter(({ endedAt }) => new Date(endedAt) <= moment);
  if (before.length === 0) {
    const first = bases.map(({ endedAt }) => endedAt).sort()[0];
    throw new StartError(
      `The archive begins at ${first}, and ${moment.toISOString()} is before. Choose a later moment, or "--at latest".`,
    );
  }
  const latest = new Map(before.map((base) => [base.line, base]));
  const ends = await Promise.all([...latest.keys()].map((line) => readEnd(store, line)));
  const reaching = ends.filter(({ end }) => end >= moment.getTime());
  if (reaching.length > 1) {
    const named = reaching.map(({ line }) => line).join(' and ');
    throw new StartError(
      `At that moment several data folders wrote to this archive, or its clock went back. Add --line: ${named}.`,
    );
  }
  return { base: latest.get((reaching[0] ?? lastOf(ends)).line) as Base, moment };
}

/** The last base backup of the line that was written to last. */
async function chooseLatest(store: ArchiveStore, only?: string): Promise<Choice> {
  const latest = new Map((await listAllBases(store, only)).map((base) => [base.line, base]));
  const ends = await Promise.all([...latest.keys()].map((line) => readEnd(store, line)));
  // Another line follows one that is closed, though its clock had got further.
  const open = ends.filter(({ isClosed }) => !isClosed);
  return { base: latest.get(lastOf(open.length > 0 ? open : ends).line) as Base, moment: undefined };
}

interface End {
  line: string;
  /** When WAL was last archived, in milliseconds. */
  end: number;
  isClosed: boolean;
}

async function readEnd(store: ArchiveStore, line: string): Promise<End> {
  const closedAt = await readClosing(store, line);
  if (closedAt) return { line, end: closedAt.getTime(), isClosed: true };
  const times = (await store.list(`${line}/wal`)).map(({ at }) => at.getTime());
  return { line, end: Math.max(0, ...times), isClosed: false };
}

const lastOf = (ends: End[]): End => ends.reduce((one, other) => (other.end >= one.end ? other : one));

interface FilesToRestore extends Choice {
  store: ArchiveStore;
  lines: readonly string[];
  keys: readonly string[];
}

/** Brings files back into `folder`, of those that are wanted; returns how many. */
export async function restoreFiles(
  { store, lines, base, keys, moment }: FilesToRestore,
  folder: string,
  isWanted: (name: string) => boolean = () => true,
): Promise<number> {
  const archived = await listArchivedFiles(store, lines);
  const changes = (await Promise.all(lines.map((line) => listChanges(store, line, new Date(base.filesAt))))).flat();
  const known = filesAt(base, changes, moment);
  for (const name of archived.keys()) if (ERASURES.test(name)) known.add(name);
  const wanted = [...known].filter(isWanted);
  for (const name of wanted) {
    const key = archived.get(name);
    if (!key) throw new StartError(`The archive is damaged: the file ${name} is missing.`);
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await readSealed(store, key, keys, (content) => pipeline(content, createWriteStream(path, { mode: 0o600 })));
  }
  return wanted.length;
}

/** The names of the files at a moment, and of those that came in the minute after it. */
function filesAt(base: Base, changes: FileChanges[], moment: Date | undefined): Set<string> {
  const wanted = new Set(base.files);
  for (const { name, added, removed } of changes.toSorted((one, other) => one.name.localeCompare(other.name))) {
    const isAfter = moment && name > `changes-${stampOf(moment)}`;
    for (const file of added) wanted.add(file);
    if (isAfter) break;
    for (const file of removed) wanted.delete(file);
  }
  return wanted;
}
