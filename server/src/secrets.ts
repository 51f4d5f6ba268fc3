import { randomBytes } from 'node:crypto';
import { chmod, mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from './platform/start-error.ts';

const ENCODED_LENGTH = 43;

/**
 * The secret `name` of this data folder: made once, kept in a file that only we can read. One that a crash cut
 * short was never used, and is made again. Throws a StartError where it is there and cannot be read, or is missing
 * although something depends on it: a new one would sign everyone out and make what the old one encrypted unreadable.
 */
export async function keptSecret(
  dataDir: string,
  name: string,
  isNeeded: () => Promise<boolean> = async () => false,
): Promise<string> {
  const folder = join(dataDir, 'secrets');
  const path = join(folder, name);
  const kept = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw new StartError(`The secret ${path} cannot be read (${error.code}). Mend that, or restore it from a backup.`);
  });
  if (kept.length === ENCODED_LENGTH) return kept;
  if (await isNeeded()) {
    throw new StartError(
      `The secret ${path} is missing, and the database holds what was encrypted with it. Bring the folder back from a ` +
        'backup, or see docs/operations.md on how to go on without it.',
    );
  }
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const secret = randomBytes(32).toString('base64url');
  const file = await open(path, 'w', 0o600);
  await file.writeFile(secret);
  await file.sync();
  await file.close();
  await chmod(path, 0o600);
  return secret;
}
