import type { Route } from './+types/robots';

/** robots.txt: allows the portal only. */
export function loader({ request }: Route.LoaderArgs) {
  const { origin } = new URL(request.url);
  const ofPeople = [
    '/home',
    '/minhaconta',
    '/minhasreservas',
    '/comprovante',
    '/participante',
    '/avaliar',
    '/avise-me',
    '/espera',
    '/escolher',
    '/vale',
    '/primeiro-acesso',
  ];
  const closed = ['/identity/', '/auth/', ...ofPeople, '/admin', '/template', '/api/'];
  const lines = ['User-agent: *', 'Allow: /api/trips/image/', ...closed.map((path) => `Disallow: ${path}`)];
  return new Response([...lines, '', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n'), {
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  });
}
