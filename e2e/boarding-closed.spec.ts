import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type BrowserContext, chromium, type Page, test } from '@playwright/test';
import { boardingTrip, decisions, openBoarding, recordedTaps, standing, tap } from './boarding.ts';
import { expect } from './fixtures.ts';
import { whenKept } from './offline.ts';
import { demoAccount, ownOrigin } from './people.ts';
import { addSessionCookie, openSession, userSlice } from './sessions.ts';

// A browser of its own with a profile on disk, so that it can be ended and started again.
test.describe.configure({ mode: 'default' });

const NEXT_BUILD = 'next';

let profile: string;
test.beforeEach(async () => {
  profile = await mkdtemp(join(tmpdir(), 'passeio-phone-'));
});
test.afterEach(() => rm(profile, { recursive: true, force: true }));

/** Starts the phone's browser. */
async function start(baseURL = ownOrigin()): Promise<{ context: BrowserContext; page: Page }> {
  const { launchOptions = {}, viewport, locale, hasTouch } = test.info().project.use;
  const context = await chromium.launchPersistentContext(profile, {
    ...launchOptions,
    ...{ viewport, locale, hasTouch, serviceWorkers: 'allow' as const, baseURL, reducedMotion: 'reduce' },
  });
  return { context, page: context.pages()[0] ?? (await context.newPage()) };
}

/** Signs the phone in: a cookie with a date outlives the browser. */
async function signIn(context: BrowserContext, page: Page): Promise<void> {
  const session = await openSession(demoAccount('OPERATOR'));
  await addSessionCookie(context, session, { expires: Math.floor(Date.now() / 1000) + 86_400 });
  await page.goto('/robots.txt');
  await page.evaluate((slice) => localStorage.setItem('nextjs', slice), userSlice(session));
}

/** The product as after a deployment: once it is told to, the service worker is another build's. */
async function startProxy() {
  let isNext = false;
  const product = new URL(ownOrigin());
  const server = createServer((asked, answer) => {
    const { 'if-none-match': _, ...given } = asked.headers;
    const headers = { ...given, host: product.host, 'accept-encoding': 'identity' };
    const forwarded = request({
      ...{ host: product.hostname, port: product.port, path: asked.url },
      method: asked.method,
      headers,
    });
    forwarded.on('response', async (from) => {
      if (!(isNext && asked.url === '/sw.js')) {
        answer.writeHead(from.statusCode ?? 502, from.headers);
        return from.pipe(answer);
      }
      const source = (await text(from)).replace(/const BUILD = '[^']+'/, `const BUILD = '${NEXT_BUILD}'`);
      const { 'content-length': _length, ...rest } = from.headers;
      answer.writeHead(200, rest).end(source);
    });
    forwarded.on('error', () => answer.destroy());
    asked.pipe(forwarded);
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    serveNextBuild: () => {
      isNext = true;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Ends the browser's processes in the middle of what they do, as a battery does. */
async function runOutOfPower(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  const gone = new Promise((resolve) => context.once('close', resolve));
  await session.send('Browser.crash').catch(() => undefined);
  await gone;
}

test('taps outlive a closed browser and a dead battery, without a signal; they are sent once', {
  tag: '@phone',
}, async () => {
  const { tripId, names } = await boardingTrip(6);
  const [ana = '', jose = '', antonia = ''] = names;
  const path = `/admin/embarque/${tripId}`;
  const first = await start();
  await signIn(first.context, first.page);
  await first.page.goto('/home');
  await whenKept(first.page, '/home');
  await openBoarding(first.page, path);
  await first.context.setOffline(true);
  await tap(first.page, 'Embarcou', ana);
  await expect(standing(first.page)).toHaveText('Sem sinal. 1 toque por enviar.');
  await first.context.close();

  const second = await start();
  await second.context.setOffline(true);
  await second.page.goto('/home');
  await second.page.locator(`a[href="${path}"]`).filter({ hasText: '6 pessoas' }).click();
  await expect(standing(second.page)).toHaveText('Sem sinal. 1 toque por enviar.');
  await tap(second.page, 'Não compareceu', jose);
  await tap(second.page, 'Embarcou', antonia);
  await expect.poll(() => decisions(second.page)).toEqual({ [ana]: 'boarded', [jose]: 'missed', [antonia]: 'boarded' });
  await runOutOfPower(second.context, second.page);

  const third = await start();
  await third.context.setOffline(true);
  await third.page.goto(path);
  await expect(standing(third.page)).toHaveText('Sem sinal. 3 toques por enviar.');
  expect(await decisions(third.page)).toEqual({ [ana]: 'boarded', [jose]: 'missed', [antonia]: 'boarded' });
  await third.context.setOffline(false);
  await expect(standing(third.page)).toHaveText(/^Tudo enviado às/);
  // Again and again, nothing is sent twice.
  await third.page.reload();
  await expect(standing(third.page)).toHaveText(/^Tudo enviado às/);
  expect(await recordedTaps(tripId)).toMatchObject([
    { name: ana, decision: 'boarded' },
    { name: jose, decision: 'missed' },
    { name: antonia, decision: 'boarded' },
  ]);
  await third.context.close();
});

test('a new version of the application in the middle loses nothing', { tag: '@phone' }, async () => {
  const { tripId, names } = await boardingTrip(6);
  const [ana = '', jose = ''] = names;
  const path = `/admin/embarque/${tripId}`;
  const proxy = await startProxy();
  const { context, page } = await start(proxy.url);
  await signIn(context, page);
  await openBoarding(page, path);
  await context.setOffline(true);
  await tap(page, 'Embarcou', ana);
  await expect(standing(page)).toHaveText('Sem sinal. 1 toque por enviar.');

  // The next build's worker is fetched, but taps do not get through.
  await context.route('**/boarding/taps', (route) => route.abort());
  proxy.serveNextBuild();
  await context.setOffline(false);
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  const state = () =>
    page.evaluate(async () => [(await navigator.serviceWorker.ready).active?.state, ...(await caches.keys())]);
  await expect.poll(state).toEqual(expect.arrayContaining(['activated', `pages-${NEXT_BUILD}`]));
  await context.setOffline(true);
  await tap(page, 'Não compareceu', jose);
  await expect.poll(() => decisions(page)).toEqual({ [ana]: 'boarded', [jose]: 'missed' });
  await page.reload();
  await expect(standing(page)).toHaveText('Sem sinal. 2 toques por enviar.');
  expect(await decisions(page)).toEqual({ [ana]: 'boarded', [jose]: 'missed' });

  await context.unroute('**/boarding/taps');
  await context.setOffline(false);
  await expect(standing(page)).toHaveText(/^Tudo enviado às/);
  expect(await recordedTaps(tripId)).toHaveLength(2);
  await context.close();
  proxy.close();
});
