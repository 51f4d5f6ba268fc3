import { readFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import pg from 'pg';
import { ensureTool } from '../scripts/debian.ts';
import { demoAccounts } from '../server/src/demo/people.ts';
import { findRunningPostgres } from '../server/src/platform/database/embedded/index.ts';
import { insertBoardingTrip } from '../server/test/boarding-rows.ts';
import { fetchAccessToken, insertSessions } from '../server/test/identity-rows.ts';
import { startProduct } from './product.ts';
import { median, printTable, writeResult } from './report.ts';
import { temporaryFolder } from './tools.ts';

// A boarding list of 300 people, opened without a network from what the phone stored, on a processor slowed four times:
// from another page of the application, as its own document, and in a browser that was just started.
const PEOPLE = Number(process.env.PEOPLE ?? 300);
const RUNS = Number(process.env.RUNS ?? 5);
const SLOWDOWN = 4;
const LIMIT_MS = 1_000;
const firstRow = 'button[aria-label^="Embarcou: "]';

interface Opened {
  /** From the tap, or from the start of the navigation, until the first people are painted. */
  shownMs: number;
  /** Until everybody is on the page. */
  completeMs: number;
}

interface Measured extends Opened {
  /** What the page's main thread has computed until the first people were shown. */
  busyMs: number;
}

interface Watched {
  openedAt: number;
  shownMs?: number;
  opened?: Opened;
}

const product = await startProduct();
const database = new pg.Pool({ connectionString: await findRunningPostgres(product.dataDir), max: 1 });
const profile = await temporaryFolder();
const { tripId } = await insertBoardingTrip(database, PEOPLE);
const path = `/admin/embarque/${tripId}`;
const load = loadavg()[0] ?? 0;
await store();
const results: Record<string, Opened[]> = { 'from another page': [], 'as a document': [], 'browser just started': [] };
// What the page's main thread computes until the first people are shown, at full speed: other programs change it less.
const computed: Record<string, number[]> = { 'from another page': [], 'as a document': [], 'browser just started': [] };
for (let run = 0; run < RUNS; run += 1) {
  for (const speed of [SLOWDOWN, 1]) {
    // As after a dead battery; then again in the same browser.
    const context = await launch();
    await context.setOffline(true);
    const ways = {
      'browser just started': openDocument,
      'as a document': openDocument,
      'from another page': openInside,
    };
    for (const [way, open] of Object.entries(ways)) {
      const { busyMs, ...times } = await open(context, speed);
      if (speed === 1) computed[way]?.push(busyMs);
      else results[way]?.push(times);
    }
    await context.close();
  }
}
await database.end();
await product.stop();
await profile.remove();

const table = Object.entries(results).map(([opened, runs]) => {
  const shown = runs.map(({ shownMs }) => shownMs);
  return {
    opened,
    'people shown, ms': median(shown).toFixed(0),
    'fastest and slowest, ms': `${Math.min(...shown).toFixed(0)} – ${Math.max(...shown).toFixed(0)}`,
    'all people on the page, ms': median(runs.map(({ completeMs }) => completeMs)).toFixed(0),
    [`computed × ${SLOWDOWN}, ms`]: (SLOWDOWN * median(computed[opened] ?? [])).toFixed(0),
    'within a second': median(shown) < LIMIT_MS ? 'yes' : 'NO',
  };
});
const conditions = `no network, processor ÷ ${SLOWDOWN}, medians of ${RUNS}; load average ${load.toFixed(1)}`;
printTable(`${PEOPLE} people, ${conditions}`, table);
await writeResult('boarding', { people: PEOPLE, load, results, computed });

function launch(): Promise<BrowserContext> {
  return chromium.launchPersistentContext(profile.path, {
    executablePath: ensureTool('chromium'),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    locale: 'pt-BR',
  });
}

/** Opens the list once with a network, signed in, until the phone has all it needs. */
async function store(): Promise<void> {
  const context = await launch();
  const slice = await signIn(context);
  const page = await context.newPage();
  await page.goto(`${product.origin}/robots.txt`);
  await page.evaluate((value) => localStorage.setItem('nextjs', value), slice);
  await page.goto(product.origin + path);
  await page.getByText(/^Tudo enviado às/).waitFor();
  await page.waitForFunction(isCached, path, { polling: 500 });
  await context.close();
}

/** Whether the worker has the page and its files. */
async function isCached(wanted: string): Promise<boolean> {
  const copy = await caches.match(wanted, { ignoreVary: true });
  const files = (await copy?.text())?.match(/\/assets\/[\w.-]+\.(?:js|css)/g) ?? [];
  const cached = await Promise.all(files.map((file) => caches.match(file, { ignoreVary: true })));
  return navigator.serviceWorker.controller !== null && copy !== undefined && cached.every(Boolean);
}

/** The demonstration's operator in the browser's cookies; answers what the browser stores about them. */
async function signIn(context: BrowserContext): Promise<string> {
  const email = demoAccounts.find(({ role }) => role === 'OPERATOR')?.email;
  const { rows } = await database.query(
    'select subject, id, name, email, cpf, rg, emitter, birthdate::text, contact, role from users where email = $1',
    [email],
  );
  const { subject, ...user } = rows[0];
  const [cookie] = await insertSessions(
    database,
    [subject],
    await readFile(join(product.dataDir, 'secrets/identity'), 'utf8'),
  );
  if (!cookie) throw new Error('no session was written');
  // With a date it outlives the browser.
  const expires = Math.floor(Date.now() / 1_000) + 3_600;
  await context.addCookies([{ ...cookie, expires, url: product.origin, httpOnly: true, sameSite: 'Lax' }]);
  const accessToken = await fetchAccessToken(product.origin, cookie);
  return JSON.stringify({ state: { user: { ...user, isAuthenticated: true, accessToken } }, version: 0 });
}

async function openDocument(context: BrowserContext, slowdown: number): Promise<Measured> {
  const page = await context.newPage();
  await page.addInitScript(watchRows, { selector: firstRow, count: PEOPLE });
  const busy = await slowDown(context, page, slowdown);
  await page.goto(product.origin + path);
  return outcome(page, busy);
}

/** From the trip's list of passengers, when the network has just gone. */
async function openInside(context: BrowserContext, slowdown: number): Promise<Measured> {
  await context.setOffline(false);
  const page = await context.newPage();
  await page.goto(`${product.origin}/admin/passeios/${tripId}/passageiros`);
  const link = page.getByRole('navigation', { name: 'Passeio' }).getByRole('link', { name: 'Embarque' });
  await link.waitFor();
  await context.setOffline(true);
  const busy = await slowDown(context, page, slowdown);
  await page.evaluate(watchRows, { selector: firstRow, count: PEOPLE });
  await link.evaluate((tapped) => {
    Object.assign(window, { openedAt: performance.now() });
    (tapped as HTMLElement).click();
  });
  return outcome(page, busy);
}

/** Slows the page's processor; answers what its main thread has computed since. */
async function slowDown(context: BrowserContext, page: Page, rate: number): Promise<() => Promise<number>> {
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

async function outcome(page: Page, busy: () => Promise<number>): Promise<Measured> {
  await page.waitForFunction(() => (window as unknown as Watched).shownMs);
  const busyMs = await busy();
  const opened = await page.waitForFunction(() => (window as unknown as Watched).opened);
  const times = (await opened.jsonValue()) as Opened;
  await page.close();
  return { ...times, busyMs };
}

/** Notes when the first person, and when all of them, have been painted. */
function watchRows({ selector, count }: { selector: string; count: number }): void {
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
    afterPaint((completeMs) => {
      watched.opened = { shownMs: watched.shownMs ?? Number.NaN, completeMs };
    });
  });
  watcher.observe(document, { childList: true, subtree: true });
}
