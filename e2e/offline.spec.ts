import type { APIRequestContext } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { everythingKept, ownCopies, pastTrip, rename, replacePerson, whenKept } from './offline.ts';
import { addByApi, rowOf, tripToFill } from './passengers.ts';
import { demoAccount, enrolByApi, newPerson, rareName, reservationsOf, roomiestTrip, tripsOnSale } from './people.ts';
import { refused } from './screens.ts';
import { insertPerson } from './sessions.ts';
import { bookedParty, readQrCode } from './voucher.ts';

test.use({ serviceWorkers: 'allow' });

test.beforeEach(({ tolerate }) => {
  // Offline the browser logs every failed request.
  tolerate(/net::ERR_(INTERNET_DISCONNECTED|FAILED)/);
});

test('what was visited of the portal can be read without a network, and nothing else', async ({
  page,
  context,
  request,
}) => {
  const trip = await roomiestTrip(request, 6);
  const never = (await tripsOnSale(request)).find(({ id }) => id !== trip.id);
  await page.goto('/');
  await whenKept(page, '/');
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Ver todos os/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Passeios', exact: true })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: trip.title }).click();
  await expect(page.getByRole('heading', { level: 1, name: trip.title })).toBeVisible();
  await whenKept(page, `/portal/passeio/${trip.slug}`);
  await whenKept(page, '/portal/sem-internet');

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: trip.title })).toBeVisible();
  // The page is hydrated: its links work, also to pages without cached data.
  await page.getByRole('banner').getByRole('link').first().click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { level: 2, name: 'Próximos passeios' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: trip.title }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: trip.title })).toBeVisible();

  // A page that was never visited says so, and opens once there is a network.
  await page.goto(`/portal/passeio/${never?.slug}?de=amiga`);
  await expect(page.getByRole('heading', { level: 1, name: 'Você está sem internet' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^WhatsApp: \(\d\d\) / })).toBeVisible();
  await page.goto('/minhaconta');
  await expect(page.getByRole('heading', { level: 1, name: 'Você está sem internet' })).toBeVisible();

  await page.goBack();
  await context.setOffline(false);
  await page.getByRole('link', { name: 'Tentar de novo' }).click();
  await expect(page.getByRole('heading', { level: 1, name: never?.title })).toBeVisible();
  await expect(page).toHaveURL(`/portal/passeio/${never?.slug}?de=amiga`);
});

test('the own next reservation can be read without a network, is brought up to date with it, and goes with a locked screen', async ({
  page,
  context,
  client,
  request,
}) => {
  const { trip, code } = await reserve(request, client.token);
  await page.goto('/home');
  await expect(page.getByText(`reserva ${code}`)).toBeVisible();
  await whenKept(page, '/home');
  await whenKept(page, '/minhasreservas');
  await whenKept(page, '/minhasreservas/reserva');
  await expect.poll(() => ownCopies(page)).toContain('boardingPoints":[{');

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText(/^Sem conexão\. Dados de \d\d\/\d\d às \d\d:\d\d\.$/)).toBeVisible();
  await expect(page.getByText(`reserva ${code}`)).toBeVisible();
  await expect(page.locator('[data-tipo]')).toBeHidden();

  await page.goto('/minhasreservas');
  await expect(page.getByText(/^Sem conexão\. Dados de /)).toBeVisible();
  const card = page.getByRole('article', { name: trip.title });
  await expect(card).toContainText(code);
  await expect(card).toContainText('Aguardando pagamento do sinal');
  await expect(card.getByRole('button', { name: 'Cancelar reserva' })).toBeHidden();
  // Its own page too, by a link and by its address.
  await card.getByRole('link', { name: 'Ver reserva' }).click();
  for (const open of [() => undefined, () => page.reload()]) {
    await open();
    await expect(page.getByText(/^Embarque /)).toBeVisible();
    await expect(page.getByRole('region', { name: 'Quem vai' })).toContainText('Marina Alves de Souza');
    await expect(page.getByRole('region', { name: 'Quem vai' }).getByRole('button')).toHaveCount(0);
  }

  await context.setOffline(false);
  await expect(page.getByText(/^Sem conexão/)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Cancelar reserva' })).toBeVisible();

  await page.goto('/auth/lock-screen');
  await expect(page.getByRole('button', { name: 'Desbloquear' })).toBeVisible();
  await expect.poll(() => everythingKept(page)).not.toContain(code);
  const left = await everythingKept(page);
  for (const mark of [client.name, client.email, client.cpf]) expect(left).not.toContain(mark);
});

