import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import type pg from 'pg';
import { demoAccounts } from '../demo/people.ts';
import { ensureTool } from '../scripts/debian.ts';
import { fetchAccessToken, insertSessions } from '../server/test/identity-rows.ts';
import type { Product } from './product.ts';

/** How many times slower a phone's processor is. */
export const SLOWDOWN = 4;
/** Within which the first screen should be seen. */
export const LIMIT_MS = 1_000;
// For a machine that does something else meanwhile: a limit that is never reached costs nothing.
const TIMEOUT_MS = 120_000;

/** A browser with the window of a phone, that keeps what it stores in the folder `profile`. */
export async function launchPhone(profile: string): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: ensureTool('chromium'),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    locale: 'pt-BR',
  });
  context.setDefaultTimeout(TIMEOUT_MS);
  return context;
}

/** Signs the demonstration's person of a role in, and answers a page that stands outside the application. */
export async function signInOnPhone(
  context: BrowserContext,
  { product, database, role }: { product: Product; database: pg.Pool; role: 'ADMIN' | 'OPERATOR' | 'CLIENT' },
): Promise<Page> {
  const { rows } = await database.query(
    'select subject, id, name, email, cpf, rg, emitter, birthdate::text, contact, role from users where email = $1',
    [demoAccounts.find((account) => account.role === role)?.email],
  );
  const { subject, ...user } = rows[0];
  const [cookie] = await insertSessions(
    database,
    [subject],
    await readFile(join(product.dataDir, 'secrets/identity'), 'utf8'),
  );
  if (!cookie) throw new Error('no session was written');
  // A cookie with a date outlives the browser.
  const expires = Math.floor(Date.now() / 1_000) + 3_600;
  await context.addCookies([{ ...cookie, expires, url: product.origin, httpOnly: true, sameSite: 'Lax' }]);
  const accessToken = await fetchAccessToken(product.origin, cookie);
  const slice = JSON.stringify({ state: { user: { ...user, isAuthenticated: true, accessToken } }, version: 0 });
  const page = await context.newPage();
  await page.goto(`${product.origin}/robots.txt`);
  await page.evaluate((value) => localStorage.setItem('nextjs', value), slice);
  return page;
}

/** Slows the page's processor; answers what its main thread has computed since. */
export async function slowDown(context: BrowserContext, page: Page, rate: number): Promise<() => Promise<number>> {
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const used = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
  };
  const before = await used();
  return async () => (await used()) - before;
}

/** What {@link watchRows} writes into the window. */
export interface Watched {
  /** From the start of the navigation, unless the page sets it anew. */
  openedAt: number;
  /** Until the first rows, and all that are expected, are painted. */
  shownMs?: number;
  completeMs?: number;
}

/** Runs in the page: notes when the first element of `selector`, and when `count` of them, have been painted. */
export function watchRows({ selector, count }: { selector: string; count: number }): void {
  const watched = window as unknown as Watched;
  watched.openedAt = 0;
  let isShown = false;
  const afterPaint = (then: (ms: number) => void) =>
    requestAnimationFrame(() => setTimeout(() => then(performance.now() - watched.openedAt)));
  const watcher = new MutationObserver(() => {
    const rows = document.querySelectorAll(selector).length;
    if (rows > 0 && !isShown) {
      isShown = true;
      afterPaint((ms) => {
        watched.shownMs = ms;
      });
    }
    if (rows < count) return;
    watcher.disconnect();
    afterPaint((ms) => {
      watched.completeMs = ms;
    });
  });
  watcher.observe(document, { childList: true, subtree: true });
}
