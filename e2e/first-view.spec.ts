import type { APIRequestContext, Page } from '@playwright/test';
import { familyTrip, reserveParty } from './support/families.ts';
import { expect, test } from './support/fixtures.ts';
import { bearer, demoAccount, newPerson } from './support/people.ts';
import { holdScripts } from './support/screens.ts';
import { insertPerson, tokenOf } from './support/sessions.ts';

// A worker would have stored the scripts.
test.use({ serviceWorkers: 'block', viewport: { width: 360, height: 740 } });

/** A reservation of somebody new, with their token and the link that staff makes of it. */
async function reservationOf(request: APIRequestContext, token: string) {
  const trip = await familyTrip(request);
  const { id, code } = await reserveParty(request, token, trip, { Adulto: 1 });
  const headers = bearer(await tokenOf(demoAccount('ADMIN')));
  const response = await request.post(`/api/reservations/${id}/link`, { headers, data: {} });
  const { url } = (await response.json()) as { url: string };
  return { trip, code, link: `/reserva${new URL(url).hash}` };
}

/** Paths of the API that a page calls from now on. */
function followCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  return calls;
}

test('a client reads their reservation before a script has come, and what they press there counts', async ({
  page,
  client,
  request,
}) => {
  const { trip, code } = await reservationOf(request, client.token);
  const calls = followCalls(page);
  const comeOn = await holdScripts(page);
  await page.goto(`/minhasreservas/${code}`, { waitUntil: 'commit' });
  await expect(page.getByRole('region', { name: trip.title })).toBeVisible();
  await page.getByRole('button', { name: 'Cancelar reserva' }).click();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  comeOn();
  await expect(page.getByRole('dialog')).toBeVisible();
  // What was drawn is not asked for again.
  expect(calls).not.toContain(`/api/reservations/${code}`);
  await expect(page.locator('#first-view')).toHaveCount(0);
});

test('what a client holds down while the page takes the place of its first view counts once it is let go', async ({
  page,
  client,
  request,
}) => {
  const { code } = await reservationOf(request, client.token);
  const comeOn = await holdScripts(page);
  await page.goto(`/minhasreservas/${code}`, { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Cancelar reserva' }).hover();
  await page.mouse.down();
  comeOn();
  await expect(page.locator('#first-view')).toHaveCount(0);
  await page.mouse.up();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('what a client presses counts though the first view moves under their finger before it is lifted', async ({
  page,
  client,
  request,
}) => {
  const { code } = await reservationOf(request, client.token);
  const comeOn = await holdScripts(page);
  await page.goto(`/minhasreservas/${code}`, { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Cancelar reserva' }).hover();
  await page.mouse.down();
  await page.locator('#first-view').evaluate((view) => {
    view.style.translate = '0 200px';
  });
  await page.mouse.up();
  comeOn();
  await expect(page.getByRole('dialog')).toBeVisible();
});

for (const path of ['/home', '/minhasreservas']) {
  test(`a client reads at ${path} what they have reserved before a script has come`, async ({
    page,
    client,
    request,
  }) => {
    const { trip } = await reservationOf(request, client.token);
    const calls = followCalls(page);
    const comeOn = await holdScripts(page);
    await page.goto(path, { waitUntil: 'commit' });
    const name = page.locator('#first-view').getByRole('heading', { name: trip.title });
    await expect(name).toBeVisible();
    comeOn();
    await expect(page.getByRole('main').getByRole('heading', { name: trip.title }).first()).toBeVisible();
    await expect(page.locator('#first-view')).toHaveCount(0);
    // The start page waits for the file of its half, and the token may be another one by then.
    if (path !== '/home') expect(calls).not.toContain('/api/reservations/me');
  });
}

test('a payer reads the reservation of their link before a script has come', async ({ page, client, request }) => {
  const { trip, link } = await reservationOf(request, client.token);
  const calls = followCalls(page);
  const comeOn = await holdScripts(page);
  await page.goto(link, { waitUntil: 'commit' });
  const card = page.getByRole('region', { name: trip.title });
  await expect(card).toBeVisible();
  await expect(page.getByText('Abrindo o seu link…')).toBeHidden();
  comeOn();
  await expect(page.getByRole('heading', { name: 'Guardar na minha conta' })).toBeVisible();
  await expect(card).toBeVisible();
  expect(calls).not.toContain('/api/reservation-links/read');
});

test('a client whose token has expired reads their reservation before a script has come', async ({
  page,
  client,
  request,
}) => {
  const { trip, code } = await reservationOf(request, client.token);
  await page.addInitScript(() => {
    const stored = JSON.parse(localStorage.getItem('nextjs') ?? '{}');
    stored.state.user.accessToken = `.${btoa('{"exp":1}')}.`;
    localStorage.setItem('nextjs', JSON.stringify(stored));
  });
  await holdScripts(page);
  await page.goto(`/minhasreservas/${code}`, { waitUntil: 'commit' });
  await expect(page.getByRole('region', { name: trip.title })).toBeVisible();
});

test('an administrator reads the figures of the day before a script has come', async ({ page, signInAs }) => {
  await signInAs(demoAccount('ADMIN'));
  await holdScripts(page);
  await page.goto('/home', { waitUntil: 'commit' });
  await expect(page.getByRole('link', { name: /^Próximas saídas/ })).toBeVisible();
});

test('a screen that is to be locked shows nothing of its page', async ({ page, signInAs }) => {
  await signInAs(demoAccount('ADMIN'));
  await page.addInitScript(() => {
    const stored = JSON.parse(localStorage.getItem('nextjs') ?? '{}');
    // The demonstration locks staff's screens after 30 minutes.
    if (stored.state.user.accessToken) stored.state.user.lastActiveAt = Date.now() - 31 * 60_000;
    localStorage.setItem('nextjs', JSON.stringify(stored));
  });
  const calls = followCalls(page);
  await page.goto('/home');
  await expect(page).toHaveURL(/^[^?]*\/auth\/lock-screen/);
  expect(calls).not.toContain('/first-view');
});

test('a first view is of its reader alone, and nothing stores it', async ({ client, request }) => {
  const { trip, code, link } = await reservationOf(request, client.token);
  const stranger = newPerson();
  await insertPerson(stranger);
  const page = `/minhasreservas/${code}`;
  const ask = (path: string, headers: Record<string, string> = {}, token?: string) =>
    request.post('/first-view', { data: { path, ...(token && { token }) }, headers });
  const own = await ask(page, bearer(client.token));
  expect(own.status()).toBe(200);
  expect(await own.text()).toContain(trip.title);
  expect(own.headers()['cache-control']).toBe('no-store');
  expect(own.headers()['content-security-policy']).toContain("default-src 'none'");

  const token = link.split('#')[1] ?? '';
  expect(await (await ask('/reserva', {}, token)).text()).toContain(trip.title);
  const others = bearer(await tokenOf(stranger));
  for (const [why, answer] of Object.entries({
    'without credentials': await ask(page),
    'by another client': await ask(page, others),
    'by a link that is none': await ask('/reserva', {}, `${token.slice(0, -4)}AAAA`),
    "of a client's link in the place of a session": await ask(page, {}, token),
    'of an address that leads elsewhere': await ask('/admin', others),
    'of a page without one': await ask('/admin/usuarios', others),
    'of another site': await ask('//elsewhere.example/minhasreservas', others),
  }))
    expect(answer.status(), why).toBe(204);
});
