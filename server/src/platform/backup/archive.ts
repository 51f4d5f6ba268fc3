import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { type Readable, Transform } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { z } from '@passeio/contract/zod';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { ZipFile as ZipWriter } from 'yazl';
import { StartError } from '../process/start-error.ts';
import { encrypt } from './encryption.ts';

/** An entry's checksum, in hexadecimal. */
export const checked = z.object({ name: z.string(), bytes: z.number(), sha256: z.string() });
export type Checked = z.output<typeof checked>;

interface EntryOptions {
  compress?: boolean;
  /** 1, fast, to 9; default 6. */
  compressionLevel?: number;
}

/** Writes a ZIP file entry by entry, as streams. */
export interface ArchiveWriter {
  add(name: string, content: Readable, options?: EntryOptions): Promise<Checked>;
}

/**
 * Writes a ZIP file, encrypted if there are `recipients`, under a temporary name and renames it when complete. Throws a
 * StartError if `path` exists.
 */
export async function writeArchive(
  path: string,
  recipients: readonly string[],
  fill: (archive: ArchiveWriter) => Promise<void>,
): Promise<void> {
  if (await stat(path).catch(() => undefined)) {
    throw new StartError(`${path} exists already. Choose another file for the backup.`);
  }
  const part = `${path}.part`;
  const failed = new AbortController();
  try {
    const zip = new ZipWriter();
    const broken = Promise.withResolvers<never>();
    zip.on('error', broken.reject);
    const content = zip.outputStream as Readable;
    const output = recipients.length > 0 ? await encrypt(content, recipients) : content;
    const written = pipeline(output, createWriteStream(part, { mode: 0o600, flush: true }));
    await Promise.race([fill({ add: (...entry) => addEntry(zip, failed.signal, ...entry) }), written, broken.promise]);
    zip.end();
    await Promise.race([written, broken.promise]);
    await rename(part, path);
  } catch (error) {
    failed.abort(error);
    await rm(part, { force: true });
    throw error;
  }
}

// Nobody reads what follows a failure: without the signal the file of the entry would stay open.
async function addEntry(
  zip: ZipWriter,
  signal: AbortSignal,
  name: string,
  content: Readable,
  options = {},
): Promise<Checked> {
  const meter = measure();
  zip.addReadStreamLazy(name, { mode: 0o100600, ...options }, (give) => give(null, meter.stream));
  await pipeline(content, meter.stream, { signal });
  return { name, ...meter.result() };
}

function measure(): { stream: Transform; result(): Omit<Checked, 'name'> } {
  const hash = createHash('sha256');
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  return { stream, result: () => ({ bytes, sha256: hash.digest('hex') }) };
}

/** An open ZIP file; close it. */
export interface ArchiveReader {
  read(name: string): Promise<Readable>;
  readText(name: string): Promise<string>;
  /** Throws a StartError if an entry is not what was written. */
  check(entry: Checked): Promise<void>;
  close(): void;
}

/** Opens a ZIP file, of which errors say the `name`. Throws a StartError if it is none, or damaged. */
export async function readArchive(path: string, name = path): Promise<ArchiveReader> {
  const unreadable = (error: Error): never => {
    throw error instanceof StartError
      ? error
      : new StartError(`${name} is not a backup that can be read: ${error.message}.`);
  };
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false }).catch(unreadable);
  const entries = await listEntries(zip).catch(unreadable);
  const read = async (part: string) => {
    const entry = entries.get(part);
    if (!entry) throw new StartError(`The backup ${name} is not whole: ${part} is missing.`);
    return zip.openReadStreamPromise(entry).catch(unreadable);
  };
  return {
    async readText(part) {
      return text(await read(part)).catch(unreadable);
    },
    read,
    async check({ name: part, bytes, sha256 }) {
      const meter = measure();
      meter.stream.resume();
      await pipeline(await read(part), meter.stream).catch(unreadable);
      const found = meter.result();
      if (found.bytes !== bytes || found.sha256 !== sha256) {
        throw new StartError(`The backup ${name} is damaged: ${part} is not what was written.`);
      }
    },
    close: () => zip.close(),
  };
}

async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  return entries;
}
