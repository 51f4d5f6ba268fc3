import { accentProperties } from '@passeio/contract/operator/accent';
import { publicSettingsRoutes } from '@passeio/contract/operator/public-settings-routes';
import type { PublicSettings } from '@passeio/contract/operator/settings';
import { logoAddress } from '@passeio/contract/public-paths';
import type { CSSProperties } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { WHATSAPP_GREETING, whatsAppLink } from '~/lib/formats';
import { formatContact } from '~/lib/number-formats';
import { apiContext, loaded, nonceContext } from '~/lib/render.server';
import base from '~/ui/theme/base.css?inline';
import tokens from '~/ui/theme/tokens.css?inline';
import type { Route } from './+types/offline';
import styles from './offline.css?inline';

/** The offline fallback page that the service worker caches. */
export async function loader({ context }: Route.LoaderArgs) {
  const settings = await loaded(context.get(apiContext).call(publicSettingsRoutes.read));
  return new Response(offlinePage(settings, context.get(nonceContext)), {
    headers: { 'content-type': 'text/html; charset=utf-8' },
  });
}

type Operator = Pick<PublicSettings, 'name' | 'logo' | 'phone' | 'whatsapp' | 'accentColor'>;

/** A static page without scripts, because the service worker shows it at any URL. Retrying reloads that URL. */
function offlinePage({ name, logo, phone, whatsapp, accentColor }: Operator, nonce: string): string {
  const page = (
    <html lang="pt-BR" style={accentProperties(accentColor) as CSSProperties}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href={logo ? logoAddress(logo, 'icon.png') : '/favicon.svg'} />
        <title>{`Sem internet · ${name}`}</title>
        <style nonce={nonce}>{`${tokens}${base}${styles}`}</style>
      </head>
      <body>
        <main>
          <p className="brand">{name}</p>
          <h1>Você está sem internet</h1>
          <p className="lead">
            Esta página ainda não foi aberta neste aparelho. As que você já visitou continuam aqui.
          </p>
          <p className="actions">
            {/* biome-ignore lint/a11y/useValidAnchor: the empty address is the one that was asked for */}
            <a className="button primary" href="">
              Tentar de novo
            </a>
            <a className="button" href="/">
              Ir para o início
            </a>
            <a className="button" href="/minhasreservas">
              Minhas reservas
            </a>
          </p>
          {(phone || whatsapp) && (
            <address>
              <span>Precisa falar com a gente?</span>
              {phone && <a href={`tel:${phone}`}>Ligar: {formatContact(phone)}</a>}
              {whatsapp && <a href={whatsAppLink(whatsapp, WHATSAPP_GREETING)}>WhatsApp: {formatContact(whatsapp)}</a>}
            </address>
          )}
        </main>
      </body>
    </html>
  );
  return `<!doctype html>${renderToStaticMarkup(page)}`;
}
