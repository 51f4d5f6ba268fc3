import './ui/theme/tokens.css';
import './ui/theme/base.css';
import { accentProperties } from '@passeio/contract/operator/accent';
import { logoAddress } from '@passeio/contract/public-paths';
import { type CSSProperties, type ReactNode, useEffect, useSyncExternalStore } from 'react';
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  useMatches,
  useRouteLoaderData,
  UNSAFE_useScrollRestoration as useScrollRestoration,
} from 'react-router';
import type { Route } from './+types/root';
import { InstallationMeta } from './features/session/installation';
import { mayHaveSession } from './features/session/session-hint';
import { deleteCachesOfOthers } from './features/session/user-cache';

import { useNonce } from './lib/nonce';
import { useOfflineCache } from './lib/offline';
import { apiContext, readRoot } from './lib/render.server';
import { areSettingsExpired, type Brand, type RootData, renewSettings } from './lib/settings';
import { ErrorCode } from './ui/feedback/error-code';
import { FullPageMessage } from './ui/feedback/notice';
import { Toast } from './ui/feedback/toast';
import { ScrollToTop } from './ui/navigation/scroll-to-top';

export function loader({ context, request }: Route.LoaderArgs): Promise<RootData> {
  return readRoot(context.get(apiContext), new URL(request.url).origin);
}

/** Title of a page whose settings could not be loaded. */
export const meta: Route.MetaFunction = () => [{ title: 'Passeios' }];

/** The settings are loaded once per document, and again after they were saved in it. */
export const shouldRevalidate = areSettingsExpired;

/** Default colours if the settings are unknown. In the browser the server's style attribute stays. */
const usualColors = import.meta.env.SSR ? accentProperties('') : undefined;

export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<RootData>('root');
  const nonce = useNonce();
  // Ends the time before hydration (render-page.ts of the server), whether the page or an error is shown.
  useEffect(() => void window.dispatchEvent(new Event('alive')), []);
  return (
    <html lang="pt-BR" style={(root?.colors ?? usualColors) as CSSProperties}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta property="csp-nonce" nonce={nonce} />
        {root && <InstallationMeta access={root.settings.access} identity={root.settings.identity} />}
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#12171a" media="(prefers-color-scheme: dark)" />
        <Favicon logo={root?.settings.logo} />
        <link rel="manifest" href="/manifest.webmanifest" />
        <Meta />
        <Links nonce={nonce} />
      </head>
      <body>
        {children}
        <PageScripts nonce={nonce} />
      </body>
    </html>
  );
}

function Favicon({ logo }: { logo: Brand['logo'] | undefined }) {
  if (!logo) {
    return (
      <>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      </>
    );
  }
  const icon = logoAddress(logo, 'icon.png');
  return (
    <>
      <link rel="icon" href={icon} type="image/png" />
      <link rel="apple-touch-icon" href={icon} />
    </>
  );
}

const neverChanges = () => () => {};

/**
 * Scripts rendered by the server only. Re-creating them in the browser, after a hydration error, would violate the
 * Trusted Types policy and leave a blank page.
 */
function PageScripts({ nonce }: { nonce: string }) {
  const isFromServer = useSyncExternalStore(
    neverChanges,
    () => false,
    () => true,
  );
  return isFromServer ? <Scripts nonce={nonce} /> : null;
}

export default function App({ loaderData }: Route.ComponentProps) {
  // The hook alone: the component's inline script would have to be made in the browser after an error, which the
  // page's Trusted Types policy refuses. Before hydration the browser restores the scroll position by itself.
  useScrollRestoration();
  useSession();
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever they have come
  useEffect(renewSettings, [loaderData]);
  useOfflineCache();
  return (
    <>
      <Outlet />
      <ScrollToTop />
      <Toast />
    </>
  );
}

/** Starts the session outside the portal, and in the portal only if there may be one. */
function useSession(): void {
  const isPortal = useMatches().some(({ id }) => id === 'routes/portal/layout/layout');
  useEffect(() => {
    if (isPortal && !mayHaveSession()) return deleteAllUserCaches();
    import('./features/session/session').then(
      ({ startSession }) => startSession(),
      (error) => console.warn('Session could not be loaded', error),
    );
  }, [isPortal]);
}

/** Deletes all users' caches when nobody is signed in. */
function deleteAllUserCaches(): void {
  deleteCachesOfOthers(null).catch((error) => console.warn('Copies could not be deleted', error));
}

/** Last resort: pages have their own boundaries. Never shows error details. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  return isMissing ? (
    <FullPageMessage title="Página não encontrada" text="O endereço pode ter mudado ou não existe mais." />
  ) : (
    <FullPageMessage
      title="Não foi possível abrir a página"
      text="Algo deu errado do nosso lado. Tente de novo em instantes."
      retry
    >
      <ErrorCode error={error} />
    </FullPageMessage>
  );
}
