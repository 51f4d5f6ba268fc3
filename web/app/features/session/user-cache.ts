/**
 * Names of the caches and databases that hold a user's data for reading offline, one of each per user id. Pages write
 * them, never the service worker; they are deleted when the user changes (followOwner in session.ts). What was opened
 * by a payer's link is read by that link alone, whoever signs in, and goes when it has expired.
 */
const PREFIX = 'own-';
const LINK = 'link-';

/** Undefined where the browser has no cache storage: it needs https or localhost. */
export const cacheStorage = (): CacheStorage | undefined => globalThis.caches;

export const userCacheName = (userId: string) => `${PREFIX}${userId}`;

/** Whose cache is that of a payer's link; null where the browser has no cache. */
export async function linkOwner(token: string): Promise<string | null> {
  return window.isSecureContext ? LINK + (await hashOfLink(token)) : null;
}

/** 128 bits that do not reveal the token of a link, as hex. Needs https or localhost, as all encryption does. */
export async function hashOfLink(token: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  return Array.from(new Uint8Array(hash, 0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Deletes all users' caches and databases except those of `userId`, all of them if null, and what has expired. */
export async function deleteCachesOfOthers(userId: string | null): Promise<void> {
  const isOfLink = (name: string) => name.startsWith(PREFIX + LINK);
  const isOthers = (name: string) =>
    name.startsWith(PREFIX) && !isOfLink(name) && (userId === null || name !== userCacheName(userId));
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

const addressOf = (name: string) => `/own/${name}`;

/** `until`: epoch milliseconds after which what a link has opened is deleted. */
export async function writeUserCache(userId: string, name: string, value: unknown, until?: number): Promise<void> {
  const cache = await cacheStorage()?.open(userCacheName(userId));
  const headers = until === undefined ? undefined : { expires: new Date(until).toUTCString() };
  await cache?.put(addressOf(name), Response.json(value, { headers }));
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
