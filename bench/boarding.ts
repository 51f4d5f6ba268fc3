import { loadavg } from 'node:os';
import type { BrowserContext, Page } from '@playwright/test';
import pg from 'pg';
import { findRunningPostgres } from '../server/src/platform/database/embedded/index.ts';
import { insertBoardingTrip } from '../server/test/boarding-rows.ts';
import { LIMIT_MS, launchPhone, SLOWDOWN, signInOnPhone, slowDown, type Watched, watchRows } from './phone.ts';
import { startProduct } from './product.ts';
import { median, printTable, writeResult } from './report.ts';
import { temporaryFolder } from './tools.ts';

// A boarding list of 300 people, opened without a network from what the phone stored, on a processor slowed four times:
// from another page of the application, as its own document, and in a browser that was just started.
const PEOPLE = Number(process.env.PEOPLE ?? 300);
const RUNS = Number(process.env.RUNS ?? 5);
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
    const context = await launchPhone(profile.path);
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

/** Opens the list once with a network, signed in, until the phone has all it needs. */
async function store(): Promise<void> {
  const context = await launchPhone(profile.path);
  const page = await signInOnPhone(context, { product, database, role: 'OPERATOR' });
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

async function outcome(page: Page, busy: () => Promise<number>): Promise<Measured> {
  await page.waitForFunction(() => (window as unknown as Watched).shownMs);
  const busyMs = await busy();
  await page.waitForFunction(() => (window as unknown as Watched).completeMs);
  const { shownMs = Number.NaN, completeMs = Number.NaN } = await page.evaluate(() => ({
    shownMs: (window as unknown as Watched).shownMs,
    completeMs: (window as unknown as Watched).completeMs,
  }));
  await page.close();
  return { shownMs, completeMs, busyMs };
}
