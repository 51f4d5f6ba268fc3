import { type BrowserContext, expect, type Page } from '@playwright/test';
import type { Credentials } from './people.ts';
import { addSessionCookie, openSession, userSlice } from './sessions.ts';

/** Replaces the browser's user without a sign-out. */
export async function replacePerson(page: Page, context: BrowserContext, who: Credentials): Promise<void> {
  const session = await openSession(who);
  await addSessionCookie(context, session);
  await page.evaluate((slice) => localStorage.setItem('nextjs', slice), userSlice(session));
}

/** Waits until the worker has cached a page and all its files. */
export async function untilCached(page: Page, path: string): Promise<void> {
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active?.state === 'activated') return;
    await new Promise((resolve) => active?.addEventListener('statechange', resolve, { once: true }));
  });
  const isComplete = (key: string) =>
    page.evaluate(async (wanted) => {
      const copy = await caches.match(wanted);
      const files = (await copy?.text())?.match(/\/assets\/[\w.-]+\.(?:js|css)/g) ?? [];
      const cached = await Promise.all(files.map((file) => caches.match(file)));
      return copy !== undefined && cached.every(Boolean);
    }, key);
  await expect.poll(() => isComplete(path), { message: `${path} is cached`, timeout: 60_000 }).toBe(true);
}

/** Content of the users' caches, as text. */
export function ownCopies(page: Page): Promise<string> {
  return readCaches(page, 'own-');
}

/** Names, URLs and texts of all caches, as one text. */
export function readCaches(page: Page, prefix = ''): Promise<string> {
  return page.evaluate(async (start) => {
    const texts: string[] = [];
    for (const name of await caches.keys()) {
      if (!name.startsWith(start)) continue;
      const cache = await caches.open(name);
      texts.push(name);
      for (const key of await cache.keys()) {
        texts.push(key.url);
        if (!/\.(js|css|avif|webp|png|jpg)$/.test(key.url)) texts.push((await (await cache.match(key))?.text()) ?? '');
      }
    }
    return texts.join('\n');
  }, prefix);
}
