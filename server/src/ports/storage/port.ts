import type { Readable } from 'node:stream';
import { StartError } from '../../platform/process/start-error.ts';

/** The storage is full or read-only; partial files are removed. */
export class StorageFullError extends Error {}

/** The storage is unreachable or overloaded: retrying may help. A start that needs it ends. */
export class StorageUnavailableError extends StartError {}

/** The storage refuses its configuration; the message says what to change. */
export class StorageRefusedError extends StartError {}

/**
 * File storage. Keys are relative paths with "/" that we generate, never user input. Every function throws {@link
 * StorageUnavailableError} while the storage is unavailable.
 */
export interface Storage {
  /** Throws {@link StorageFullError}. */
  write(key: string, content: Buffer): Promise<void>;
  /** Copies `from` to `to`; false if `from` is missing. */
  copy(from: string, to: string): Promise<boolean>;
  /** The file's bytes, to be read or destroyed; undefined if missing. */
  read(key: string): Promise<Readable | undefined>;
  /** The keys of the files below a folder, in no order. */
  list(folder: string): Promise<string[]>;
  /** Removes everything below a folder, if it exists. */
  removeFolder(key: string): Promise<void>;
}

/** A file in an archive. */
export interface Archived {
  key: string;
  bytes: number;
  /** When it was written. */
  at: Date;
}

/** Where backups and WAL are kept: files of any size, whole or not there. */
export interface ArchiveStore {
  /** Replaces what is there. Destroys the content, also if it throws: a file that is read stays open otherwise. */
  write(key: string, content: Readable): Promise<void>;
  /** Undefined if it is missing. */
  read(key: string): Promise<Readable | undefined>;
  /** The files below a folder, in no order. */
  list(folder: string): Promise<Archived[]>;
  remove(key: string): Promise<void>;
}
