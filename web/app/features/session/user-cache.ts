/**
 * Names of the caches and databases that hold a user's data for reading offline, one of each per user id. Pages write
 * them, never the service worker; they are deleted when the user changes (followOwner in session.ts).
 */
const PREFIX = 'own-';

/** Undefined where the browser has no cache storage: it needs https or localhost. */
export const cacheStorage = (): CacheStorage | undefined => globalThis.caches;

export const userCacheName = (userId: string) => `${PREFIX}${userId}`;

/** Deletes all users' caches and databases except those of `userId`; all of them if null. */
export async function deleteCachesOfOthers(userId: string | null): Promise<void> {
  const isOthers = (name: string) => name.startsWith(PREFIX) && (userId === null || name !== userCacheName(userId));
  const names = (await cacheStorage()?.keys()) ?? [];
  const databases = (await globalThis.indexedDB?.databases?.()) ?? [];
  for (const { name = '' } of databases) if (isOthers(name)) indexedDB.deleteDatabase(name);
  await Promise.all(names.filter(isOthers).map((name) => caches.delete(name)));
}

const addressOf = (name: string) => `/own/${name}`;

export async function writeUserCache(userId: string, name: string, value: unknown): Promise<void> {
  const cache = await cacheStorage()?.open(userCacheName(userId));
  await cache?.put(addressOf(name), Response.json(value));
}

/** The cached value, unvalidated: an earlier version may have written it. */
export async function readUserCache(userId: string, name: string): Promise<unknown> {
  const copy = await cacheStorage()?.match(addressOf(name), { cacheName: userCacheName(userId) });
  return copy?.json();
}

/** Caches a file for this user; false if that fails. */
export async function writeUserFile(userId: string, name: string, file: File): Promise<boolean> {
  try {
    const cache = await cacheStorage()?.open(userCacheName(userId));
    await cache?.put(addressOf(name), new Response(file, { headers: { 'content-type': file.type } }));
    return cache !== undefined;
  } catch (error) {
    // Quota exceeded: the file is still in the page's memory.
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
