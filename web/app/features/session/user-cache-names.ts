/**
 * The caches of what a person may read without a network, kept by the page itself under the person's id. The service
 * worker never looks into them. Whoever else is at this browser finds them gone (followOwner in session.ts).
 */
const PREFIX = 'own-';

/** Only where the browser has such a store: on https and on localhost. */
export const cacheStorage = (): CacheStorage | undefined => globalThis.caches;

export const userCacheName = (userId: string) => `${PREFIX}${userId}`;

/** Deletes what was kept for everybody else; for everybody where `userId` is null. */
export async function deleteCachesOfOthers(userId: string | null): Promise<void> {
  const names = (await cacheStorage()?.keys()) ?? [];
  const others = names.filter((name) => name.startsWith(PREFIX) && (userId === null || name !== userCacheName(userId)));
  await Promise.all(others.map((name) => caches.delete(name)));
}
