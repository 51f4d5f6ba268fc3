import { createReadStream } from 'node:fs';
import { copyFile, link, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { FileStorage } from '@flystorage/file-storage';
import { LocalStorageAdapter } from '@flystorage/local-fs';
import { type Storage, StorageFullError } from './port.ts';

/** Storage in a local folder. */
export function localDiskStorage(folder: string): Storage {
  const files = new FileStorage(new LocalStorageAdapter(folder));
  return {
    async write(key, content) {
      try {
        await files.write(key, content);
      } catch (error) {
        await rm(join(folder, key), { force: true }).catch(() => undefined);
        throw takesNothing(error) ? new StorageFullError('the disk takes nothing', { cause: error }) : error;
      }
    },
    async copy(from, to) {
      try {
        await mkdir(join(folder, dirname(to)), { recursive: true });
        await linkOrCopy(join(folder, from), join(folder, to));
        return true;
      } catch (error) {
        if (hasCode(error, 'ENOENT')) return false;
        throw takesNothing(error) ? new StorageFullError('the disk takes nothing', { cause: error }) : error;
      }
    },
    async read(key) {
      const found = await stat(join(folder, key)).catch(() => undefined);
      // The library's stream leaks the file when a reader disconnects.
      return found?.isFile() ? createReadStream(join(folder, key)) : undefined;
    },
    async list(key) {
      const found = await readdir(join(folder, key), { recursive: true, withFileTypes: true }).catch((error) => {
        if (hasCode(error, 'ENOENT')) return [];
        throw error;
      });
      const files = found.filter((entry) => entry.isFile());
      return files.map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
    },
    async removeFolder(key) {
      await files.deleteDirectory(key);
    },
  };
}

// Files are immutable: a hard link is a copy without cost. Not every file system supports them.
async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (!['EPERM', 'ENOTSUP', 'EMLINK'].some((code) => hasCode(error, code))) throw error;
    await copyFile(from, to);
  }
}

// Disk full, quota exceeded, or read-only.
function takesNothing(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM'].some((code) => hasCode(error, code));
}

// The library wraps file system errors.
function hasCode(error: unknown, code: string): boolean {
  if (!(error instanceof Error)) return false;
  return (error as NodeJS.ErrnoException).code === code || hasCode(error.cause, code);
}
