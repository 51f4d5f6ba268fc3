import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import { z } from '@passeio/contract/zod';
import type { Archived, ArchiveStore } from '../../ports/storage/port.ts';
import { decrypt, encrypt } from '../backup/encryption.ts';
import { StartError } from '../process/start-error.ts';

// An archive holds a folder per line. A line is what one data folder writes, from its start or its restore on: two
// copies of a data folder, or what came before and after a restore, never mix.
//   LINE/base-TIME.zip      a base backup; LINE/base-TIME.json says what it is, and is written last
//   LINE/wal/SEGMENT.zst    segments of WAL
//   LINE/files/KEY          pictures and receipts, each once
//   LINE/changes-TIME.json  which of them came and went since the base backup before
//   LINE/closed.json        how far its clock got before it went back, and another line followed
// What is encrypted ends in ".age".

const SEGMENT_BYTES = 16 * 1024 * 1024;
const SEGMENTS_PER_LOG = 0x100;
const AGE = '.age';
const CLOSED = 'closed.json';
// First starts up to release 0.3.0 could make two lines, in the same moment.
const SPLIT_WITHIN_MS = 10_000;

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
const closedSchema = z.object({ reachedAt: z.iso.datetime() });

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
  return linesOf(await store.list(''));
}

function linesOf(archived: readonly Archived[]): string[] {
  const lines = archived.map(({ key }) => key.split('/')[0] ?? '');
  return [...new Set(lines)].filter((line) => line.startsWith('line-')).sort();
}

/**
 * The lines that hold what belongs to one, itself last: the first start of a release up to 0.3.0 may have written
 * pictures, WAL and base backup to two lines, neither of which is whole.
 */
export async function partsOf(store: ArchiveStore, line: string): Promise<string[]> {
  const archived = await store.list('');
  const isWhole = (one: string) =>
    ['base-', 'wal/'].every((part) => archived.some(({ key }) => key.startsWith(`${one}/${part}`)));
  const others = linesOf(archived).filter(
    (other) =>
      other !== line &&
      Math.abs(startOf(other) - startOf(line)) < SPLIT_WITHIN_MS &&
      !(isWhole(other) && isWhole(line)),
  );
  return [...others, line];
}

function startOf(line: string): number {
  const [, ...parts] = /^line-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z/.exec(line)?.map(Number) ?? [];
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0, ms = 0] = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second, ms);
}

/** Notes that a line ends, because the clock went back. */
export async function closeLine(store: ArchiveStore, line: string, reachedAt: Date): Promise<void> {
  await writeJson(store, `${line}/${CLOSED}`, { reachedAt: reachedAt.toISOString() });
}

/** How far the clock of a closed line got; undefined: it is not closed. */
export async function readClosing(store: ArchiveStore, line: string): Promise<Date | undefined> {
  const [name] = await namesIn(store, line, /^closed\.json$/);
  return name ? new Date((await readJson(store, `${line}/${name}`, closedSchema)).reachedAt) : undefined;
}

/** The base backups of a line, the earliest first. */
export async function listBases(store: ArchiveStore, line: string): Promise<Base[]> {
  const names = await namesIn(store, line, /^base-\w+\.json$/);
  return Promise.all(
    names.map(async (name) => ({
      ...(await readJson(store, `${line}/${name}`, baseSchema)),
      line,
      name: name.replace('.json', ''),
    })),
  );
}

export async function writeBaseFacts(store: ArchiveStore, { line, name, ...facts }: Base): Promise<void> {
  await writeJson(store, `${line}/${name}.json`, facts);
}

export const keyOfBase = ({ line, name, isEncrypted }: Pick<Base, 'line' | 'name' | 'isEncrypted'>): string =>
  `${line}/${name}.zip${isEncrypted ? AGE : ''}`;

/** What came and went of the files after a moment, the earliest first. */
export async function listChanges(store: ArchiveStore, line: string, after: Date): Promise<FileChanges[]> {
  const names = await namesIn(store, line, /^changes-\w+\.json$/);
  const later = names.filter((name) => name > `changes-${stampOf(after)}`);
  return Promise.all(
    later.map(async (name) => ({ ...(await readJson(store, `${line}/${name}`, changesSchema)), name })),
  );
}

export async function writeChanges(store: ArchiveStore, line: string, moment: Date, changes: object): Promise<void> {
  await writeJson(store, `${line}/changes-${stampOf(moment)}.json`, changes);
}

async function writeJson(store: ArchiveStore, key: string, content: object): Promise<void> {
  await store.write(key, Readable.from([JSON.stringify(content)]));
}

async function readJson<Schema extends z.ZodType>(store: ArchiveStore, key: string, schema: Schema) {
  const content = await text(await open(store, key));
  try {
    return schema.parse(JSON.parse(content));
  } catch {
    throw new StartError(`The archive is damaged: ${key} is not what was written.`);
  }
}

async function open(store: ArchiveStore, key: string): Promise<Readable> {
  const content = await store.read(key);
  if (!content) throw new StartError(`The archive is damaged: ${key} is missing.`);
  return content;
}

async function namesIn(store: ArchiveStore, line: string, pattern: RegExp): Promise<string[]> {
  const names = (await store.list(line)).map(({ key }) => key.slice(line.length + 1));
  return names.filter((name) => pattern.test(name)).sort();
}

/** The keys in the archive by the names of segments; those of the last line that has one. */
export async function listSegments(store: ArchiveStore, lines: readonly string[]): Promise<Map<string, string>> {
  return listBelow(store, lines, 'wal', (name) => name.split('.')[0] ?? '');
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
  try {
    if (recipients.length === 0) await store.write(key, content);
    else await store.write(key + AGE, await encrypt(content, recipients));
  } finally {
    // What encrypts does not end with what it encrypts.
    content.destroy();
  }
}

/** Calls `read` with a file's content. Throws a StartError if it is missing, or cannot be decrypted. */
export async function readSealed<Result>(
  store: ArchiveStore,
  key: string,
  keys: readonly string[],
  read: (content: Readable) => Promise<Result>,
): Promise<Result> {
  if (!key.endsWith(AGE)) return read(await open(store, key));
  if (keys.length === 0) {
    throw new StartError('The archive is encrypted. Name the file with its secret key in BACKUP_IDENTITY.');
  }
  const content = await open(store, key);
  return decrypt(content, keys, key, read).finally(() => content.destroy());
}

/** The names of files and their keys in the archive; those of the last line that has one. */
export async function listArchivedFiles(store: ArchiveStore, lines: readonly string[]): Promise<Map<string, string>> {
  return listBelow(store, lines, 'files', (name) => name.replace(/\.age$/, ''));
}

async function listBelow(
  store: ArchiveStore,
  lines: readonly string[],
  folder: string,
  nameOf: (path: string) => string,
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const line of lines) {
    const prefix = `${line}/${folder}`;
    for (const { key } of await store.list(prefix)) found.set(nameOf(key.slice(prefix.length + 1)), key);
  }
  return found;
}
