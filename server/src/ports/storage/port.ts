import type { Readable } from 'node:stream';

/** Where files are kept. Keys are relative paths with "/" that we make ourselves, never a client's text. */
export interface Storage {
  write(key: string, content: Buffer): Promise<void>;
  /** The file's bytes; undefined where there is none. */
  read(key: string): Promise<Readable | undefined>;
  /** Removes everything below a folder; nothing happens where there is none. */
  removeFolder(key: string): Promise<void>;
}
