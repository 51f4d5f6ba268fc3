import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import packageJson from '../package.json' with { type: 'json' };
import { BASELINE } from '../server/src/platform/database/migrate.ts';

const ROOT = join(import.meta.dirname, '..');
const WORKSPACES = ['contract', 'server', 'web'];
const execute = promisify(execFile);

export interface Release {
  version: string;
  commit: string;
}

/**
 * The last version that runs somewhere, whose server must work while the database is migrated under it. `fix`: a later
 * commit, without migrations, that its servers get before they are replaced.
 */
export const lastRelease: Release & { fix?: string } = packageJson.lastRelease;

/** The release whose databases are converted into this line of versions. */
export const convertedRelease: Release = packageJson.convertedRelease;

/**
 * Whether servers of a release and of this version can share a database: both record the same baseline. Read from the
 * release's source.
 */
export async function isOfThisLine({ commit }: Release): Promise<boolean> {
  const source = await git('show', `${commit}:server/src/platform/database/migrate.ts`);
  return /\bBASELINE = '(\w+)'/.exec(source)?.[1] === BASELINE;
}

/** The output of a git command in this clone. */
export async function git(...parameters: string[]): Promise<string> {
  const { stdout } = await execute('git', parameters, { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 });
  return stdout;
}

/** Throws a sentence that says what to do, where this clone lacks a release's commit. */
export async function requireRelease({ version, commit }: Release): Promise<void> {
  const found = await git('cat-file', '-t', commit).catch(() => '');
  if (found.trim() === 'commit') return;
  throw new Error(
    `This clone lacks ${commit}, the commit of release ${version}, with which migrations are compared. ` +
      'Fetch the whole history: git fetch --unshallow --tags',
  );
}

/**
 * Writes a release's files into `folder`, which is empty, with the packages installed here: its code imports its own
 * contract, and the present versions of everything else.
 */
export async function unpackRelease(folder: string, release: Release): Promise<void> {
  await requireRelease(release);
  const archive = join(folder, 'release.tar');
  await git('archive', '--output', archive, release.commit);
  await execute('tar', ['-xf', archive, '-C', folder]);
  const installed = join(ROOT, 'node_modules');
  await mkdir(join(folder, 'node_modules'));
  for (const name of await readdir(installed)) {
    // Links to the workspaces are relative: copied, they lead to the release's.
    if (name === '@passeio')
      await cp(join(installed, name), join(folder, 'node_modules', name), { recursive: true, verbatimSymlinks: true });
    else await symlink(join(installed, name), join(folder, 'node_modules', name));
  }
  for (const workspace of WORKSPACES) {
    const own = join(ROOT, workspace, 'node_modules');
    if ((await readdir(own).catch(() => [])).length > 0) await symlink(own, join(folder, workspace, 'node_modules'));
  }
}

/** Changes the last release's files in `folder` as its fix does, if it has one. */
export async function fixLastRelease(folder: string): Promise<void> {
  const { fix } = lastRelease;
  if (!fix) return;
  const patch = join(folder, 'fix.patch');
  await git('diff', '--output', patch, `${fix}^`, fix, '--', 'server/src');
  await execute('git', ['apply', patch], { cwd: folder });
}
