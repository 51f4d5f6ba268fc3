import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Archived, ArchiveStore } from './port.ts';

const INCOMPLETE = '.part';

/** An archive in a local folder. */
export function archiveFolder(folder: string): ArchiveStore {
  return {
    async write(key, content) {
      const path = join(folder, key);
      const part = path + INCOMPLETE;
      try {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        await pipeline(content, createWriteStream(part, { mode: 0o600, flush: true }));
      } catch (error) {
        content.destroy();
        await rm(part, { force: true }).catch(() => undefined);
        throw error;
      }
      await rename(part, path);
      await flushFolder(dirname(path));
    },
    async read(key) {
      const content = createReadStream(join(folder, key));
      const opened = await once(content, 'open').catch(noneIfMissing);
      return opened.length > 0 ? content : undefined;
    },
    async list(key) {
      const found = await readdir(join(folder, key), { recursive: true, withFileTypes: true }).catch(noneIfMissing);
      const paths = found.filter((entry) => entry.isFile() && !entry.name.endsWith(INCOMPLETE));
      const listed = paths.map(({ parentPath, name }) => describe(folder, join(parentPath, name)));
      return (await Promise.all(listed)).filter((one) => one !== undefined);
    },
    remove: (key) => rm(join(folder, key), { force: true }),
  };
}

async function describe(folder: string, path: string): Promise<Archived | undefined> {
  // It may be removed meanwhile.
  const found = await stat(path).catch(() => undefined);
  return found && { key: relative(folder, path).split(sep).join('/'), bytes: found.size, at: found.mtime };
}

// A name survives a power cut only once its folder is written too.
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

function noneIfMissing(error: NodeJS.ErrnoException): [] {
  if (error.code !== 'ENOENT') throw error;
  return [];
}
