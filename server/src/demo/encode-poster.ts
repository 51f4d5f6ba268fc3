import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { type EncodedPicture, encodePicture, PICTURE_WORKER, type Recipe } from '../platform/pictures/pictures.ts';

const CACHE_DIR = join(import.meta.dirname, '../../../node_modules/.cache/passeio/posters');

/**
 * Encodes a picture once per content, recipe and encoder: all posters take 14 s of processor time, and every new data
 * folder is given the same. The cache may be deleted, and need not be writable.
 */
export async function encodePoster(content: Buffer, recipe: Recipe): Promise<EncodedPicture> {
  const key = createHash('sha256')
    .update(content)
    .update(JSON.stringify(recipe))
    .update(await readFile(PICTURE_WORKER));
  const file = join(CACHE_DIR, key.digest('hex'));
  const cached = await readFile(file).catch(() => undefined);
  if (cached) return deserialize(cached) as EncodedPicture;
  const encoded = await encodePicture(content, recipe);
  await writeToCache(file, serialize(encoded)).catch(() => undefined);
  return encoded;
}

// Renamed, because another process may read it meanwhile.
async function writeToCache(file: string, content: Buffer): Promise<void> {
  const incomplete = `${file}.${randomUUID()}`;
  await mkdir(CACHE_DIR, { recursive: true });
  await writeFile(incomplete, content);
  await rename(incomplete, file);
}
