import type { APIRequestContext, Page } from '@playwright/test';
import { familyTrip } from './support/families.ts';
import { expect, test } from './support/fixtures.ts';
import { ownCopies, readCaches, replacePerson, untilCached } from './support/offline.ts';
import { addByApi, rowOf, tripToFill } from './support/passengers.ts';
import { bearer, demoAccount, newPerson, ownOrigin, rareName, roomiestTrip } from './support/people.ts';
import { refused } from './support/screens.ts';
import { insertPerson, tokenOf } from './support/sessions.ts';
import { changeTripByApi } from './support/trips.ts';
import { bookedParty, readQrCode } from './support/voucher.ts';

test.use({ serviceWorkers: 'allow' });

test.beforeEach(({ tolerate }) => {
  // Offline the browser logs every failed request.
  tolerate(/net::ERR_(INTERNET_DISCONNECTED|FAILED)/);
});

test('what was visited of the portal can be read without a network, as it was last, and nothing else; it can be installed', async ({
  page,
  context,
  request,
}) => {
  const staff = await tokenOf(demoAccount('OPERATOR'));
  // On the first page of all trips.
  const soon = Date.now() + 3 * 86_400_000;
  const [date, returnDate] = [soon, soon + 36_000_000].map((at) => new Date(at).toISOString());
  const trip = await familyTrip(request, { date, returnDate });
  const never = await roomiestTrip(request);
  const path = `/portal/passeio/${trip.slug}`;
  await leaveEarlierBuilds(page);
  await page.goto('/portal/passeio');
  await untilCached(page, '/');
  await expect.poll(() => page.evaluate(() => caches.has('pages-first'))).toBe(false);
  const names = await page.evaluate(() => caches.keys());
  expect(names.filter((name) => name.startsWith('pages-'))).toHaveLength(2);
  expect(names).not.toContain('files-first');
  await expectToBeInstallable(page, request);
  const link = page.getByRole('main').locator(`a[href="${path}"]`).first();
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: trip.title })).toBeVisible();
  await untilCached(page, path);
  await untilCached(page, '/portal/sem-internet');

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: trip.title })).toBeVisible();
  // The page is hydrated: its links work, also to pages without cached data.
  await page.getByRole('banner').getByRole('link').first().click();
  await expect(page).toHaveURL('/');
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Ver todos os/ })
    .first()
    .click();
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: trip.title })).toBeVisible();
  await page.goto('/portal/passeio/de-antes');
  await expect(page.getByRole('heading', { name: 'second' })).toBeVisible();

  // A page that was never visited says so, and opens once there is a network.
  await page.goto(`/portal/passeio/${never.slug}?de=amiga`);
  await expect(page.getByRole('heading', { level: 1, name: 'Você está sem internet' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^WhatsApp: \(\d\d\) / })).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('link', { name: 'Tentar de novo' }).click();
  await expect(page.getByRole('heading', { level: 1, name: never.title })).toBeVisible();
  await expect(page).toHaveURL(`/portal/passeio/${never.slug}?de=amiga`);

  // While there is a network nothing old is shown.
  const { title } = await changeTripByApi(request, staff, trip.id, { title: `${trip.title} de novo` });
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect.poll(() => readCaches(page, 'pages-')).toContain(title);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
});

test("the voucher of a payer's link can be read without a network, by that link only", async ({
  page,
  context,
  client,
  request,
}) => {
  const { id, code } = await bookedParty(request, client.token);
  const headers = { ...bearer(await tokenOf(demoAccount('OPERATOR'))), origin: ownOrigin() };
  const made = await request.post(`/api/reservations/${id}/link`, { data: {}, headers });
  const { hash } = new URL((await made.json()).url);
  await page.goto(`/reserva${hash}`);
  await expect(page.getByRole('region', { name: 'Quem vai' })).toBeVisible();
  await untilCached(page, '/reserva');
  await expect.poll(() => readCaches(page, 'own-link-')).toContain(code);
  expect(await readCaches(page)).not.toContain(hash.slice(1));

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText(/^Sem conexão\. Voucher de \d\d\/\d\d às \d\d:\d\d\.$/)).toBeVisible();
  expect(await readQrCode(page.getByRole('img', { name: `QR code da reserva ${code}` }))).toContain(`/voucher/${code}`);
  await page.goto('/reserva');
  await expect(page.getByRole('heading', { name: 'Abra pelo seu link' })).toBeVisible();
});

