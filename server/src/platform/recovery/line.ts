import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import { z } from '@passeio/contract/zod';
import type { ArchiveStore } from '../../ports/storage/port.ts';
import { decrypt, encrypt } from '../backup/encryption.ts';
import { StartError } from '../process/start-error.ts';

// An archive holds a folder per line. A line is what one data folder writes, from its start or its restore on: two
// copies of a data folder, or what came before and after a restore, never mix.
//   LINE/base-TIME.zip      a base backup; LINE/base-TIME.json says what it is, and is written last
//   LINE/wal/SEGMENT.zst    segments of WAL
//   LINE/files/KEY          pictures and receipts, each once
//   LINE/changes-TIME.json  which of them came and went since the base backup before
// What is encrypted ends in ".age".

const SEGMENT_BYTES = 16 * 1024 * 1024;
const SEGMENTS_PER_LOG = 0x100;
const AGE = '.age';

const baseSchema = z.object({
  format: z.literal('passeio-base-1'),
  startedAt: z.iso.datetime(),
  /** From here on, it can be recovered to any moment. */
  endedAt: z.iso.datetime(),
  /** The first segment that it needs. */
  segment: z.string(),
  /** The operator's. */
  timeZone: z.string(),
  isEncrypted: z.boolean(),
  bytes: z.number(),
  /** Keys of the pictures and receipts, as of this moment. */
  files: z.array(z.string()),
  filesAt: z.iso.datetime(),
});
const changesSchema = z.object({ added: z.array(z.string()), removed: z.array(z.string()) });

/** A base backup. */
export interface Base extends z.output<typeof baseSchema> {
  line: string;
  /** As in "base-20261124T054000123Z". */
  name: string;
}
/** Pictures and receipts that came and went. */
export interface FileChanges extends z.output<typeof changesSchema> {
  name: string;
}

/** A moment in names of files, which sort by it. */
export const stampOf = (moment: Date): string => moment.toISOString().replaceAll(/[-:.]/g, '');

export const isSegment = (name: string): boolean => /^[0-9A-F]{24}$/.test(name);

/** The name of the segment that follows; names are timeline, log and segment, eight digits each. */
export function segmentAfter(name: string): string {
  const part = (index: number) => Number.parseInt(name.slice(index * 8, index * 8 + 8), 16);
  const next = part(1) * SEGMENTS_PER_LOG + part(2) + 1;
  const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, '0');
  return name.slice(0, 8) + hex(Math.floor(next / SEGMENTS_PER_LOG)) + hex(next % SEGMENTS_PER_LOG);
}

/** The lines of an archive, the earliest first. */
export async function listLines(store: ArchiveStore): Promise<string[]> {
  const lines = (await store.list('')).map(({ key }) => key.split('/')[0] ?? '');
  return [...new Set(lines)].filter((line) => line.startsWith('line-')).sort();
}

/** The base backups of a line, the earliest first. */
export async function listBases(store: ArchiveStore, line: string): Promise<Base[]> {
  const names = await namesIn(store, line, /^base-\w+\.json$/);
  return Promise.all(
    names.map(async (name) => ({
      ...baseSchema.parse(JSON.parse(await text(await store.read(`${line}/${name}`)))),
      line,
      name: name.replace('.json', ''),
    })),
  );
}

export async function writeBaseFacts(store: ArchiveStore, { line, name, ...facts }: Base): Promise<void> {
  await store.write(`${line}/${name}.json`, Readable.from([JSON.stringify(facts)]));
}

export const keyOfBase = ({ line, name, isEncrypted }: Pick<Base, 'line' | 'name' | 'isEncrypted'>): string =>
  `${line}/${name}.zip${isEncrypted ? AGE : ''}`;

/** What came and went of the files after a moment, the earliest first. */
export async function listChanges(store: ArchiveStore, line: string, after: Date): Promise<FileChanges[]> {
  const names = await namesIn(store, line, /^changes-\w+\.json$/);
  const later = names.filter((name) => name > `changes-${stampOf(after)}`);
  return Promise.all(
    later.map(async (name) => ({
      ...changesSchema.parse(JSON.parse(await text(await store.read(`${line}/${name}`)))),
      name,
    })),
  );
}

export async function writeChanges(store: ArchiveStore, line: string, moment: Date, changes: object): Promise<void> {
  await store.write(`${line}/changes-${stampOf(moment)}.json`, Readable.from([JSON.stringify(changes)]));
}

async function namesIn(store: ArchiveStore, line: string, pattern: RegExp): Promise<string[]> {
  const names = (await store.list(line)).map(({ key }) => key.slice(line.length + 1));
  return names.filter((name) => pattern.test(name)).sort();
}

/** The keys in the archive by the names of segments. */
export async function listSegments(store: ArchiveStore, line: string): Promise<Map<string, string>> {
  const keys = (await store.list(`${line}/wal`)).map(({ key }) => key);
  return new Map(keys.map((key) => [key.slice(line.length + 5).split('.')[0] ?? '', key]));
}

/** Archives a segment, with a checksum. */
export async function writeSegment(
  store: ArchiveStore,
  line: string,
  name: string,
  content: Buffer,
  recipients: readonly string[],
): Promise<void> {
  const params = { [constants.ZSTD_c_checksumFlag]: 1 };
  const compressed = Readable.from([await promisify(zstdCompress)(content, { params })]);
  await writeSealed(store, `${line}/wal/${name}.zst`, compressed, recipients);
}

/** The content of a segment. Throws a StartError if it is not what was written. */
export async function readSegment(store: ArchiveStore, key: string, keys: readonly string[]): Promise<Buffer> {
  const damaged = (why: string) => new StartError(`The archive is damaged: ${key} ${why}.`);
  const compressed = await readSealed(store, key, keys, buffer);
  const content = await promisify(zstdDecompress)(compressed, { maxOutputLength: SEGMENT_BYTES }).catch((error) => {
    throw damaged(`is not what was written (${error.message})`);
  });
  if (content.length !== SEGMENT_BYTES) throw damaged('is not whole');
  return content;
}

/** Writes a file, encrypted if there are recipients. */
export async function writeSealed(
  store: ArchiveStore,
  key: string,
  content: Readable,
  recipients: readonly string[],
): Promise<void> {
  if (recipients.length === 0) await store.write(key, content);
  else await store.write(key + AGE, await encrypt(content, recipients));
}

/** Calls `read` with a file's content. */
export async function readSealed<Result>(
  store: ArchiveStore,
  key: string,
  keys: readonly string[],
  read: (content: Readable) => Promise<Result>,
): Promise<Result> {
  if (!key.endsWith(AGE)) return read(await store.read(key));
  if (keys.length === 0) {
    throw new StartError('The archive is encrypted. Name the file with its secret key in BACKUP_IDENTITY.');
  }
  const content = await store.read(key);
  return decrypt(content, keys, key, read).finally(() => content.destroy());
}

/** The names of the line's files and their keys in the archive. */
export async function listArchivedFiles(store: ArchiveStore, line: string): Promise<Map<string, string>> {
  const keys = (await store.list(`${line}/files`)).map(({ key }) => key);
  return new Map(keys.map((key) => [key.slice(line.length + 7).replace(/\.age$/, ''), key]));
}
