import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from './platform/process/start-error.ts';

const ENCODED_LENGTH = 43;

/**
 * The secret `name` of this data folder: made once, kept in a file that only we can read. Throws a StartError where it is
 * there and cannot be read or is not whole, or is missing although something depends on it: a new one would sign everyone
 * out and make what the old one encrypted unreadable.
 */
export async function keptSecret(
  dataDir: string,
  name: string,
  isNeeded: () => Promise<boolean> = async () => false,
): Promise<string> {
  const folder = join(dataDir, 'secrets');
  const path = join(folder, name);
  const kept = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new StartError(`The secret ${path} cannot be read (${error.code}). Mend that, or restore it from a backup.`);
  });
  if (kept?.length === ENCODED_LENGTH) return kept;
  if (kept !== undefined) throw new StartError(`The secret ${path} is not whole. Restore it from a backup.`);
  if (await isNeeded()) {
    throw new StartError(
      `The secret ${path} is missing, and the database holds what was encrypted with it. Bring the folder back from a ` +
        'backup, or see docs/operations.md on how to go on without it.',
    );
  }
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const secret = randomBytes(32).toString('base64url');
  // Renamed when it is on the disk: a crash leaves the whole secret or none.
  const draft = `${path}.new`;
  await writeFile(draft, secret, { mode: 0o600, flush: true });
  await rename(draft, path);
  return secret;
}