test('a voucher that was opened can be read without a network and says of when it is, until signing out', async ({
  page,
  context,
  client,
  request,
  tolerate,
}) => {
  tolerate(refused('/(api/users/me|identity/token)'));
  const { code } = await bookedParty(request, client.token);
  await page.goto(`/minhasreservas/${code}/voucher`);
  await expect(page.getByRole('button', { name: 'Baixar PDF' })).toBeVisible();
  await whenKept(page, '/minhasreservas/reserva/voucher');
  await expect.poll(() => ownCopies(page)).toContain(`voucher/${code}`);

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText(/^Sem conexão\. Voucher de \d\d\/\d\d às \d\d:\d\d\.$/)).toBeVisible();
  expect(await readQrCode(page.getByRole('img', { name: `QR code da reserva ${code}` }))).toContain(`/voucher/${code}`);
  await expect(page.getByRole('region', { name: 'Embarque' })).toContainText('Rodoviária');
  await expect(page.getByRole('button', { name: 'Imprimir' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Baixar PDF' })).toBeHidden();

  await context.setOffline(false);
  await expect(page.getByRole('button', { name: 'Baixar PDF' })).toBeVisible();
  await page.goto('/auth/logout');
  await expect(page.getByRole('heading', { name: 'Até logo!' })).toBeVisible();
  await expect.poll(() => everythingKept(page)).not.toContain(code);
});

test('the passenger list that staff has opened can be read without a network, until signing out', async ({
  page,
  context,
  signInAs,
  tolerate,
}) => {
  tolerate(refused('/(api/users/me|identity/token)'));
  const token = await signInAs(demoAccount('OPERATOR'));
  const trip = await tripToFill(page.request, token);
  const name = rareName('Iracema');
  await addByApi(page.request, token, trip, { name, contact: '35988112233' }, 'Varginha');
  await addByApi(page.request, token, trip, { name: 'Outra Pessoa' });
  const list = `/admin/passeios/${trip.id}/passageiros`;
  await page.goto(`${list}?q=outra`);
  await expect(rowOf(page, 'Outra Pessoa')).toBeVisible();
  await whenKept(page, list);
  await page.goto('/home');
  await expect(page.getByRole('heading', { name: 'Próximas saídas' })).toBeVisible();
  await whenKept(page, '/home');
  await expect.poll(() => ownCopies(page)).toContain(name);

  await context.setOffline(true);
  await page.reload();
  await page.getByRole('link', { name: trip.title }).click();
  await expect(page.getByText(/^Lista salva em \d\d\/\d\d às \d\d:\d\d; sem sinal\.$/)).toBeVisible();
  const row = rowOf(page, name);
  await expect(row).toContainText('Falta: nascimento, documento e órgão emissor');
  await expect(page.getByRole('row').filter({ hasText: '05:00 Varginha – Terminal Rodoviário' }).first()).toBeVisible();
  await expect(row.getByRole('link', { name: /^Ligar para/ })).toHaveAttribute('href', 'tel:+5535988112233');
  await expect(page.getByRole('button', { name: 'Nova reserva' })).toHaveCount(0);
  await expect(row.getByRole('button', { name: /^Mais ações/ })).toHaveCount(0);

  await context.setOffline(false);
  await expect(page.getByText(/^Lista salva em/)).toBeHidden();
  await expect(row.getByRole('button', { name: /^Mais ações/ })).toBeVisible();
  await page.goto('/auth/logout');
  await expect(page.getByRole('heading', { name: 'Até logo!' })).toBeVisible();
  await expect.poll(() => everythingKept(page)).not.toContain(name);
  expect(await ownCopies(page)).toBe('');
});

test('somebody else in the place of the person finds nothing of theirs, with and without a network', async ({
  page,
  context,
  client,
  request,
}) => {
  const { code } = await reserve(request, client.token);
  await page.goto('/minhasreservas');
  await expect.poll(() => ownCopies(page)).toContain(code);
  // Without a sign-out: slice and cookie are replaced at once.
  const other = newPerson();
  await insertPerson(other);
  await context.clearCookies();
  await replacePerson(page, context, other);
  await page.goto('/minhasreservas');
  await expect(page.getByText('Você ainda não tem reservas')).toBeVisible();
  await expect.poll(() => everythingKept(page)).not.toContain(code);

  await whenKept(page, '/minhasreservas');
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText('Não foi possível carregar esta página')).toBeVisible();
  // The session stays.
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(page.getByText('Você ainda não tem reservas')).toBeVisible();
});

test('while there is a network nothing old is shown', async ({ page, context, request }) => {
  const trip = await pastTrip(request);
  await page.goto(`/portal/passeio/${trip.slug}`);
  await expect(page.getByRole('heading', { level: 1, name: trip.title })).toBeVisible();
  await whenKept(page, `/portal/passeio/${trip.slug}`);
  const title = await rename(request, trip);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect.poll(() => everythingKept(page, 'pages-')).toContain(title);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
});

test('a new build keeps what the last one had, and nothing older', async ({ page, context }) => {
  // An answer that does not start a worker.
  await page.goto('/robots.txt');
  await page.evaluate(async () => {
    for (const build of ['first', 'second']) {
      await caches.open(`files-${build}`);
      const page = new Response(`<h1>${build}</h1>`, { headers: { 'content-type': 'text/html' } });
      await (await caches.open(`pages-${build}`)).put('/portal/passeio/de-antes', page);
    }
  });
  await page.goto('/');
  await whenKept(page, '/');
  await expect.poll(() => page.evaluate(() => caches.has('pages-first'))).toBe(false);
  const names = await page.evaluate(() => caches.keys());
  expect(names.filter((name) => name.startsWith('pages-'))).toHaveLength(2);
  expect(names).not.toContain('files-first');
  await context.setOffline(true);
  await page.goto('/portal/passeio/de-antes');
  await expect(page.getByRole('heading', { name: 'second' })).toBeVisible();
});

test('the site can be installed', async ({ page, request }) => {
  await page.goto('/');
  const address = await page.locator('link[rel=manifest]').getAttribute('href');
  const response = await request.get(address ?? '');
  expect(response.headers()['content-type']).toContain('application/manifest+json');
  const manifest = await response.json();
  expect(manifest).toMatchObject({ lang: 'pt-BR', start_url: '/', display: 'standalone' });
  expect(manifest.short_name.length).toBeLessThanOrEqual(12);
  for (const { src, type } of manifest.icons) expect((await request.get(src)).headers()['content-type']).toBe(type);
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.scope))
    .toBe(new URL('/', page.url()).href);
});

async function reserve(request: APIRequestContext, token: string) {
  const trip = await roomiestTrip(request);
  await enrolByApi(request, token, trip.id);
  const [taken] = await reservationsOf(request, token);
  return { trip, code: taken?.code ?? '' };
}
