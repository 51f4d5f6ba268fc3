import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localDiskStorage } from './local-disk.ts';
import { type Storage, StorageFullError } from './port.ts';

let folder: string;
let storage: Storage;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'passeio-storage-'));
  storage = localDiskStorage(folder);
});
afterAll(() => rm(folder, { recursive: true }));

const textOf = async (key: string) => {
  const content = await storage.read(key);
  return content && text(content);
};

describe('files on the disk', () => {
  it('are read as they were written, and are nothing where there are none', async () => {
    await storage.write('a/1.txt', Buffer.from('um'));
    expect(await textOf('a/1.txt')).toBe('um');
    expect(await textOf('a/2.txt')).toBeUndefined();
    expect(await textOf('a')).toBeUndefined();
  });

  it('are copied so that neither feels what happens to the other', async () => {
    await storage.write('b/1.txt', Buffer.from('um'));
    expect(await storage.copy('b/1.txt', 'c/1.txt')).toBe(true);
    await storage.removeFolder('b');
    expect(await textOf('c/1.txt')).toBe('um');
    expect(await storage.copy('b/1.txt', 'c/2.txt')).toBe(false);
  });

  it('are gone after their folder was removed, which may be done twice', async () => {
    await storage.write('d/1.txt', Buffer.from('um'));
    await storage.removeFolder('d');
    await storage.removeFolder('d');
    expect(await textOf('d/1.txt')).toBeUndefined();
  });

  it.skipIf(process.platform !== 'linux')('say so when there is no room, and leave nothing half written', async () => {
    await mkdir(join(folder, 'e'));
    await symlink('/dev/full', join(folder, 'e/1.txt'));
    await expect(storage.write('e/1.txt', Buffer.from('um'))).rejects.toThrow(StorageFullError);
    expect(await readdir(join(folder, 'e'))).toEqual([]);
  });
});
