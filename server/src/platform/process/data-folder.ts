import { chmod, chown, lstat, mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { assertWritable, StartError } from './start-error.ts';

// PostgreSQL restricts its own folder itself.
const PRIVATE_PARTS = { files: 0o700, mail: 0o700, secrets: 0o700, 'postgres.log': 0o600 };
const SQLITE_BUSY = 5;

/** Another process runs the application on the same data folder. */
export class DataFolderInUse extends StartError {
  constructor(dataDir: string) {
    super(
      `Another Passeio is already running on the data folder ${dataDir}. Stop it first, or choose another DATA_DIR.`,
    );
  }
}

/**
 * Creates the data folder, or restricts an existing one to mode 0700, or 0710 when the system group `group` must pass
 * through it. Throws a StartError if it is a dangling link or not writable.
 */
export async function prepareDataFolder(dataDir: string, group?: number): Promise<void> {
  if (await isDanglingLink(dataDir)) {
    throw new StartError(`DATA_DIR ${dataDir} is a link to a folder that is not there. Is a disk missing?`);
  }
  await makeFolder(dataDir).catch((error) => {
    throw error instanceof StartError ? error : new StartError(`DATA_DIR ${dataDir} cannot be made: ${error.message}`);
  });
  await assertWritable(dataDir, 'DATA_DIR: ');
  if (group !== undefined) await chown(dataDir, (await stat(dataDir)).uid, group);
  await tighten(dataDir, group === undefined ? 0o700 : 0o710);
  for (const [name, mode] of Object.entries(PRIVATE_PARTS)) await tighten(join(dataDir, name), mode);
}

// Node's own way to make the folders above as well never ends in /proc.
async function makeFolder(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) return;
  if (found) throw new StartError(`DATA_DIR ${path} is a file, not a folder.`);
  const parent = dirname(path);
  if (parent !== path) await makeFolder(parent);
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return;
    await assertWritable(parent, 'DATA_DIR: ');
    throw error;
  }
}

/** Whether `path` is a symbolic link whose target does not exist. */
export async function isDanglingLink(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  return found?.isSymbolicLink() === true && !(await stat(path).catch(() => undefined));
}

async function tighten(path: string, mode: number): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (!found || (found.mode & 0o777) === mode) return;
  await chmod(path, mode);
}

/** Held until released or until the process ends. */
export interface FolderLock {
  release(): void;
}

/**
 * Locks `folder`; undefined while another process holds the lock. SQLite's exclusive transaction is an OS file lock,
 * which ends with the process and is not inherited by children.
 */
export function lockFolder(folder: string): FolderLock | undefined {
  const file = new DatabaseSync(join(folder, 'owner.lock'), { timeout: 0 });
  try {
    file.exec('pragma journal_mode = memory; begin exclusive');
    return { release: () => file.close() };
  } catch (error) {
    file.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined;
    throw error;
  }
}
