import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { roomiestTrip } from './people.ts';

/** Budgets of script and style per page of the portal, with headers and prefetches. */
const BUDGET_KB = { js: 120, css: 15 };

/** Transferred bytes by kind of file. */
async function weigh(page: Page): Promise<{ js: number; css: number }> {
  const weight = { js: 0, css: 0 };
  const names = new Map<string, string>();
  const devtools = await page.context().newCDPSession(page);
  devtools.on('Network.requestWillBeSent', ({ requestId, request }) => names.set(requestId, request.url));
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = /\.(js|css)$/.exec(names.get(requestId) ?? '')?.[1];
    if (kind) weight[kind as 'js' | 'css'] += encodedDataLength / 1024;
  });
  await devtools.send('Network.enable');
  return weight;
}

for (const path of ['/', '/portal/passeio', 'a trip', '/portal/contato', '/portal/politicacancelamento']) {
  test(`a visitor's phone is sent little: ${path}`, async ({ page, request }) => {
    const weight = await weigh(page);
    await page.goto(path === 'a trip' ? `/portal/passeio/${(await roomiestTrip(request)).slug}` : path);
    await page.waitForLoadState('networkidle');
    expect(weight.js).toBeGreaterThan(80);
    expect(weight.js).toBeLessThanOrEqual(BUDGET_KB.js);
    expect(weight.css).toBeLessThanOrEqual(BUDGET_KB.css);
  });
}
