import type { NewGuideLink } from '../contract/src/guide-links.ts';
import { expectNothingFound } from './axe.ts';
import { boardingTrip, decisions, openBoarding, recordedTaps, setClockWrong, standing, tap } from './boarding.ts';
import { expect, test } from './fixtures.ts';
import { whenKept } from './offline.ts';
import { bearer, demoAccount } from './people.ts';
import { expectToFit, logIn, refused } from './screens.ts';
import { beSignedIn, tokenOf } from './sessions.ts';

test.use({ serviceWorkers: 'allow' });

const HOUR_MS = 3_600_000;

test.beforeEach(({ tolerate }) => {
  // Offline the browser logs every failed request.
  tolerate(/net::ERR_(INTERNET_DISCONNECTED|FAILED)/);
});

test('two phones without a signal, one with its clock an hour ahead, agree once they are back: the last decision counts', {
  tag: '@phone',
}, async ({ page, context, browser, contextOptions, signInAs }) => {
  const { tripId, names, code } = await boardingTrip(12);
  const [ana = '', jose = '', antonia = '', joao = ''] = names;
  const path = `/admin/embarque/${tripId}`;
  await signInAs(demoAccount('OPERATOR'));
  const other = await browser.newContext({ ...contextOptions, serviceWorkers: 'allow' });
  await beSignedIn(other, demoAccount('OPERATOR'));
  await setClockWrong(other, HOUR_MS);
  const second = await other.newPage();
  await Promise.all([openBoarding(page, path), openBoarding(second, path)]);
  await Promise.all([context.setOffline(true), other.setOffline(true)]);

  await tap(second, 'Embarcou', ana);
  await tap(page, 'Não compareceu', jose);
  await tap(page, 'Embarcou', antonia);
  await tap(second, 'Embarcou', joao);
  await expect(standing(page)).toHaveText('Sem sinal. 2 toques por enviar.');
  await expect(standing(second)).toHaveText('Sem sinal. 2 toques por enviar.');
  // Opened anew without a network both still know what was tapped.
  await Promise.all([page.reload(), second.reload()]);
  await expect(standing(page)).toHaveText('Sem sinal. 2 toques por enviar.');
  await expect(standing(second)).toHaveText('Sem sinal. 2 toques por enviar.');
  expect(await decisions(page)).toEqual({ [jose]: 'missed', [antonia]: 'boarded' });
  expect(await decisions(second)).toEqual({ [ana]: 'boarded', [joao]: 'boarded' });
  // The same people on the other phone: by the phones' own clocks the second one would always have the last word.
  await tap(page, 'Não compareceu', ana);
  await tap(second, 'Embarcou', jose);
  await tap(page, 'Desfazer', antonia);
  await expect(standing(page)).toHaveText('Sem sinal. 4 toques por enviar.');
  await expect(standing(second)).toHaveText('Sem sinal. 3 toques por enviar.');

  await other.setOffline(false);
  await expect(standing(second)).toHaveText(/^Tudo enviado às/);
  await context.setOffline(false);
  await expect(standing(page)).toHaveText(/^Tudo enviado às/);
  // The second phone asks again when somebody looks at it.
  await second.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  const agreed = { [ana]: 'missed', [jose]: 'boarded', [joao]: 'boarded' };
  await expect.poll(() => decisions(page)).toEqual(agreed);
  await expect.poll(() => decisions(second)).toEqual(agreed);
  await expect(page.getByText('2 de 12 pessoas a bordo · 1 não compareceu')).toBeVisible();
  expect(await recordedTaps(tripId)).toHaveLength(7);
  await other.close();

  await page.getByRole('searchbox', { name: /^Buscar nome/ }).fill(code);
  await expect(page.getByText(`Reserva ${code}`, { exact: true })).toBeVisible();
  await expectToFit(page);
  await expectNothingFound(page, '#conteudo');
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
  await page.goto(path);
  await expect(standing(page)).toHaveText('Sem sinal. 1 toque por enviar.');
  await page.goto('/auth/logout');
  await page.getByRole('button', { name: 'Sair mesmo assim' }).click();
  await expect(page.getByRole('heading', { name: 'Até logo!' })).toBeVisible();
  const databases = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  await expect.poll(databases).toEqual(['boarding-outbox']);
  await page.waitForURL('/');

  await context.unroute('**/boarding/taps');
  await page.goto(`/auth/login?returnUrl=${path}`);
  await logIn(page, demoAccount('OPERATOR'));
  await expect(standing(page)).toHaveText(/^Tudo enviado às/);
  await expect.poll(() => decisions(page)).toEqual({ [ana]: 'boarded' });
  expect(await recordedTaps(tripId)).toHaveLength(1);
});

test('a guide opens one departure by link and PIN, also without a signal, until staff ends the link', {
  tag: '@phone',
}, async ({ page, context, request, tolerate }) => {
  tolerate(refused('/api/guide/(session|boarding)'));
  const { tripId, names } = await boardingTrip(5);
  const [ana = '', jose = ''] = names;
  const headers = bearer(await tokenOf(demoAccount('OPERATOR')));
  const links = `/api/trips/${tripId}/guide-links`;
  const made = await request.post(links, { data: { name: 'Júlia Prado' }, headers });
  const { id, url, pin } = (await made.json()) as NewGuideLink;

  await page.goto(url);
  const field = page.getByRole('textbox', { name: 'PIN de 6 números' });
  await field.fill(String((Number(pin) + 1) % 1_000_000).padStart(6, '0'));
  await page.getByRole('button', { name: 'Abrir o embarque' }).click();
  await expect(page.getByText(/^PIN errado/)).toBeVisible();
  await field.fill(pin);
  await page.getByRole('button', { name: 'Abrir o embarque' }).click();
  await expect(page.getByText('Você está como Júlia Prado.')).toBeVisible();
  await expect(standing(page)).toHaveText(/^Tudo enviado às/);
  await expectToFit(page);
  await expectNothingFound(page);
  await whenKept(page, '/embarque');

  await context.setOffline(true);
  await tap(page, 'Embarcou', ana);
  await expect(standing(page)).toHaveText('Sem sinal. 1 toque por enviar.');
  // Closed, and opened again from the chat that has the link.
  await page.close();
  const again = await context.newPage();
  await again.goto(url);
  await expect(standing(again)).toHaveText('Sem sinal. 1 toque por enviar.');
  await tap(again, 'Não compareceu', jose);
  await context.setOffline(false);
  await expect(standing(again)).toHaveText(/^Tudo enviado às/);
  expect(await recordedTaps(tripId)).toMatchObject([
    { name: ana, decision: 'boarded' },
    { name: jose, decision: 'missed' },
  ]);

  await request.delete(`${links}/${id}`, { headers });
  await again.reload();
  await expect(again.getByRole('textbox', { name: 'PIN de 6 números' })).toBeVisible();
  await expect(again.getByText(ana)).toBeHidden();
  await again.getByRole('textbox', { name: 'PIN de 6 números' }).fill(pin);
  await again.getByRole('button', { name: 'Abrir o embarque' }).click();
  await expect(again.getByRole('heading', { name: 'Este link não vale mais' })).toBeVisible();
});
