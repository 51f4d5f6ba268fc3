import { expect, test } from './fixtures.ts';
import { roomiestTrip } from './people.ts';

/** Budgets of script and style per page of the portal, with headers and prefetches. */
const BUDGET_KB = { js: 120, css: 15 };

test("a visitor's phone is sent little", async ({ page, request }) => {
  const trip = await roomiestTrip(request);
  const devtools = await page.context().newCDPSession(page);
  let weight = { js: 0, css: 0 };
  const kinds = new Map<string, string | undefined>();
  devtools.on('Network.requestWillBeSent', ({ requestId, request: { url } }) =>
    kinds.set(requestId, /\.(js|css)$/.exec(url)?.[1]),
  );
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId);
    if (kind) weight[kind as 'js' | 'css'] += encodedDataLength / 1024;
  });
  await devtools.send('Network.enable');
  for (const path of [
    '/',
    '/portal/passeio',
    `/portal/passeio/${trip.slug}`,
    '/portal/contato',
    '/portal/politicacancelamento',
  ]) {
    await test.step(path, async () => {
      // Each page as the first one that the phone opens.
      await page.goto('about:blank');
      await devtools.send('Network.clearBrowserCache');
      weight = { js: 0, css: 0 };
      await page.goto(path);
      // A slow machine runs the deferred scripts after its network was idle.
      let before = 0;
      const isLoaded = () => {
        const isSame = weight.js === before;
        before = weight.js;
        return isSame && weight.js > 80;
      };
      await expect.poll(isLoaded, { intervals: [700] }).toBe(true);
      expect(weight.js).toBeLessThanOrEqual(BUDGET_KB.js);
      expect(weight.css).toBeLessThanOrEqual(BUDGET_KB.css);
    });
  }
});
