import { publicSettingsRoutes } from '@passeio/contract/operator/public-settings-routes';
import { apiContext, loaded, nonceContext } from '~/lib/render.server';
import type { Route } from './+types/offline';
import { offlinePage } from './offline-page.server';

/** The offline fallback page that the service worker caches. */
export async function loader({ context }: Route.LoaderArgs) {
  const settings = await loaded(context.get(apiContext).call(publicSettingsRoutes.read));
  return new Response(offlinePage(settings, context.get(nonceContext)), {
    headers: { 'content-type': 'text/html; charset=utf-8' },
  });
}
