import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FileStorage } from '@flystorage/file-storage';
import { LocalStorageAdapter } from '@flystorage/local-fs';
import type { Storage } from './port.ts';

/** Files in a folder of this machine. */
export function localDiskStorage(folder: string): Storage {
  const files = new FileStorage(new LocalStorageAdapter(folder));
  return {
    async write(key, content) {
      await files.write(key, content);
    },
    async read(key) {
      const found = await stat(join(folder, key)).catch(() => undefined);
      return found?.isFile() ? files.read(key) : undefined;
    },
    async removeFolder(key) {
      await files.deleteDirectory(key);
    },
  };
}