test('own reservations and their vouchers can be read without a network and without having been opened, until somebody else is there', async ({
  page,
  context,
  client,
  request,
}) => {
  const { code } = await bookedParty(request, client.token);
  const voucher = `/minhasreservas/${code}/voucher`;
  await page.goto('/home');
  await expect(page.getByText(`reserva ${code}`)).toBeVisible();
  await untilCached(page, '/home');
  await untilCached(page, '/minhasreservas');
  await untilCached(page, '/minhasreservas/reserva');
  await untilCached(page, '/minhasreservas/reserva/voucher');
  await expect.poll(() => ownCopies(page)).toContain('boardingPoints":[{');
  expect(await ownCopies(page)).toContain(`voucher/${code}`);

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText(/^Sem conexão\. Dados de \d\d\/\d\d às \d\d:\d\d\.$/)).toBeVisible();
  await expect(page.locator('[data-tipo]')).toBeHidden();
  await page.getByRole('link', { name: 'Ver minha reserva' }).click();
  await expect(page.getByText(/^Embarque /)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Quem vai' })).toContainText('Marina Alves de Souza');
  await expect(page.getByRole('region', { name: 'Quem vai' }).getByRole('button')).toHaveCount(0);
  await page.getByRole('link', { name: 'Abrir o voucher' }).click();
  await expect(page).toHaveURL(voucher);
  await expect(page.getByText(/^Sem conexão\. Voucher de \d\d\/\d\d às \d\d:\d\d\.$/)).toBeVisible();
  expect(await readQrCode(page.getByRole('img', { name: `QR code da reserva ${code}` }))).toContain(`/voucher/${code}`);
  await expect(page.getByRole('region', { name: 'Embarque' })).toContainText('Rodoviária');
  await expect(page.getByRole('button', { name: 'Imprimir' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Baixar PDF' })).toBeHidden();
  await context.setOffline(false);
  await expect(page.getByRole('button', { name: 'Baixar PDF' })).toBeVisible();

  // Without a sign-out: slice and cookie are replaced at once.
  const other = newPerson();
  await insertPerson(other);
  await context.clearCookies();
  await replacePerson(page, context, other);
  await page.goto('/minhasreservas');
  await expect(page.getByText('Você ainda não tem reservas')).toBeVisible();
  await expect.poll(() => readCaches(page)).not.toContain(code);
  const left = await readCaches(page);
  for (const mark of [client.email, client.cpf]) expect(left).not.toContain(mark);
  // The session stays where there is no network.
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText('Não foi possível carregar esta página')).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(page.getByText('Você ainda não tem reservas')).toBeVisible();
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
  await untilCached(page, list);
  await expect.poll(() => ownCopies(page)).toContain(name);

  await context.setOffline(true);
  await page.goto(list);
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
  await expect.poll(() => readCaches(page)).not.toContain(name);
  expect(await ownCopies(page)).toBe('');
});

/** Leaves in the browser what two earlier builds kept, before any worker of this one is started. */
async function leaveEarlierBuilds(page: Page): Promise<void> {
  // An answer that does not start a worker.
  await page.goto('/robots.txt');
  await page.evaluate(async () => {
    for (const build of ['first', 'second']) {
      await caches.open(`files-${build}`);
      const page = new Response(`<h1>${build}</h1>`, { headers: { 'content-type': 'text/html' } });
      await (await caches.open(`pages-${build}`)).put('/portal/passeio/de-antes', page);
    }
  });
}

async function expectToBeInstallable(page: Page, request: APIRequestContext): Promise<void> {
  const address = await page.locator('link[rel=manifest]').getAttribute('href');
  const response = await request.get(address ?? '');
  expect(response.headers()['content-type']).toContain('application/manifest+json');
  const manifest = await response.json();
  expect(manifest).toMatchObject({ lang: 'pt-BR', start_url: '/', display: 'standalone' });
  expect(manifest.short_name.length).toBeLessThanOrEqual(12);
  for (const { src, type } of manifest.icons) expect((await request.get(src)).headers()['content-type']).toBe(type);
  const scope = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.scope);
  expect(await scope()).toBe(new URL('/', page.url()).href);
}
