import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { demoAccount, roomiestTrip } from './support/people.ts';

/** Budgets of script and style per page of the portal, with headers and prefetches. */
const BUDGET_KB = { js: 120, css: 15 };
/** Limits for the first visit of a page of staff: kilobytes of scripts, and requests but those of pictures. */
const STAFF_BUDGET = { js: 260, requests: 40 };

/** A browser has six connections to a site, and a first view needs one. */
const MAX_STYLESHEETS = 5;

/** What a phone waits for before the first text behind login. */
const FIRST_VIEW_KB = { document: 8, css: 36, view: 8 };

test("a visitor's phone is sent little", async ({ page, request }) => {
  const trip = await roomiestTrip(request);
  const sent = await followTransfers(page);
  await page.goto(`/portal/passeio/${trip.slug}`);
  await untilLoaded(sent, 80);
  expect(sent.js).toBeLessThanOrEqual(BUDGET_KB.js);
  expect(sent.css).toBeLessThanOrEqual(BUDGET_KB.css);

  // What the page does not name itself was prefetched; the other pages' menus lead to the same.
  const prefetched = sent.js - (await weigh(page, `/portal/passeio/${trip.slug}`)).js;
  expect(prefetched).toBeGreaterThanOrEqual(0);
  for (const path of ['/', '/portal/passeio', '/portal/contato', '/portal/politicacancelamento']) {
    const named = await weigh(page, path);
    expect(named.js, path).toBeGreaterThan(50);
    expect(named.js + prefetched, path).toBeLessThanOrEqual(BUDGET_KB.js);
    expect(named.css, path).toBeLessThanOrEqual(BUDGET_KB.css);
  }
});

test('pages behind login name few stylesheets, so that what is to be read gets a connection', async ({ request }) => {
  for (const path of ['/home', '/minhasreservas', '/reserva']) {
    const html = await (await request.get(path)).text();
    expect(html.split('rel="stylesheet"').length - 1, path).toBeLessThanOrEqual(MAX_STYLESHEETS);
  }
});

test.describe("an operator's phone without a copy", () => {
  test.use({ serviceWorkers: 'block', viewport: { width: 360, height: 740 } });

  test('is sent a page of staff in few requests', async ({ context, signInAs }) => {
    await signInAs(demoAccount('ADMIN'));
    for (const path of [
      '/home',
      '/admin/passeios',
      '/admin/reservas',
      '/admin/pagamentos',
      '/admin/pagamentos/devolucoes',
    ]) {
      const page = await context.newPage();
      const sent = await followTransfers(page);
      await withoutCache(page);
      await page.goto(path);
      await untilLoaded(sent, 150);
      expect(sent.js, path).toBeLessThanOrEqual(STAFF_BUDGET.js);
      expect(sent.requests, path).toBeLessThanOrEqual(STAFF_BUDGET.requests);
      await page.close();
    }
  });
});

test.describe("a client's phone without a copy", () => {
  test.use({ serviceWorkers: 'block', viewport: { width: 360, height: 740 } });

  test('is sent little before the first text behind login, and no script', async ({ page, client }) => {
    expect(client.token).not.toBe('');
    await page.goto('/minhasreservas');
    await expect(page.getByRole('heading', { name: 'Você ainda não tem reservas' })).toBeVisible();
    const loaded = await page.evaluate(() => {
      const [document] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      const view = files.find(({ name }) => name.endsWith('/first-view'));
      const before = files.filter(({ startTime }) => startTime < (view?.responseEnd ?? 0));
      return {
        viewKb: (view?.transferSize ?? Number.NaN) / 1024,
        documentKb: (document?.transferSize ?? Number.NaN) / 1024,
        cssKb:
          before.reduce((sum, { name, transferSize }) => sum + (name.endsWith('.css') ? transferSize : 0), 0) / 1024,
        scripts: before.filter(({ name }) => name.endsWith('.js')).length,
      };
    });
    expect(loaded.documentKb).toBeLessThanOrEqual(FIRST_VIEW_KB.document);
    expect(loaded.cssKb).toBeLessThanOrEqual(FIRST_VIEW_KB.css);
    expect(loaded.viewKb).toBeLessThanOrEqual(FIRST_VIEW_KB.view);
    expect(loaded.scripts).toBe(0);
  });
});

/** Kilobytes of script and style that the browser has fetched, and requests but those of pictures, from now on. */
async function followTransfers(page: Page): Promise<{ js: number; css: number; requests: number }> {
  const devtools = await page.context().newCDPSession(page);
  const sent = { js: 0, css: 0, requests: 0 };
  const kinds = new Map<string, string | undefined>();
  devtools.on('Network.requestWillBeSent', ({ requestId, request: { url }, type }) => {
    kinds.set(requestId, /\.(js|css)$/.exec(url)?.[1]);
    if (type !== 'Image') sent.requests += 1;
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId);
    if (kind) sent[kind as 'js' | 'css'] += encodedDataLength / 1024;
  });
  await devtools.send('Network.enable');
  return sent;
}

/** Waits for scripts of more than so many kilobytes: a slow machine runs deferred ones after its network was idle. */
async function untilLoaded(sent: { js: number }, leastKb: number): Promise<void> {
  let before = 0;
  const isLoaded = () => {
    const isSame = sent.js === before;
    before = sent.js;
    return isSame && sent.js > leastKb;
  };
  await expect.poll(isLoaded, { intervals: [700] }).toBe(true);
}

async function withoutCache(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
}

/** Kilobytes of the files that a page names, with headers. */
function weigh(page: Page, path: string): Promise<{ js: number; css: number }> {
  return page.evaluate(async (address) => {
    const html = await (await fetch(address)).text();
    const weight = { js: 0, css: 0 };
    for (const file of new Set(html.match(/\/assets\/[\w.-]+\.(?:js|css)/g))) {
      performance.clearResourceTimings();
      await (await fetch(file, { cache: 'reload' })).arrayBuffer();
      const [entry] = performance.getEntriesByName(new URL(file, location.href).href);
      const { transferSize = 0 } = (entry as PerformanceResourceTiming | undefined) ?? {};
      weight[file.endsWith('.js') ? 'js' : 'css'] += transferSize / 1024;
    }
    return weight;
  }, path);
}
