import { unlistedPages } from '~/features/session/access';
import { protectedPrefixes } from '~/features/session/protected-pages';
import type { Route } from './+types/robots';

/** robots.txt: allows the portal only. */
export function loader({ request }: Route.LoaderArgs) {
  const { origin } = new URL(request.url);
  const closed = ['/identity/', '/auth/', ...protectedPrefixes, ...unlistedPages, '/admin', '/template', '/api/'];
  const lines = ['User-agent: *', 'Allow: /api/trips/image/', ...closed.map((path) => `Disallow: ${path}`)];
  return new Response([...lines, '', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n'), {
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  });
}
