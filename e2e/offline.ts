import { type APIRequestContext, type BrowserContext, expect, type Page } from '@playwright/test';
import { bearer, type Credentials, demoAccount, newPerson, ownOrigin } from './people.ts';
import { addSessionCookie, openSession, tokenOf, userSlice } from './sessions.ts';

/** An active trip that has departed, and is therefore in no list of other tests. */
export async function pastTrip(request: APIRequestContext) {
  const headers = { ...bearer(await tokenOf(demoAccount('OPERATOR'))), origin: ownOrigin() };
  const draft = {
    ...{ title: `Passeio de ontem ${newPerson().rg}`, summary: '', description: '', showDescription: false },
    ...{ date: '2026-01-10T09:00:00Z', returnDate: '2026-01-10T21:00:00Z', isActive: true },
    ...{ fares: [{ label: 'Adulto', priceCents: 10_000 }], depositPercent: 30, capacity: 40 },
    ...{
      minParticipants: 0,
      decisionDate: null,
      vehicle: '',
      interstate: false,
      onRequest: false,
      boardingPoints: [],
      itinerary: [],
    },
    ...{ included: [], excluded: [], bring: [], risks: '', cancellationTiers: [] },
  };
  const response = await request.post('/api/trips', { data: draft, headers });
  expect(response.ok(), await response.text()).toBe(true);
  const { id, slug, version } = (await response.json()) as { id: string; slug: string; version: number };
  return { ...draft, id, slug, version, headers };
}

/** Changes a trip's title and returns it. */
export async function rename(request: APIRequestContext, trip: Awaited<ReturnType<typeof pastTrip>>): Promise<string> {
  const { slug: _slug, headers, ...draft } = trip;
  const title = draft.title.replace('ontem', 'anteontem');
  const response = await request.put('/api/trips', { data: { ...draft, title }, headers });
  expect(response.ok(), await response.text()).toBe(true);
  return title;
}

/** Replaces the browser's user without a sign-out. */
export async function replacePerson(page: Page, context: BrowserContext, who: Credentials): Promise<void> {
  const session = await openSession(who);
  await addSessionCookie(context, session);
  await page.evaluate((slice) => localStorage.setItem('nextjs', slice), userSlice(session));
}

/** Waits until the worker has cached a page and all its files. */
export async function whenKept(page: Page, path: string): Promise<void> {
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
  return everythingKept(page, 'own-');
}

/** Names, URLs and texts of all caches, as one text. */
export function everythingKept(page: Page, prefix = ''): Promise<string> {
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
