import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { demoAccount, enrolByApi, roomiestTrip, tripsOnSale } from './people.ts';
import { expectAtLeast, expectNoSidewaysScrolling, openTripDialog, portalMenu } from './screens.ts';

const portalPages = [
  '/',
  '/portal/contato',
  '/portal/politicacancelamento',
  '/portal/passeio',
  '/portal/passeio/ubatuba',
];

test('a button opens the menu on a phone; the header leads everywhere', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/');
  await expectMenuButton(page);
  for (const [name, path] of [
    ['Contato', '/portal/contato'],
    ['Política de cancelamento', '/portal/politicacancelamento'],
    ['Home', '/'],
    ['Entrar', '/auth/login'],
  ] as const) {
    const menu = await portalMenu(page);
    await expect(menu.getByRole('button', { name: 'Passeios', exact: true })).toBeVisible();
    await menu.getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
});

async function expectMenuButton(page: Page): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Principal' });
  const toggle = page.getByRole('button', { name: 'Menu', exact: true });
  await expect(menu).toBeHidden();
  await toggle.click();
  await expect(menu).toBeVisible();
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  await toggle.click();
  await expect(menu).toBeHidden();
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await toggle.click();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(toggle).toBeFocused();
}

test('the home page: skip link, how it works, the footer, and a way back up once 100 px are scrolled', async ({
  page,
}) => {
  await page.goto('/');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Ir para o conteúdo' });
  await expect(skip).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();

  const steps = page.getByRole('region', { name: 'Como funciona' });
  await expect(steps.getByRole('heading', { level: 3 })).toHaveText([
    'Reserve',
    'Pague o sinal por Pix',
    'Acompanhe a reserva',
    'Embarque',
  ]);

  const footer = page.getByRole('contentinfo');
  await expect(footer.getByText('Segunda à sexta de 09h às 18h', { exact: true })).toBeVisible();
  await expect(footer.getByRole('link', { name: /WhatsApp/ })).toHaveAttribute('href', /^https:\/\/wa\.me\/\d+\?text=/);
  await expect(footer.getByRole('link', { name: '(35) 3212-0000' })).toHaveAttribute('href', 'tel:+553532120000');
  const social = footer.getByRole('link', { name: '@rotadasaguas' });
  await expect(social).toHaveAttribute('href', 'https://www.instagram.com/rotadasaguas.example');
  await expect(social).toHaveAttribute('rel', /noopener/);

  const button = page.getByRole('button', { name: 'Voltar ao topo' });
  await page.mouse.move(100, 300);
  await page.evaluate(() => scrollTo(0, 100));
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(100);
  await expect(button).toBeHidden();
  await page.evaluate(() => scrollTo(0, 101));
  await expect(button).toBeVisible();
  await page.evaluate(() => scrollTo(0, 1200));
  await button.click();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await expect(button).toBeHidden();
});

test('the address of no trip leads to all; the search finds them whatever the accents, and says when there is none', async ({
  page,
  tolerate,
}) => {
  tolerate(/status of 404 \(Not Found\) @ \S+\/portal\/passeio\/lua-de-mel$/);
  const response = await page.goto('/portal/passeio/lua-de-mel');
  expect(response?.status()).toBe(404);
  await page.getByRole('main').getByRole('link', { name: 'Ver os passeios' }).click();
  const trips = page.getByRole('main').getByRole('article');
  await expectAtLeast(trips, 12);
  const search = page.getByRole('searchbox', { name: 'Buscar passeio' });
  await search.fill('capitolio');
  await expect(trips).toHaveCount(1);
  await expect(trips).toContainText('Capitólio');
  await expect(page).toHaveURL('/portal/passeio?q=capitolio');
  await search.fill('Nova Iorque');
  await expect(page.getByText('Nenhum passeio encontrado para “Nova Iorque”')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Ver todos os passeios' }).click();
  await expectAtLeast(trips, 12);
});

test('a page is fetched ahead once its link is within 200 px', async ({ page, request }) => {
  const last = (await tripsOnSale(request)).at(-1);
  if (!last) throw new Error('There is no trip on sale');
  await page.goto('/portal/passeio');
  const link = page.getByRole('main').getByRole('link', { name: last.title });
  await expect(link).toBeAttached();
  await page.waitForLoadState('load');
  const asked: string[] = [];
  page.on('request', (one) => asked.push(new URL(one.url()).pathname));
  const bringWithin = (distance: number) =>
    link.evaluate(async (element, px) => {
      scrollTo({ top: scrollY + element.getBoundingClientRect().top - innerHeight - px, behavior: 'instant' });
      // Observers run with the next frame.
      for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
    }, distance);
  await bringWithin(260);
  const data = `/portal/passeio/${last.slug}.data`;
  expect(asked).not.toContain(data);
  const comes = page.waitForResponse((response) => new URL(response.url()).pathname === data);
  await bringWithin(150);
  await (await comes).finished();
  // The policy permits no <link rel="prefetch">: Chromium would let it pass, Firefox does not.
  await expect(page.locator('link[rel="prefetch"]')).toHaveCount(0);

  // Following the link uses the prefetched answer, without another request.
  await page.waitForLoadState('networkidle');
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: last.title })).toBeVisible();
  const sent = await page.evaluate(
    (path) =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name }) => new URL(name).pathname === path)
        .map(({ transferSize }) => transferSize > 0),
    data,
  );
  expect(sent).toEqual([true, false]);
});

