import { chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SystemUser } from '../database/embedded/system-user.ts';

const PREFIX = 'scratch-';

/** Calls `work` with a new folder in `parent`, of PostgreSQL's user if named, and removes it afterwards. */
export async function withScratch<Result>(
  parent: string,
  work: (folder: string) => Promise<Result>,
  user?: SystemUser,
): Promise<Result> {
  const folder = await mkdtemp(join(parent, PREFIX));
  try {
    if (user) await chown(folder, user.uid, user.gid);
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Removes what a crash left. */
export async function removeScratch(parent: string): Promise<void> {
  const left = (await readdir(parent)).filter((name) => name.startsWith(PREFIX));
  for (const name of left) await rm(join(parent, name), { recursive: true, force: true });
}
