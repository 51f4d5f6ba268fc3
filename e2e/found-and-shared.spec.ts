import { expect, test } from './support/fixtures.ts';
import { bearer, demoAccount, ownOrigin, roomiestTrip, tripsOnSale } from './support/people.ts';
import { tokenOf } from './support/sessions.ts';
import { archiveTripByApi, createTripByApi } from './support/trips.ts';

test('search engines find every public page and read what a trip is, when and for how much; a calendar takes it', async ({
  request,
}) => {
  const robots = await (await request.get('/robots.txt')).text();
  expect(robots).toContain('Disallow: /admin');
  const sitemap = /^Sitemap: (\S+)$/m.exec(robots)?.[1] ?? '';
  const addresses = [...(await (await request.get(sitemap)).text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, url]) => url,
  );
  for (const { slug } of await tripsOnSale(request))
    expect(addresses).toContain(`${ownOrigin()}/portal/passeio/${slug}`);
  for (const address of addresses.slice(0, 6)) expect((await request.get(address ?? '')).status()).toBe(200);

  const trip = await roomiestTrip(request);
  const address = `${ownOrigin()}/portal/passeio/${trip.slug}`;
  const html = await (await request.get(address)).text();
  const json = /<script type="application\/ld\+json">(.+?)<\/script>/.exec(html)?.[1] ?? '';
  const [tour, event] = JSON.parse(json)['@graph'];
  expect(tour).toMatchObject({ '@type': 'TouristTrip', name: trip.title, offers: { priceCurrency: 'BRL' } });
  expect(event).toMatchObject({ '@type': 'Event', startDate: trip.date, organizer: { '@type': 'TravelAgency' } });
  expect(html).toContain(`<link rel="canonical" href="${address}"/>`);
  // Another test may temporarily change the operator's name.
  expect(/<title>([^<]+)<\/title>/.exec(html)?.[1]).toMatch(new RegExp(`^${trip.title} · `));
  const shared = (property: string) => new RegExp(`<meta property="og:${property}" content="([^"]+)"`).exec(html)?.[1];
  expect(shared('title')).toBe(trip.title);
  expect((await request.get(shared('image') ?? '')).headers()['content-type']).toBe('image/jpeg');

  const calendar = await request.get(`${address}/agenda.ics`);
  expect(calendar.headers()['content-type']).toContain('text/calendar');
  const start = trip.date.replaceAll(/[-:]|\.\d+/g, '');
  expect((await calendar.text()).split('\r\n')).toContain(`DTSTART:${start}`);
});

test('the address of a trip that was taken off says so, and offers the next ones', async ({
  page,
  request,
  tolerate,
}) => {
  const token = await tokenOf(demoAccount('OPERATOR'));
  const trip = await createTripByApi(request, token);
  const path = `/portal/passeio/${trip.slug}`;
  const statuses = async () =>
    Promise.all([path, `${path}/agenda.ics`, `${path}.data`].map(async (url) => (await request.get(url)).status()));
  // A draft is not public.
  expect(await statuses()).toEqual([404, 404, 404]);
  for (const isActive of [true, false]) {
    const response = await request.put(`/api/trips/${trip.id}/publication`, {
      data: { isActive },
      headers: bearer(token),
    });
    expect(response.ok()).toBe(true);
    expect(await statuses()).toEqual(isActive ? [200, 200, 200] : [410, 410, 410]);
    expect((await (await request.get('/sitemap.xml')).text()).includes(path)).toBe(isActive);
  }

  tolerate(/status of 410 \(Gone\)/);
  expect((await page.goto(path))?.status()).toBe(410);
  await expect(page.getByRole('heading', { level: 1, name: 'Este passeio saiu da agenda' })).toBeVisible();
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  await expect(page.locator('link[rel="canonical"]')).toHaveCount(0);
  const others = page.getByRole('main').getByRole('article');
  await expect(others).toHaveCount(3);
  const title = await others.first().getByRole('heading').innerText();
  await others.first().getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await archiveTripByApi(request, token, trip.id);
});
