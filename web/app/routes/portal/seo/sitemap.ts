import { tripRoutes } from '@passeio/contract/trips/trip-routes';
import { apiContext, loaded } from '~/lib/render.server';
import type { Route } from './+types/sitemap';

const PAGE_SIZE = 100;
// The sitemap format's limit.
const MAX_ADDRESSES = 50_000;

/** Every public page, for search engines. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { origin } = new URL(request.url);
  const paths = ['/', '/portal/passeio', '/portal/contato', '/portal/politicacancelamento', '/portal/privacidade'];
  const known = new Set<string>();
  for (let page = 1; paths.length < MAX_ADDRESSES; page += 1) {
    const query = { isActive: true, upcoming: true, showImages: false, page, size: PAGE_SIZE };
    const list = await loaded(context.get(apiContext).call(tripRoutes.list, { query }));
    // Of a trip's dates the first: its page names the others.
    const firsts = list.data.filter(({ seriesId = '' }) => known.size < known.add(seriesId).size);
    paths.push(...firsts.map((trip) => `/portal/passeio/${trip.slug}`));
    if (page * PAGE_SIZE >= list.page.total) break;
  }
  // Slugs and the origin need no XML escaping.
  const urls = paths.map((path) => `<url><loc>${origin}${path}</loc></url>`);
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>\n`,
    { headers: { 'content-type': 'application/xml; charset=utf-8' } },
  );
}
