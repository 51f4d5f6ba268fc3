import { apiPaths } from '@passeio/contract/paths';
import { publicSettings } from '@passeio/contract/settings';
import { apiContext, loaded, nonceContext } from '~/lib/render.server';
import type { Route } from './+types/offline';
import { offlinePage } from './offline-page.server';

/** The page that the service worker keeps for those who open, without a network, one they have never visited. */
export async function loader({ context }: Route.LoaderArgs) {
  const settings = await loaded(context.get(apiContext).get(apiPaths.settings, publicSettings));
  return new Response(offlinePage(settings, context.get(nonceContext)), {
    headers: { 'content-type': 'text/html; charset=utf-8' },
  });
}
