import { expect, test } from './support/fixtures.ts';
import { roomiestTrip, type TripFacts, tripsOnSale } from './support/people.ts';
import { expectAtLeast, expectNoSidewaysScrolling } from './support/screens.ts';

test('the address of no trip leads to all; the search finds them whatever the accents; a page is fetched ahead once its link is within 200 px', async ({
  page,
  request,
  tolerate,
}) => {
  tolerate(/status of 404 \(Not Found\) @ \S+\/portal\/passeio\/lua-de-mel$/);
  const onSale = await tripsOnSale(request);
  const isAlone = ({ seriesId }: TripFacts) => onSale.filter((one) => one.seriesId === seriesId).length === 1;
  const last = onSale.slice(0, 20).findLast(isAlone);
  if (!last) throw new Error('There is no trip on sale');
  const response = await page.goto('/portal/passeio/lua-de-mel');
  expect(response?.status()).toBe(404);
  await page.getByRole('main').getByRole('link', { name: 'Ver os passeios' }).click();
  const trips = page.getByRole('main').getByRole('article');
  await expectAtLeast(trips, 12);
  const search = page.getByRole('searchbox', { name: 'Buscar passeio' });
  await search.fill('capitolio');
  await expect(trips).toContainText(['Capitólio', 'Capitólio']);
  await expect(page).toHaveURL('/portal/passeio?q=capitolio');
  await search.fill('Nova Iorque');
  await expect(page.getByText('Nenhum passeio encontrado para “Nova Iorque”')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Ver todos os passeios' }).click();
  await expectAtLeast(trips, 12);

  const link = page.getByRole('main').getByRole('link', { name: last.title });
  await expect(link).toBeAttached();
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

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('home, trips and the page of a trip are there to read, on a phone', { tag: '@phone' }, async ({
    page,
    request,
  }) => {
    const trip = await roomiestTrip(request);
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('O fim de semana começa aqui perto.');
    await expect(page.getByRole('main').getByRole('article')).toHaveCount(6);
    await expect(page.getByRole('region', { name: 'Como funciona' }).getByRole('heading', { level: 3 })).toHaveText([
      'Reserve',
      'Pague o sinal por Pix',
      'Acompanhe a reserva',
      'Embarque',
    ]);
    await expectNoSidewaysScrolling(page);
    await page.getByRole('main').getByRole('link', { name: 'Ver os passeios' }).click();
    await expectAtLeast(page.getByRole('main').getByRole('article'), 12);
    await expectNoSidewaysScrolling(page);
    await page.getByRole('searchbox', { name: 'Buscar passeio' }).fill(trip.title);
    await page.getByRole('button', { name: 'Buscar' }).click();
    await page.getByRole('main').getByRole('link', { name: trip.title }).click();
    await expect(page.getByRole('heading', { name: trip.title, level: 1 })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Sobre o passeio' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Tirar dúvida no WhatsApp' })).toBeVisible();
    await expectNoSidewaysScrolling(page);
  });
});

test('the description of the API opens and unfolds a route', async ({ page }) => {
  await page.goto('/api/docs');
  await page.locator('.opblock-summary-control').first().click();
  await expect(page.getByRole('heading', { name: 'Responses' })).toBeVisible();
});
