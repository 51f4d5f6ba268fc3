import { once } from 'node:events';
import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Page } from '@playwright/test';
import type { NewGuideLink } from '../contract/src/boarding/guide-links.ts';
import {
  boardingTrip,
  decisions,
  openBoarding,
  recordedTaps,
  setClockWrong,
  standing,
  tap,
} from './support/boarding.ts';
import { expect, test } from './support/fixtures.ts';
import { untilCached } from './support/offline.ts';
import { bearer, demoAccount, ownOrigin } from './support/people.ts';
import { expectToFit, logIn, refused } from './support/screens.ts';
import { addSessionCookie, openSession, tokenOf, userSlice } from './support/sessions.ts';

test.use({ serviceWorkers: 'allow' });

const HOUR_MS = 3_600_000;
const NEXT_BUILD = 'next';

test.beforeEach(({ tolerate }) => {
  // Offline the browser logs every failed request.
  tolerate(/net::ERR_(INTERNET_DISCONNECTED|FAILED)/);
});

test('the phones of staff and of a guide by link, an hour apart and without a signal, agree once they are back, until the link ends', {
  tag: '@phone',
}, async ({ page, context, browser, request, signInAs, tolerate }) => {
  tolerate(refused('/api/guide/(session|boarding)'));
  const { tripId, names } = await boardingTrip(12);
  const [ana = '', jose = '', antonia = '', joao = ''] = names;
  await signInAs(demoAccount('OPERATOR'));
  const headers = bearer(await tokenOf(demoAccount('OPERATOR')));
  const links = `/api/trips/${tripId}/guide-links`;
  const made = await request.post(links, { data: { name: 'Júlia Prado' }, headers });
  const { id, url, pin } = (await made.json()) as NewGuideLink;
  const other = await browser.newContext();
  await setClockWrong(other, HOUR_MS);
  const first = await other.newPage();
  await Promise.all([openBoarding(page, `/admin/embarque/${tripId}`), openAsGuide(first, url, pin)]);
  await Promise.all([context.setOffline(true), other.setOffline(true)]);

  await tap(first, 'Embarcou', ana);
  await tap(page, 'Não compareceu', jose);
  await tap(page, 'Embarcou', antonia);
  await tap(first, 'Embarcou', joao);
  await expect(standing(page)).toHaveText('Sem sinal. 2 toques por enviar.');
  await expect(standing(first)).toHaveText('Sem sinal. 2 toques por enviar.');
  // Closed, and opened again from the chat that has the link.
  await first.close();
  const guide = await other.newPage();
  await guide.goto(url);
  await expect(standing(guide)).toHaveText('Sem sinal. 2 toques por enviar.');
  expect(await decisions(guide)).toEqual({ [ana]: 'boarded', [joao]: 'boarded' });
  // The same people on the other phone: by the phones' own clocks the guide's would always have the last word.
  await tap(page, 'Não compareceu', ana);
  await tap(guide, 'Embarcou', jose);
  await tap(page, 'Desfazer', antonia);
  await expect(standing(page)).toHaveText('Sem sinal. 4 toques por enviar.');
  await expect(standing(guide)).toHaveText('Sem sinal. 3 toques por enviar.');

  await other.setOffline(false);
  await expect(standing(guide)).toHaveText(/^Tudo enviado às/);
  await context.setOffline(false);
  await expect(standing(page)).toHaveText(/^Tudo enviado às/);
  // The guide's phone asks again when somebody looks at it.
  await guide.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  const agreed = { [ana]: 'missed', [jose]: 'boarded', [joao]: 'boarded' };
  await expect.poll(() => decisions(page)).toEqual(agreed);
  await expect.poll(() => decisions(guide)).toEqual(agreed);
  // Neither knew of the other's taps.
  await expect(page.getByText('2 de 12 pessoas a bordo · 1 não compareceu · 2 a decidir')).toBeVisible();
  await expect(page.getByText(/^Não compareceu: você, .+ · Embarcou: celular de Júlia Prado, /)).toBeVisible();
  await tap(page, 'Embarcou', jose);
  await page.getByRole('button', { name: `Não compareceu: ${ana}`, exact: true }).click();
  await expect(standing(page)).toHaveText(/^Tudo enviado às/);
  await expect(page.getByText('2 de 12 pessoas a bordo · 1 não compareceu', { exact: true })).toBeVisible();
  // The page counts a tap before it is sent.
  await expect.poll(() => recordedTaps(tripId)).toHaveLength(9);
  await expectToFit(page);

  await request.delete(`${links}/${id}`, { headers });
  await guide.reload();
  await expect(guide.getByRole('textbox', { name: 'PIN de 6 números' })).toBeVisible();
  await expect(guide.getByText(ana)).toBeHidden();
  await other.close();
});

