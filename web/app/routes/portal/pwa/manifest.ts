import { accentProperties } from '@passeio/contract/operator/accent';
import { publicSettingsRoutes } from '@passeio/contract/operator/public-settings-routes';
import type { PublicSettings } from '@passeio/contract/operator/settings';
import { SHARED_RECEIPT_PAGE } from '@passeio/contract/paths';
import { logoAddress } from '@passeio/contract/public-paths';
import { apiContext, loaded } from '~/lib/render.server';
import type { Route } from './+types/manifest';

/** Maximum length under a home-screen icon. */
const LONGEST = 12;

/** Trailing articles and prepositions. */
const CONNECTING = /(?:\s+(?:a|o|as|os|da|de|do|das|dos|e|em|na|no|nas|nos|&))+$/i;

/** Shortens a name to the words that fit into 12 characters, without a trailing preposition. */
export function shortName(name: string): string {
  const words = name.trim().split(/\s+/);
  let short = '';
  for (const word of words) {
    const longer = short === '' ? word : `${short} ${word}`;
    if (longer.length > LONGEST) break;
    short = longer;
  }
  if (short === '') return [...name.trim()].slice(0, LONGEST).join('');
  return short === words.join(' ') ? short : short.replace(CONNECTING, '');
}

/** `--background` of tokens.css by day. */
const BACKGROUND = '#ffffff';

/** The web app manifest. */
export async function loader({ context }: Route.LoaderArgs) {
  const settings = await loaded(context.get(apiContext).call(publicSettingsRoutes.read));
  const manifest = {
    id: '/',
    name: settings.name,
    short_name: shortName(settings.name),
    ...(settings.tagline && { description: settings.tagline }),
    lang: 'pt-BR',
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: accentProperties(settings.accentColor)['--accent-day'],
    background_color: BACKGROUND,
    categories: ['travel'],
    icons: icons(settings.logo),
    // Received by the service worker (lib/service-worker.js).
    share_target: {
      action: SHARED_RECEIPT_PAGE,
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { files: [{ name: 'file', accept: ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'] }] },
    },
    shortcuts: [{ name: 'Minhas reservas', url: '/minhasreservas' }],
  };
  return new Response(JSON.stringify(manifest), {
    headers: { 'content-type': 'application/manifest+json; charset=utf-8' },
  });
}

function icons(logo: PublicSettings['logo']) {
  if (logo) {
    return [{ src: logoAddress(logo, 'icon.png'), sizes: '192x192', type: 'image/png' }];
  }
  return [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ];
}
