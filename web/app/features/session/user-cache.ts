import { cacheStorage, userCacheName } from './user-cache-names';

const addressOf = (name: string) => `/own/${name}`;

export async function writeUserCache(userId: string, name: string, value: unknown): Promise<void> {
  const cache = await cacheStorage()?.open(userCacheName(userId));
  await cache?.put(addressOf(name), Response.json(value));
}

/** What was kept, as it was written: it may come from an earlier version of ours. */
export async function readUserCache(userId: string, name: string): Promise<unknown> {
  const copy = await cacheStorage()?.match(addressOf(name), { cacheName: userCacheName(userId) });
  return copy?.json();
}

/** Keeps a file under a name of its own, to be read again by this person; false where that is not possible. */
export async function writeUserFile(userId: string, name: string, file: File): Promise<boolean> {
  try {
    const cache = await cacheStorage()?.open(userCacheName(userId));
    await cache?.put(addressOf(name), new Response(file, { headers: { 'content-type': file.type } }));
    return cache !== undefined;
  } catch (error) {
    // Full: what was chosen is still there until the page is left.
    console.warn('A file could not be cached', error);
    return false;
  }
}

export async function readUserFile(userId: string, name: string): Promise<Blob | undefined> {
  const copy = await cacheStorage()?.match(addressOf(name), { cacheName: userCacheName(userId) });
  return copy?.blob();
}

export async function deleteUserFile(userId: string, name: string): Promise<void> {
  const cache = await cacheStorage()?.open(userCacheName(userId));
  await cache?.delete(addressOf(name));
}
