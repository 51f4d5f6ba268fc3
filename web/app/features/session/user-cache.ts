/**
 * Names of the caches and databases that hold a user's data for reading offline, one of each per user id. Pages write
 * them, never the service worker; they are deleted when the user changes (followOwner in session.ts). What was opened
 * by a payer's link is read by that link alone, even where somebody signs in, and goes when it has expired.
 */
export const OWN_DATA = 'own-';
export const LINK = 'link-';

/** Undefined where the browser has no cache storage: it needs https or localhost. */
export const cacheStorage = (): CacheStorage | undefined => globalThis.caches;

export const userCacheName = (userId: string) => `${OWN_DATA}${userId}`;

/** Deletes all users' caches and databases except those of `userId`, all of them if null, and what has expired. */
export async function deleteCachesOfOthers(userId: string | null): Promise<void> {
  const isOfLink = (name: string) => name.startsWith(OWN_DATA + LINK);
  const isOthers = (name: string) =>
    name.startsWith(OWN_DATA) && !isOfLink(name) && (userId === null || name !== userCacheName(userId));
  const names = (await cacheStorage()?.keys()) ?? [];
  const databases = (await globalThis.indexedDB?.databases?.()) ?? [];
  for (const { name = '' } of databases) if (isOthers(name)) indexedDB.deleteDatabase(name);
  await Promise.all(names.filter(isOthers).map((name) => caches.delete(name)));
  for (const name of names.filter(isOfLink)) if (await hasExpired(name)) await caches.delete(name);
}

async function hasExpired(cacheName: string): Promise<boolean> {
  const copies = await (await caches.open(cacheName)).matchAll();
  return copies.every(({ headers }) => !(Date.parse(headers.get('expires') ?? '') > Date.now()));
}
