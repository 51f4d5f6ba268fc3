import { buildContext } from '~/lib/render.server';
import source from '~/lib/service-worker.js?raw';
import type { Route } from './+types/service-worker';

/** The service worker with this build's version. Its own policy only allows same-origin fetches. */
export function loader({ context }: Route.LoaderArgs) {
  return new Response(source.replace('__BUILD__', context.get(buildContext)), {
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
      'content-security-policy': "default-src 'none'; connect-src 'self'",
    },
  });
}
