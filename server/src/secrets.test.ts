import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { StartError } from './platform/process/start-error.ts';
import { loadOrCreateSecret } from './secrets.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'passeio-secrets-'));
});
afterAll(() => rm(dataDir, { recursive: true }));

it('a secret is made once and is the same from then on', async () => {
  const secret = await loadOrCreateSecret(dataDir, 'first');
  expect(secret).toHaveLength(43);
  expect(await loadOrCreateSecret(dataDir, 'first')).toBe(secret);
});

it('refuses the start where it is not whole, and leaves it as it is', async () => {
  await writeFile(join(dataDir, 'secrets/short'), 'abc');
  await expect(loadOrCreateSecret(dataDir, 'short')).rejects.toThrow(StartError);
  expect(await readFile(join(dataDir, 'secrets/short'), 'utf8')).toBe('abc');
});

it('refuses the start where it is there and cannot be read, and leaves it as it is', async () => {
  // A folder, because root can read every file.
  await mkdir(join(dataDir, 'secrets/unreadable'));
  await expect(loadOrCreateSecret(dataDir, 'unreadable')).rejects.toThrow(StartError);
  expect((await stat(join(dataDir, 'secrets/unreadable'))).isDirectory()).toBe(true);

  await writeFile(join(dataDir, 'file'), 'stored');
  await expect(loadOrCreateSecret(join(dataDir, 'file'), 'identity')).rejects.toThrow(/cannot be read \(ENOTDIR\)/);
});

it('refuses the start where it is missing although something was encrypted with it', async () => {
  const secret = loadOrCreateSecret(dataDir, 'lost', async () => true);
  await expect(secret).rejects.toThrow('is missing, and the database holds what was encrypted with it');
  await expect(stat(join(dataDir, 'secrets/lost'))).rejects.toThrow('ENOENT');
});
