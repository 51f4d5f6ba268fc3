import { cacheOf, store } from './own-caches';

const addressOf = (name: string) => `/own/${name}`;

export async function keepOwn(userId: string, name: string, value: unknown): Promise<void> {
  const cache = await store()?.open(cacheOf(userId));
  await cache?.put(addressOf(name), Response.json(value));
}

/** What was kept, as it was written: it may come from an earlier version of ours. */
export async function readOwn(userId: string, name: string): Promise<unknown> {
  const copy = await store()?.match(addressOf(name), { cacheName: cacheOf(userId) });
  return copy?.json();
}

/** Keeps a file under a name of its own, to be read again by this person; false where that is not possible. */
export async function keepOwnFile(userId: string, name: string, file: File): Promise<boolean> {
  try {
    const cache = await store()?.open(cacheOf(userId));
    await cache?.put(addressOf(name), new Response(file, { headers: { 'content-type': file.type } }));
    return cache !== undefined;
  } catch (error) {
    // Full: what was chosen is still there until the page is left.
    console.warn('A file could not be kept', error);
    return false;
  }
}

export async function readOwnFile(userId: string, name: string): Promise<Blob | undefined> {
  const copy = await store()?.match(addressOf(name), { cacheName: cacheOf(userId) });
  return copy?.blob();
}

export async function forgetOwnFile(userId: string, name: string): Promise<void> {
  const cache = await store()?.open(cacheOf(userId));
  await cache?.delete(addressOf(name));
}
