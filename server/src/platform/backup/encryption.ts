import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter } from 'age-encryption';
import { StartError } from '../process/start-error.ts';

const HEADER = 'age-encryption.org/v1\n';

/** Whether it can be a public key of age: form and checksum. */
export function isRecipient(text: string): boolean {
  try {
    new Encrypter().addRecipient(text);
    return true;
  } catch {
    return false;
  }
}

/** Throws a StartError unless something can be encrypted for all of these public keys. */
export async function checkRecipients(recipients: readonly string[]): Promise<void> {
  (await encrypt(Readable.from(['']), recipients)).destroy();
}

/** Encrypts for the owners of public keys ("age1…"), in the format of https://age-encryption.org/v1. */
export async function encrypt(content: Readable, recipients: readonly string[]): Promise<Readable> {
  const encrypter = new Encrypter();
  try {
    for (const recipient of recipients) encrypter.addRecipient(recipient);
    return fromWeb(await encrypter.encrypt(toWeb(content)));
  } catch (error) {
    content.destroy();
    throw new StartError(`BACKUP_RECIPIENTS: nothing can be encrypted for these keys: ${(error as Error).message}.`);
  }
}

/**
 * Calls `read` with a file's path; with that of a temporary, decrypted copy, if it is encrypted, for which
 * `identityFile` holds the secret keys ("AGE-SECRET-KEY-1…"), a line each. Throws a StartError if it cannot be
 * decrypted.
 */
export async function withDecrypted<Result>(
  path: string,
  identityFile: string | undefined,
  read: (path: string) => Promise<Result>,
): Promise<Result> {
  if (!(await isEncrypted(path))) return read(path);
  if (!identityFile) {
    throw new StartError(`${path} is encrypted. Name the file with its secret key in BACKUP_IDENTITY.`);
  }
  return withDecryptedBy(path, await secretKeys(identityFile), read);
}

/** As {@link withDecrypted}, of an encrypted file by secret keys. */
export async function withDecryptedBy<Result>(
  path: string,
  keys: readonly string[],
  read: (path: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'passeio-restore-'));
  try {
    const plain = join(folder, 'backup.zip');
    const output = createWriteStream(plain, { mode: 0o600 });
    await decrypt(createReadStream(path), keys, path, (content) => pipeline(content, output));
    return await read(plain);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Calls `read` with what `content` holds, for which `keys` are secret keys of age. Throws a StartError, with the name
 * `what`, if they are the wrong ones or it is damaged.
 */
export async function decrypt<Result>(
  content: Readable,
  keys: readonly string[],
  what: string,
  read: (content: Readable) => Promise<Result>,
): Promise<Result> {
  const decrypter = new Decrypter();
  for (const key of keys) decrypter.addIdentity(key);
  try {
    return await read(fromWeb(await decrypter.decrypt(toWeb(content))));
  } catch (error) {
    // The disk's own errors have a path.
    if (error instanceof StartError || (error as NodeJS.ErrnoException).code) throw error;
    throw new StartError(`${what} cannot be decrypted with these keys, or is damaged: ${(error as Error).message}.`);
  }
}

async function isEncrypted(path: string): Promise<boolean> {
  const file = await open(path).catch((error: Error) => {
    throw new StartError(`${path} is not a backup that can be read: ${error.message}.`);
  });
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER.length), 0, HEADER.length, 0);
    return buffer.toString('latin1', 0, bytesRead) === HEADER;
  } finally {
    await file.close();
  }
}

/** The secret keys of age in a file. */
export async function secretKeys(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new StartError(`BACKUP_IDENTITY: ${error.message}.`);
  });
  const keys = text.split('\n').flatMap((line) => (line.startsWith('AGE-SECRET-KEY-') ? [line.trim()] : []));
  if (keys.length === 0) throw new StartError(`BACKUP_IDENTITY: ${file} holds no AGE-SECRET-KEY.`);
  return keys;
}

// Node's own streams of this kind and the library's are the same ones under two types.
const toWeb = (stream: Readable) => Readable.toWeb(stream) as unknown as globalThis.ReadableStream<Uint8Array>;
const fromWeb = (stream: globalThis.ReadableStream<Uint8Array>) =>
  Readable.fromWeb(stream as unknown as ReadableStream<Uint8Array>);
