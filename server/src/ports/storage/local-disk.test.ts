import { mkdir, mkdtemp, readdir, readlink, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

const openFiles = async () => {
  const names = await readdir('/proc/self/fd');
  return Promise.all(names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')));
};

describe('files on the disk', () => {
  it.skipIf(process.platform !== 'linux')('are closed when a reader goes away in the middle', async () => {
    await storage.write('a/large.jpg', Buffer.alloc(4 * 1024 * 1024));
    const reading = await storage.read('a/large.jpg');
    const opened = async () => (await openFiles()).includes(join(folder, 'a/large.jpg'));
    await expect.poll(opened, { timeout: 20_000 }).toBe(true);
    reading?.destroy();
    await expect.poll(opened, { timeout: 20_000 }).toBe(false);
  });

  it.skipIf(process.platform !== 'linux')('say so when there is no room, and leave nothing half written', async () => {
    await mkdir(join(folder, 'e'));
    await symlink('/dev/full', join(folder, 'e/1.txt'));
    await expect(storage.write('e/1.txt', Buffer.from('um'))).rejects.toThrow(StorageFullError);
    expect(await readdir(join(folder, 'e'))).toEqual([]);
  });

  it.skipIf(process.platform !== 'linux')('say so when the folder is read-only', async () => {
    // Not even root can create files there.
    await symlink('/sys', join(folder, 'g'));
    await expect(storage.write('g/1.txt', Buffer.from('um'))).rejects.toThrow(StorageFullError);
  });
});
