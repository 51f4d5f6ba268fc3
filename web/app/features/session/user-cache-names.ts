/**
 * Names of the caches that hold a user's data for reading offline, one cache per user id. Pages write them, never the
 * service worker; they are deleted when the user changes (followOwner in session.ts).
 */
const PREFIX = 'own-';

/** Undefined where the browser has no cache storage: it needs https or localhost. */
export const cacheStorage = (): CacheStorage | undefined => globalThis.caches;

export const userCacheName = (userId: string) => `${PREFIX}${userId}`;

/** Deletes all users' caches except that of `userId`; all of them if null. */
export async function deleteCachesOfOthers(userId: string | null): Promise<void> {
  const names = (await cacheStorage()?.keys()) ?? [];
  const others = names.filter((name) => name.startsWith(PREFIX) && (userId === null || name !== userCacheName(userId)));
  await Promise.all(others.map((name) => caches.delete(name)));
}
