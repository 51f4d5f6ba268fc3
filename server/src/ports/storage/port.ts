import type { Readable } from 'node:stream';
import { StartError } from '../../platform/process/start-error.ts';

/** There is no room for a file, or its folder is read-only; what was written of it is gone. */
export class StorageFullError extends Error {}

/** The storage cannot be reached, or is too busy to answer: the same call may work in a moment. */
export class StorageUnavailableError extends Error {}

/** The storage will not take us as it is configured; the message says what to change. */
export class StorageRefusedError extends StartError {}

/**
 * Where files are kept. Keys are relative paths with "/" that we make ourselves, never a client's text.
 * Every function throws {@link StorageUnavailableError} while the storage is away.
 */
export interface Storage {
  /** Throws {@link StorageFullError} where nothing can be written. */
  write(key: string, content: Buffer): Promise<void>;
  /** Makes `to` a file with the content of `from`, of which neither feels what happens to the other; false without `from`. */
  copy(from: string, to: string): Promise<boolean>;
  /** The file's bytes, to be read or destroyed; undefined where there is none. */
  read(key: string): Promise<Readable | undefined>;
  /** Removes everything below a folder; nothing happens where there is none. */
  removeFolder(key: string): Promise<void>;
}
