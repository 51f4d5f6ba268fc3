import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import packageJson from '../package.json' with { type: 'json' };

const ROOT = join(import.meta.dirname, '..');
const WORKSPACES = ['contract', 'server', 'web'];
const execute = promisify(execFile);

/**
 * The last version that runs somewhere, whose server must work while the database is migrated under it. `fix`: a later
 * commit, without migrations, that its servers get before they are replaced.
 */
export const lastRelease: { version: string; commit: string; fix?: string } = packageJson.lastRelease;

/** The output of a git command in this clone. */
export async function git(...parameters: string[]): Promise<string> {
  const { stdout } = await execute('git', parameters, { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 });
  return stdout;
}

/** Throws a sentence that says what to do, where this clone lacks the last release's commit. */
export async function requireLastRelease(): Promise<void> {
  const { version, commit } = lastRelease;
  const found = await git('cat-file', '-t', commit).catch(() => '');
  if (found.trim() === 'commit') return;
  throw new Error(
    `This clone lacks ${commit}, the commit of release ${version}, with which migrations are compared. ` +
      'Fetch the whole history: git fetch --unshallow --tags',
  );
}

/**
 * Writes the last release's files into `folder`, which is empty, with the packages installed here: its code imports its
 * own contract, and the present versions of everything else.
 */
export async function unpackLastRelease(folder: string): Promise<void> {
  await requireLastRelease();
  const archive = join(folder, 'release.tar');
  await git('archive', '--output', archive, lastRelease.commit);
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
