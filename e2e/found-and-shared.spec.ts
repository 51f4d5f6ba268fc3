import { expect, test } from './support/fixtures.ts';
import { bearer, demoAccount, ownOrigin, roomiestTrip, tripsOnSale } from './support/people.ts';
import { tokenOf } from './support/sessions.ts';
import { archiveTripByApi, changeTripByApi, createTripByApi } from './support/trips.ts';

test('search engines find every public page and read what a trip is, when and for how much; a calendar takes it', async ({
  request,
}) => {
  const robots = await (await request.get('/robots.txt')).text();
  expect(robots).toContain('Disallow: /admin');
  const sitemap = /^Sitemap: (\S+)$/m.exec(robots)?.[1] ?? '';
  const addresses = [...(await (await request.get(sitemap)).text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, url]) => url,
  );
  const onSale = await tripsOnSale(request);
  const dates = Map.groupBy(onSale, ({ seriesId }) => seriesId);
  const firsts = [...dates.values()].flatMap(([first]) => first ?? []);
  for (const trip of onSale)
    expect(addresses.includes(`${ownOrigin()}/portal/passeio/${trip.slug}`)).toBe(firsts.includes(trip));
  for (const address of addresses.slice(0, 6)) expect((await request.get(address ?? '')).status()).toBe(200);

  const trip = await roomiestTrip(request);
  const address = `${ownOrigin()}/portal/passeio/${trip.slug}`;
  const html = await (await request.get(address)).text();
  const json = /<script type="application\/ld\+json">(.+?)<\/script>/.exec(html)?.[1] ?? '';
  const [tour, event, ...more] = JSON.parse(json)['@graph'];
  expect(tour).toMatchObject({ '@type': 'TouristTrip', name: trip.title, offers: { priceCurrency: 'BRL' } });
  expect(event).toMatchObject({ '@type': 'Event', startDate: trip.date, organizer: { '@type': 'TravelAgency' } });
  const events = [event, ...more].filter((one) => one['@type'] === 'Event');
  const own = dates.get(trip.seriesId) ?? [];
  expect(events.map(({ startDate }) => startDate).toSorted()).toEqual(own.map(({ date }) => date));
  expect(html).toContain(`<link rel="canonical" href="${ownOrigin()}/portal/passeio/${own[0]?.slug}"/>`);
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

test('the address of a date that is past leads to the next one', async ({ request }) => {
  const token = await tokenOf(demoAccount('OPERATOR'));
  const trip = await createTripByApi(request, token, { isActive: true });
  const day = new Date(Date.parse(trip.date) + 7 * 24 * 3_600_000).toISOString().slice(0, 10);
  const copies = await request.post(`/api/trips/${trip.id}/copies`, { data: { dates: [day] }, headers: bearer(token) });
  const [next] = ((await copies.json()) as { data: { id: string; slug: string }[] }).data;
  const path = `/portal/passeio/${trip.slug}`;
  expect(next).toBeDefined();
  await request.put(`/api/trips/${next?.id}/publication`, { data: { isActive: true }, headers: bearer(token) });
  expect((await request.get(path)).status()).toBe(200);
  const past = new Date(Date.now() - 24 * 3_600_000).toISOString();
  const returnDate = new Date(Date.parse(past) + 3_600_000).toISOString();
  await changeTripByApi(request, token, trip.id, { date: past, returnDate, notice: { tell: false } });
  const moved = await request.get(path, { maxRedirects: 0 });
  expect([moved.status(), moved.headers().location]).toEqual([302, `/portal/passeio/${next?.slug}`]);
  for (const id of [trip.id, next?.id ?? '']) await archiveTripByApi(request, token, id);
});
