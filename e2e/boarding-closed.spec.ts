import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page, test } from '@playwright/test';
import { boardingTrip, decisions, openBoarding, recordedTaps, standing, tap } from './support/boarding.ts';
import { expect } from './support/fixtures.ts';
import { untilCached } from './support/offline.ts';
import { demoAccount, ownOrigin } from './support/people.ts';
import { addSessionCookie, openSession, userSlice } from './support/sessions.ts';

// A browser of its own with a profile on disk, so that it can be ended and started again.
test.describe.configure({ mode: 'default' });

let profile: string;
test.beforeEach(async () => {
  profile = await mkdtemp(join(tmpdir(), 'passeio-phone-'));
});
// Processes of a crashed browser may still write.
test.afterEach(() => rm(profile, { recursive: true, force: true, maxRetries: 10 }));

/** Starts the phone's browser. */
async function start(): Promise<{ context: BrowserContext; page: Page }> {
  const { launchOptions = {}, viewport, locale, hasTouch } = test.info().project.use;
  const context = await chromium.launchPersistentContext(profile, {
    ...launchOptions,
    ...{ viewport, locale, hasTouch, serviceWorkers: 'allow' as const, baseURL: ownOrigin(), reducedMotion: 'reduce' },
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
  await untilCached(first.page, '/home');
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
