import type { Storage } from '../ports/storage/port.ts';

/** A part of a storage: nothing outside of the folder `prefix` can be named through it. */
export function prefixedStorage(storage: Storage, prefix: string): Storage {
  const within = (key: string) => {
    if (key.split('/').some((part) => part === '..' || part === '.')) throw new Error(`not a key: ${key}`);
    return `${prefix}/${key}`;
  };
  return {
    write: (key, content) => storage.write(within(key), content),
    copy: (from, to) => storage.copy(within(from), within(to)),
    read: (key) => storage.read(within(key)),
    async list(folder) {
      const keys = await storage.list(within(folder));
      return keys.map((key) => key.slice(prefix.length + 1));
    },
    removeFolder: (key) => storage.removeFolder(within(key)),
  };
}
