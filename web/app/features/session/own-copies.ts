// Apart from names and their deletion, because the portal needs no more.

import { cacheStorage, LINK, userCacheName } from './user-cache';

/** The owner of the cache of a payer's link; null where the browser has no cache. */
export async function linkOwner(token: string): Promise<string | null> {
  return window.isSecureContext ? LINK + (await hashOfLink(token)) : null;
}

/** 128 bits that do not reveal the token of a link, as hex. Needs https or localhost, as all encryption does. */
export async function hashOfLink(token: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  return Array.from(new Uint8Array(hash, 0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
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
