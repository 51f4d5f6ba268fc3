import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startFront, startS3, type TestS3 } from '../../../test/s3.ts';
import { writeArchive } from '../../platform/backup/archive.ts';
import { archiveFolder } from './archive-folder.ts';
import { localDiskStorage } from './local-disk.ts';
import { type Storage, StorageFullError, StorageRefusedError, StorageUnavailableError } from './port.ts';
import { openS3Archive, openS3Storage } from './s3.ts';

let folder: string;
let s3: TestS3;
const storages: Record<string, Storage> = {};
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'passeio-storage-'));
  s3 = await startS3();
  storages['on the disk'] = localDiskStorage(folder);
  storages['in a bucket'] = await openS3Storage(s3.settings);
});
afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true });
});

describe.each(['on the disk', 'in a bucket'])('files %s', (place) => {
  const storage = () => storages[place] as Storage;
  const textOf = async (key: string) => {
    const content = await storage().read(key);
    return content && text(content);
  };

  it('are read as they were written, and are nothing where there are none', async () => {
    await storage().write('a/1.txt', Buffer.from('um'));
    expect(await textOf('a/1.txt')).toBe('um');
    expect(await textOf('a/2.txt')).toBeUndefined();
    expect(await textOf('a')).toBeUndefined();
  });

  it('may be ZIP files', async () => {
    // A signature, and an entry of which the first bytes are not the whole.
    const content = Buffer.concat([
      Buffer.from('504b0304140008080800', 'hex'),
      Buffer.alloc(16, 255),
      randomBytes(9_000),
    ]);
    await storage().write('a/data.zip', content);
    expect(await buffer((await storage().read('a/data.zip')) as NodeJS.ReadableStream)).toEqual(content);
  });

  it('may be large, and hold any bytes', async () => {
    const content = Buffer.alloc(6 * 1024 * 1024, Buffer.from([0, 13, 10, 255, 128]));
    await storage().write('a/large.jpg', content);
    expect((await buffer((await storage().read('a/large.jpg')) as NodeJS.ReadableStream)).equals(content)).toBe(true);
  });

  it('are copied independently', async () => {
    await storage().write('b/1.txt', Buffer.from('um'));
    expect(await storage().copy('b/1.txt', 'c/1.txt')).toBe(true);
    await storage().removeFolder('b');
    expect(await textOf('c/1.txt')).toBe('um');
    expect(await storage().copy('b/1.txt', 'c/2.txt')).toBe(false);
  });

  it('are gone after their folder was removed, which may be done twice, and no others', async () => {
    await storage().write('d/1.txt', Buffer.from('um'));
    await storage().write('d/2.txt', Buffer.from('dois'));
    await storage().write('d2/1.txt', Buffer.from('um'));
    await storage().removeFolder('d');
    await storage().removeFolder('d');
    expect(await textOf('d/1.txt')).toBeUndefined();
    expect(await textOf('d/2.txt')).toBeUndefined();
    expect(await textOf('d2/1.txt')).toBe('um');
  });

  it('can be read however many readers have gone away in the middle', async () => {
    await storage().write('e/large.jpg', Buffer.alloc(4 * 1024 * 1024));
    // More than the connection pool of a bucket.
    for (let reader = 0; reader < 60; reader += 1) (await storage().read('e/large.jpg'))?.destroy();
    await storage().write('e/1.txt', Buffer.from('um'));
    expect(await textOf('e/1.txt')).toBe('um');
  });
});

describe.each(['in a folder', 'in a bucket'])('an archive %s', (place) => {
  const archive = () => (place === 'in a folder' ? archiveFolder(folder) : openS3Archive(s3.settings));
  const failing = () =>
    Readable.from(
      (async function* () {
        yield Buffer.alloc(1024);
        throw new Error('the content fails');
      })(),
    );

  it('takes a ZIP file, whose first entry is longer than what would show its type', async () => {
    const zip = join(await mkdtemp(join(folder, 'zip-')), 'a.zip');
    await writeArchive(zip, [], async ({ add }) => void (await add('a', Readable.from([randomBytes(100_000)]))));
    await archive().write('zip/a.zip', createReadStream(zip));
    expect(await buffer((await archive().read('zip/a.zip')) as Readable)).toEqual(await readFile(zip));
  });

  it('has nothing under a key that is missing', async () => {
    expect(await archive().read('zip/missing')).toBeUndefined();
  });

  it('closes the file that it could not take', async () => {
    const path = join(await mkdtemp(join(folder, 'open-')), 'a');
    await writeFile(path, randomBytes(100_000));
    const refusing = place === 'in a folder' ? archiveFolder(path) : openS3Archive({ ...s3.settings, bucket: 'outro' });
    const handle = await open(path);
    await expect(refusing.write('a/b', handle.createReadStream())).rejects.toThrow();
    await expect.poll(() => handle.fd).toBe(-1);
    await expect(archive().write('zip/failing', failing())).rejects.toThrow('the content fails');
    expect(await archive().read('zip/failing')).toBeUndefined();
  });
});