test('no page of signing in and no dialog is wider than the window', { tag: '@phone' }, async ({
  page,
  request,
  tolerate,
}) => {
  tolerate(/status of 404/);
  for (const path of ['/auth/login', '/auth/register', '/portal/nada', '/404']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectNoSidewaysScrolling(page);
  }
  const trip = await roomiestTrip(request);
  await page.goto('/');
  const dialog = await openTripDialog(page, trip.title);
  const width = await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  expect(width).toBeLessThanOrEqual(0);
  await expectNoSidewaysScrolling(page);
  await dialog.getByRole('link', { name: 'Ver página do passeio' }).click();
  await expect(page).toHaveURL(`/portal/passeio/${trip.slug}`);
  await expect(dialog).toBeHidden();
  // Another test may temporarily change the operator's name.
  await expect.poll(() => page.title()).toContain(`${trip.title} · Rota das Águas Passeios`);
});

test('no page of the area is wider than the window', {
  tag: '@phone',
}, async ({ page, client, request, signInAs, tolerate }) => {
  tolerate(/status of 404/);
  const expectToFit = async (path: string) => {
    await page.goto(path);
    await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'false');
    await expectNoSidewaysScrolling(page);
  };
  await enrolByApi(request, client.token, (await roomiestTrip(request)).id);
  for (const path of ['/home', '/minhaconta', '/minhasreservas']) await expectToFit(path);
  // No page of the client's may notice that the session changes.
  await page.goto('about:blank');
  await signInAs(demoAccount('ADMIN'));
  for (const path of ['/admin/passeios', '/admin/usuarios', '/admin/nada']) await expectToFit(path);
});

test('schedule and dialog are worked by keyboard alone, Esc closes them, and the focus comes back', async ({
  page,
  request,
}) => {
  const trip = await roomiestTrip(request);
  await page.goto('/');
  const schedule = page.getByRole('region', { name: 'Agenda de passeios' });
  await page.getByRole('button', { name: 'Passeios', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expectAtLeast(schedule.getByRole('listitem'), 12);
  await page.keyboard.press('Escape');
  await expect(schedule).toBeHidden();
  await expect(page.getByRole('button', { name: 'Passeios', exact: true })).toBeFocused();

  await page.keyboard.press('Enter');
  const entry = schedule.getByRole('button', { name: trip.title });
  await entry.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: trip.title });
  await expect(dialog.locator(':focus')).toBeVisible();
  for (let stop = 0; stop < 12; stop += 1) {
    await page.keyboard.press('Tab');
    // Between the dialog's last and first control the focus goes to the browser's UI.
    const inside = await dialog.evaluate((element) => {
      const { activeElement } = document;
      return activeElement === document.body || element.contains(activeElement);
    });
    expect(inside).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  const opener = page.getByRole('button', { name: 'Passeios', exact: true });
  await expect(entry.or(opener).and(page.locator(':focus'))).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('no page of the portal is wider than the window', { tag: '@phone' }, async ({ page }) => {
    for (const path of portalPages) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectNoSidewaysScrolling(page);
    }
  });

  test('home, trips and the page of a trip are there to read', async ({ page, request }) => {
    const trip = await roomiestTrip(request);
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('O fim de semana começa aqui perto.');
    await expect(page.getByRole('main').getByRole('article')).toHaveCount(6);
    await page.getByRole('main').getByRole('link', { name: 'Ver os passeios' }).click();
    await expectAtLeast(page.getByRole('main').getByRole('article'), 12);
    await page.getByRole('searchbox', { name: 'Buscar passeio' }).fill(trip.title);
    await page.getByRole('button', { name: 'Buscar' }).click();
    await page.getByRole('main').getByRole('link', { name: trip.title }).click();
    await expect(page.getByRole('heading', { name: trip.title, level: 1 })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Sobre o passeio' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Tirar dúvida no WhatsApp' })).toBeVisible();
  });
});
