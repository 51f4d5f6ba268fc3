import { open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import type { ArchiveStore } from '../../ports/storage/port.ts';
import { listFiles } from '../backup/back-up.ts';
import { secretKeys } from '../backup/encryption.ts';
import type { PostgresPlace } from '../database/embedded/place.ts';
import { OWN_FOLDER, spoolOf } from '../database/embedded/spool.ts';
import {
  isSegment,
  listArchivedFiles,
  listBases,
  listChanges,
  listSegments,
  segmentAfter,
  writeChanges,
  writeSealed,
  writeSegment,
} from './line.ts';
import { OwnLine } from './own-line.ts';
import type { Scope } from './scope.ts';

// Segments of 16 MB that wait for the archive: a warning, and so many that the disk would fill.
const MANY_WAITING = 16;
const MOST_WAITING = 128;

export interface ArchiverOptions {
  store: ArchiveStore;
  dataDir: string;
  place: Pick<PostgresPlace, 'pgData' | 'user'>;
  scope: Pick<Scope, 'files'>;
  /** Whether pictures and receipts are in the data folder. */
  hasFiles: boolean;
  /** Public keys of age; none: nothing is encrypted. */
  recipients: readonly string[];
  warn(facts: object, message: string): void;
  clock?: () => Date;
}

// Where it is noted that WAL is missing, or is to begin anew.
const gapFileOf = (pgData: string): string => join(pgData, OWN_FOLDER, 'gap');

/** Has the next start make a base backup at once, whatever is archived. */
export async function requireBase(pgData: string): Promise<void> {
  await writeFile(gapFileOf(pgData), '', { flush: true });
}

/** The pictures and receipts of a line. */
interface Files {
  /** In the archive. */
  archived: Set<string>;
  /** There when the last changes were written. */
  present: Set<string>;
}

/** Archives what PostgreSQL left in its spool, and the pictures and receipts. One per data folder. */
export class Archiver {
  readonly #options: ArchiverOptions;
  readonly #spool: string;
  readonly #gapFile: string;
  readonly #proofKeyFile: string;
  readonly #line: OwnLine;
  readonly #clock: () => Date;
  readonly #files = new Map<string, Files>();
  #hasWarned = false;
  #working: Promise<unknown> = Promise.resolve();

  constructor(options: ArchiverOptions) {
    this.#options = options;
    this.#spool = spoolOf(options.place.pgData);
    this.#gapFile = gapFileOf(options.place.pgData);
    this.#proofKeyFile = join(options.dataDir, 'proof.key');
    this.#line = new OwnLine(options.store, options.place.pgData);
    this.#clock = options.clock ?? (() => new Date());
  }

  get store(): ArchiveStore {
    return this.#options.store;
  }

  /** Archives what waits; returns how many segments. One at a time. */
  ship(): Promise<number> {
    return this.#afterOthers(() => this.#ship());
  }

  /** The line of this data folder, which a copy elsewhere does not continue. */
  line(): Promise<string> {
    return this.#line.current();
  }

  /** For a base backup: its line, which is the one that follows if the clock went back, and for whom it is encrypted. */
  startBase(): Promise<{ line: string; recipients: string[] }> {
    return this.#afterOthers(async () => {
      await this.#renewProofKey();
      return { line: this.#line.following ?? (await this.line()), recipients: await this.#recipients() };
    });
  }

  /** The names of the pictures and receipts, all of which are archived in the line. */
  archiveFiles(line: string): Promise<{ files: string[]; filesAt: Date }> {
    return this.#afterOthers(async () => {
      // Listed anew: somebody may have removed files from the archive.
      this.#files.delete(line);
      const filesAt = await this.#archiveFiles(line);
      return { files: [...(this.#files.get(line)?.present ?? [])], filesAt };
    });
  }

  /** The keys with which the proof reads. */
  proofKeys(): Promise<string[]> {
    return this.#options.recipients.length > 0 ? secretKeys(this.#proofKeyFile) : Promise.resolve([]);
  }

  /** Whether a base backup is due at once: WAL was given up, or the clock went back. */
  async needsBase(): Promise<boolean> {
    await this.#afterOthers(() => this.#line.watchClock(this.#clock()));
    return this.#line.following !== undefined || (await this.#hasGap());
  }

  #hasGap(): Promise<boolean> {
    return stat(this.#gapFile).then(
      () => true,
      () => false,
    );
  }

  /** Whether the latest base backup and the WAL after it lead to now. */
  async isUnbroken(): Promise<boolean> {
    if (await this.#hasGap()) return false;
    const line = await this.line();
    const base = (await listBases(this.store, line)).at(-1);
    if (!base) return false;
    const names = [...(await listSegments(this.store, [line])).keys()].filter((name) => name >= base.segment).sort();
    return names.every((name, index) => name === (index === 0 ? base.segment : segmentAfter(names[index - 1] ?? '')));
  }

  /** A base backup is complete: gaps before it do not matter, and its line is the one to go on with. */
  completeBase({ line }: { line: string }): Promise<void> {
    return this.#afterOthers(async () => {
      await rm(this.#gapFile, { force: true });
      await this.#line.goOver(line);
    });
  }

  #afterOthers<Result>(work: () => Promise<Result>): Promise<Result> {
    const next = this.#working.then(work);
    this.#working = next.catch(() => undefined);
    return next;
  }

  // The recipients, and the nightly proof, whose key stays in the data folder.
  async #recipients(): Promise<string[]> {
    const { recipients } = this.#options;
    if (recipients.length === 0) return [];
    const keys = await secretKeys(this.#proofKeyFile).catch(() => this.#renewProofKey());
    return [...recipients, ...(await Promise.all(keys.map(identityToRecipient)))];
  }

  // For each base backup and what follows it: one that leaks opens nothing older.
  async #renewProofKey(): Promise<string[]> {
    if (this.#options.recipients.length === 0) return [];
    const key = await generateIdentity();
    await writeFile(this.#proofKeyFile, `${key}\n`, { mode: 0o600, flush: true });
    return [key];
  }

  async #ship(): Promise<number> {
    const waiting = (await readdir(this.#spool)).filter((name) => !name.endsWith('.part')).sort();
    await this.#limit(waiting.length);
    if (waiting.length === 0) return 0;
    await this.#line.watchClock(this.#clock());
    const line = await this.line();
    // Rows name files that were there before: what can be recovered has its files.
    if (waiting.some(isSegment)) await this.#archiveFiles(line);
    const recipients = await this.#recipients();
    for (const name of waiting) {
      const path = join(this.#spool, name);
      // A line has one timeline and needs no histories.
      if (isSegment(name)) await this.#archiveSegment([line, this.#line.following], name, recipients);
      await rm(path);
    }
    return waiting.length;
  }

  // The product goes on without an archive, but not without a disk.
  async #limit(waiting: number): Promise<void> {
    if (waiting < MANY_WAITING) this.#hasWarned = false;
    else if (!this.#hasWarned) {
      this.#hasWarned = true;
      this.#options.warn({ waiting }, 'WAL waits for the archive on the disk of the database');
    }
    if (waiting <= MOST_WAITING) return;
    await writeFile(this.#gapFile, '');
    for (const name of await readdir(this.#spool)) await rm(join(this.#spool, name), { force: true });
    this.#options.warn({ waiting }, 'WAL was given up so that the disk does not fill; a base backup follows');
    throw new Error('the archive is unavailable for so long that WAL was given up');
  }

  async #archiveSegment(lines: (string | undefined)[], name: string, recipients: readonly string[]): Promise<void> {
    const content = await readFile(join(this.#spool, name));
    for (const line of lines) if (line) await writeSegment(this.store, line, name, content, recipients);
  }

  async #archiveFiles(line: string): Promise<Date> {
    const moment = this.#clock();
    const { dataDir, hasFiles, scope } = this.#options;
    const { archived, present } = this.#files.get(line) ?? (await this.#readFiles(line));
    const folder = join(dataDir, scope.files.folder);
    const paths = hasFiles ? await listFiles(folder) : [];
    const named = paths.map((path) => [relative(folder, path).split(sep).join('/'), path] as const);
    const now = new Map(named.filter(([name]) => scope.files.pattern.test(name)));
    const recipients = await this.#recipients();
    for (const [name, path] of now) {
      if (archived.has(name)) continue;
      const file = await open(path).catch(() => undefined);
      if (!file) now.delete(name);
      else await writeSealed(this.store, `${line}/files/${name}`, file.createReadStream(), recipients);
      archived.add(name);
    }
    const added = [...now.keys()].filter((name) => !present.has(name));
    const removed = [...present].filter((name) => !now.has(name));
    if (added.length + removed.length > 0) await writeChanges(this.store, line, moment, { added, removed });
    this.#files.set(line, { archived, present: new Set(now.keys()) });
    return moment;
  }

  async #readFiles(line: string): Promise<Files> {
    const archived = new Set((await listArchivedFiles(this.store, [line])).keys());
    const base = (await listBases(this.store, line)).at(-1);
    const present = new Set(base?.files);
    for (const { added, removed } of await listChanges(this.store, line, new Date(base?.filesAt ?? 0))) {
      for (const name of added) present.add(name);
      for (const name of removed) present.delete(name);
    }
    return { archived, present };
  }
}
