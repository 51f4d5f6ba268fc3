import { chown, cp, lstat, mkdir, mkdtemp, readlink, rename, rm, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { binariesIn, findBinaries, type PostgresBinaries } from './binaries.ts';
import { canEnter, postgresUser, type SystemUser } from './system-user.ts';

// Where the database of a process run by root lives when the system user "postgres" cannot enter its folder.
const SHARED_STATE_DIR = '/var/lib/passeio';

/** Who runs PostgreSQL, from which programs, and where its files are. */
export interface PostgresPlace {
  user: SystemUser | undefined;
  binaries: PostgresBinaries;
  /** PostgreSQL's own folder; it need not exist yet. */
  pgData: string;
}

/**
 * Finds (or decides) where the embedded PostgreSQL of `dataDir` lives. Run by root from a folder that the system
 * user cannot enter, as below /root, it lives in /var/lib/passeio, `dataDir/postgres` is a link to it, and `say`
 * is told so.
 */
export async function findPlace(dataDir: string, say: (line: string) => void): Promise<PostgresPlace> {
  const user = postgresUser();
  const link = join(dataDir, 'postgres');
  const installed = findBinaries();
  const binaries = canEnter(user, installed.home) ? installed : await copyBinaries(installed);
  if (await exists(link)) return { user, binaries, pgData: await readlink(link).catch(() => link) };
  if (canEnter(user, dataDir)) return { user, binaries, pgData: link };

  await mkdir(SHARED_STATE_DIR, { recursive: true });
  const home = await mkdtemp(join(SHARED_STATE_DIR, 'db-'));
  if (user) await chown(home, user.uid, user.gid);
  const pgData = join(home, 'postgres');
  await symlink(pgData, link);
  say(`PostgreSQL cannot run as root, and its system user cannot enter ${dataDir}: the database is in ${pgData}`);
  return { user, binaries, pgData };
}

async function copyBinaries(installed: PostgresBinaries): Promise<PostgresBinaries> {
  const version = basename(join(installed.home, '..'));
  const target = join(SHARED_STATE_DIR, `${version}-${await contentStamp(installed)}`);
  if (!(await exists(target))) {
    await mkdir(SHARED_STATE_DIR, { recursive: true });
    const incomplete = await mkdtemp(join(SHARED_STATE_DIR, 'copy-'));
    await cp(installed.home, join(incomplete, 'native'), { recursive: true, verbatimSymlinks: true });
    await rename(join(incomplete, 'native'), target).catch(() => undefined);
    await rm(incomplete, { recursive: true, force: true });
  }
  return binariesIn(target);
}

// Another release of the programs has another size.
async function contentStamp({ postgres }: PostgresBinaries): Promise<number> {
  return (await lstat(postgres)).size;
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