test('44 people board by one tap of each party; a guide takes cash at the door, and staff confirms it', {
  tag: '@phone',
}, async ({ page, browser, request, signInAs }) => {
  const { tripId } = await boardingTrip(44);
  await signInAs(demoAccount('OPERATOR'));
  const headers = bearer(await tokenOf(demoAccount('OPERATOR')));
  const made = await request.post(`/api/trips/${tripId}/guide-links`, { data: { name: 'Júlia Prado' }, headers });
  const { url, pin } = (await made.json()) as NewGuideLink;
  const other = await browser.newContext();
  const guide = await other.newPage();
  await openAsGuide(guide, url, pin);

  let taps = 0;
  // Then who travels alone.
  for (const name of [/^Embarcar (todos|quem falta)/, /^Embarcou: /]) {
    const buttons = guide.getByRole('button', { name });
    for (let left = await buttons.count(); left > 0; left -= 1, taps += 1) {
      await buttons.first().click();
      await expect(buttons).toHaveCount(left - 1);
    }
    if (taps === 0) throw new Error('no family');
  }
  await expect(guide.getByText('44 de 44 pessoas a bordo')).toBeVisible();
  await expect(standing(guide)).toHaveText(/^Tudo enviado às/);
  expect(taps).toBeLessThan(20);
  expect(await recordedTaps(tripId)).toHaveLength(44);
  await expectToFit(guide);

  const receiving = guide.getByRole('button', { name: /: receber de / });
  const owing = await receiving.count();
  await receiving.first().click();
  await guide.getByRole('button', { name: 'Recebi em dinheiro' }).click();
  await expect(guide.getByText(/ recebido por Júlia Prado, a confirmar$/)).toBeVisible();
  await expect(receiving).toHaveCount(owing - 1);

  await page.goto('/admin/pagamentos/embarque');
  const row = page.getByRole('row').filter({ hasText: 'Júlia Prado' });
  await expectToFit(page);
  await row.getByRole('button', { name: /^Confirmar: / }).click();
  await expect(row).toHaveCount(0);
  await guide.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(guide.getByText(/, a confirmar$/)).toHaveCount(0);
  await expect(receiving).toHaveCount(owing - 1);
  await other.close();
});

test('signing out with something unsent asks, keeps the taps and takes the list; they are sent when that person is back', {
  tag: '@phone',
}, async ({ page, context, signInAs, tolerate }) => {
  tolerate(refused('/(api/users/me|identity/token)'));
  const { tripId, names } = await boardingTrip(3);
  const [ana = ''] = names;
  const path = `/admin/embarque/${tripId}`;
  await signInAs(demoAccount('OPERATOR'));
  await openBoarding(page, path);
  // A line on which taps do not get through.
  await context.route('**/boarding/taps', (route) => route.abort());
  await tap(page, 'Embarcou', ana);
  await expect(standing(page)).toHaveText('Sem sinal. 1 toque por enviar.');

  await page.goto('/auth/logout');
  await expect(page.getByRole('heading', { name: '1 toque de embarque por enviar' })).toBeVisible();
  await page.getByRole('button', { name: 'Sair mesmo assim' }).click();
  await expect(page.getByRole('heading', { name: 'Até logo!' })).toBeVisible();
  const databases = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  await expect.poll(databases).toEqual(['boarding-outbox']);

  await context.unroute('**/boarding/taps');
  await page.goto(`/auth/login?returnUrl=${path}`);
  await logIn(page, demoAccount('OPERATOR'));
  await expect(standing(page)).toHaveText(/^Tudo enviado às/);
  await expect.poll(() => decisions(page)).toEqual({ [ana]: 'boarded' });
  expect(await recordedTaps(tripId)).toHaveLength(1);
});

test('a new version of the application in the middle loses nothing', { tag: '@phone' }, async ({
  page,
  context,
  tolerate,
}) => {
  // The proxy has another origin than the other tests' server.
  tolerate(/^Request to another site: http:\/\/localhost:\d+\//);
  const { tripId, names } = await boardingTrip(6);
  const [ana = '', jose = ''] = names;
  const proxy = await startProxy();
  const session = await openSession(demoAccount('OPERATOR'));
  // Cookies are the same for every port, what is stored is not.
  await addSessionCookie(context, session);
  await page.goto(`${proxy.url}/robots.txt`);
  await page.evaluate((slice) => localStorage.setItem('nextjs', slice), userSlice(session));
  await openBoarding(page, `${proxy.url}/admin/embarque/${tripId}`);
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
  proxy.close();
});

/** Opens a guide's link with its PIN, until the phone has what it needs without a network. */
async function openAsGuide(page: Page, url: string, pin: string): Promise<void> {
  await page.goto(url);
  await page.getByRole('textbox', { name: 'PIN de 6 números' }).fill(pin);
  await page.getByRole('button', { name: 'Abrir o embarque' }).click();
  await expect(page.getByText('Você está como Júlia Prado.')).toBeVisible();
  await expect(standing(page)).toHaveText(/^Tudo enviado às/);
  await untilCached(page, '/embarque');
}

/** The product as after a deployment: once asked to, the service worker is another build's. */
async function startProxy() {
  let isNext = false;
  const product = new URL(ownOrigin());
  const server = createServer((asked, answer) => {
    const { 'if-none-match': _, ...given } = asked.headers;
    const headers = { ...given, host: product.host, 'accept-encoding': 'identity' };
    const forwarded = forward({
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
