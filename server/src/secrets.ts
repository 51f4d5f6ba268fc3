import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from './platform/process/start-error.ts';

const ENCODED_LENGTH = 43;

/**
 * Loads the secret `name` from the data folder, or creates it (file mode 0600). Throws a StartError if the file is
 * unreadable or truncated, or missing although `isNeeded`: a new secret would end all sessions and leave encrypted data
 * unreadable.
 */
export async function loadOrCreateSecret(
  dataDir: string,
  name: string,
  isNeeded: () => Promise<boolean> = async () => false,
): Promise<string> {
  const folder = join(dataDir, 'secrets');
  const path = join(folder, name);
  const stored = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new StartError(`The secret ${path} cannot be read (${error.code}). Mend that, or restore it from a backup.`);
  });
  if (stored?.length === ENCODED_LENGTH) return stored;
  if (stored !== undefined) throw new StartError(`The secret ${path} is not whole. Restore it from a backup.`);
  if (await isNeeded()) {
    throw new StartError(
      `The secret ${path} is missing, and the database holds what was encrypted with it. Bring the folder back from a ` +
        'backup, or see docs/operations.md on how to go on without it.',
    );
  }
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const secret = randomBytes(32).toString('base64url');
  // Written, flushed, then renamed: a crash leaves the whole secret or none.
  const draft = `${path}.new`;
  await writeFile(draft, secret, { mode: 0o600, flush: true });
  await rename(draft, path);
  return secret;
}
