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