it('an archive in a bucket says why it cannot be used', async () => {
  const refused = openS3Archive({ ...s3.settings, bucket: 'outro' });
  await expect(refused.list('')).rejects.toThrow(`The storage at ${s3.settings.endpoint} has no bucket "outro".`);
  const away = openS3Archive({ ...s3.settings, endpoint: 'http://127.0.0.1:1' });
  await expect(away.list('')).rejects.toThrow('The storage at http://127.0.0.1:1 cannot be used (ECONNREFUSED).');
});

describe('a bucket that cannot be used', () => {
  const refusal = (settings: object) => openS3Storage({ ...s3.settings, ...settings }).catch((error) => error);

  it('is refused at the start with a reason', async () => {
    expect(await refusal({ bucket: 'outro' })).toEqual(
      new StorageRefusedError(
        `The storage at ${s3.settings.endpoint} has no bucket "outro". Mend STORAGE_URL, or the storage.`,
      ),
    );
    expect((await refusal({ accessKeyId: 'OUTRA' })).message).toContain('refuses the key');
  });

  it('is opened while it is unavailable, with a warning, and fails until it is there', async () => {
    const warnings: string[] = [];
    const settings = { ...s3.settings, endpoint: 'http://127.0.0.1:1' };
    const storage = await openS3Storage(settings, (message) => warnings.push(message));
    expect(warnings).toEqual([expect.stringContaining('ECONNREFUSED')]);
    await expect(storage.read('a/1.txt')).rejects.toThrow(StorageUnavailableError);
  });

  it('that hangs fails an upload after ten seconds', async () => {
    const hanging = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(hanging, 'listening');
    onTestFinished(() => hanging.closeAllConnections());
    const { port } = hanging.address() as AddressInfo;
    const storage = await openS3Storage({ ...s3.settings, endpoint: `http://127.0.0.1:${port}` });
    const began = performance.now();
    await expect(storage.write('a/1.txt', Buffer.from('um'))).rejects.toThrow(StorageUnavailableError);
    expect(performance.now() - began).toBeLessThan(12_000);
  });

  it('is unavailable when it stops answering, which is no missing file', async () => {
    const other = await startS3();
    const storage = await openS3Storage(other.settings);
    await storage.write('a/1.txt', Buffer.from('um'));
    await other.close();
    await expect(storage.read('a/1.txt')).rejects.toThrow(StorageUnavailableError);
    await expect(storage.copy('a/1.txt', 'b/1.txt')).rejects.toThrow(StorageUnavailableError);
    await expect(storage.write('a/2.txt', Buffer.from('um'))).rejects.toThrow(StorageUnavailableError);
    await expect(storage.removeFolder('a')).rejects.toThrow(StorageUnavailableError);
  });
});

describe('a bucket that does not delete in bulk', () => {
  async function inFront(refusal: Parameters<typeof startFront>[1]) {
    const front = await startFront(s3, refusal);
    onTestFinished(() => front.close());
    return openS3Storage(front.settings);
  }

  it.each([
    ['wants a checksum for it', 400],
    ['has no such call', 501],
    ['forbids it', 403],
  ])('because it %s loses a folder of many files all the same', async (_, status) => {
    const storage = await inFront(({ method, url }) =>
      method === 'POST' && url?.includes('delete') ? { status } : undefined,
    );
    const keys = Array.from({ length: 23 }, (_, index) => `bulk/${index}.txt`);
    for (const key of keys) await storage.write(key, Buffer.from('um'));
    await storage.write('bulk2/0.txt', Buffer.from('um'));
    await storage.removeFolder('bulk');
    expect([await storage.list('bulk'), await storage.list('bulk2')]).toEqual([[], ['bulk2/0.txt']]);
  });

  it('says so where it deletes nothing at all', async () => {
    const storage = await inFront(({ method }) => (method === 'DELETE' ? { status: 403 } : undefined));
    await storage.write('kept/1.txt', Buffer.from('um'));
    await expect(storage.removeFolder('kept')).rejects.toThrow();
    expect(await storage.list('kept')).toEqual(['kept/1.txt']);
  });
});

describe('a bucket that is full', () => {
  it.each([
    ['MinIO', { status: 400, code: 'XMinioAdminBucketQuotaExceeded' }],
    ['Ceph', { status: 403, code: 'QuotaExceeded' }],
    ['another one', { status: 507, code: 'InsufficientStorage' }],
  ])('takes nothing, as %s says it, and gives what it has', async (_, answer) => {
    let isFull = false;
    const front = await startFront(s3, ({ method }) => (isFull && method === 'PUT' ? answer : undefined));
    onTestFinished(() => front.close());
    const storage = await openS3Storage(front.settings);
    await storage.write('full/1.txt', Buffer.from('um'));
    isFull = true;
    await expect(storage.write('full/2.txt', Buffer.from('dois'))).rejects.toThrow(StorageFullError);
    await expect(storage.copy('full/1.txt', 'full/3.txt')).rejects.toThrow(StorageFullError);
    expect(await storage.list('full')).toEqual(['full/1.txt']);
  });
});
