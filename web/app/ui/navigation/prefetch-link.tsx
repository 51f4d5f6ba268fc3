import { use, useEffect, useRef } from 'react';
import {
  UNSAFE_DataRouterContext as DataRouterContext,
  UNSAFE_FrameworkContext as FrameworkContext,
  Link,
  type LinkProps,
} from 'react-router';
import { whenLoaded } from '~/lib/when-loaded';

/** How near to what is in sight a link must be for its page to be fetched. */
const PREFETCH_MARGIN = '200px';

/** Files of the build never change: once per document is enough. */
const fetchedFiles = new Set<string>();

/** A link whose page is fetched once the link comes near, unless the person saves data. */
export function PrefetchLink({ to, ...props }: LinkProps & { to: string }) {
  const anchor = useRef<HTMLAnchorElement>(null);
  usePrefetch(anchor, to);
  return <Link ref={anchor} to={to} {...props} />;
}

/**
 * Fetches the data and the scripts of `page` at low priority. The router's own <PrefetchPageLinks> writes <link
 * rel="prefetch">, which Firefox refuses under the page's policy (default-src 'none'); connect-src permits a fetch.
 */
function usePrefetch(link: { current: Element | null }, page: string): void {
  const router = use(DataRouterContext)?.router;
  const manifest = use(FrameworkContext)?.manifest;
  useEffect(() => {
    if (!link.current || savesData()) return;
    const watched = link.current;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        const routes = (router?.match(page) ?? []).flatMap(({ route }) => manifest?.routes[route.id] ?? []);
        for (const file of routes.flatMap(({ module, imports = [] }) => [module, ...imports])) {
          if (!fetchedFiles.has(file)) prefetch(file);
          fetchedFiles.add(file);
        }
        // The root's data come with the document and are not asked for again (root.tsx).
        const loaders = routes.filter(({ id, hasLoader }) => hasLoader && id !== 'root').map(({ id }) => id);
        if (loaders.length > 0 && page !== location.pathname + location.search) prefetch(dataUrl(page, loaders));
      },
      { rootMargin: PREFETCH_MARGIN },
    );
    // What the open page needs comes first.
    const stopWaiting = whenLoaded(() => observer.observe(watched));
    return () => {
      stopWaiting();
      observer.disconnect();
    };
  }, [link, page, router, manifest]);
}

/** The very address that the router asks when the link is followed: the browser's cache goes by it. */
function dataUrl(page: string, routeIds: string[]): string {
  const url = new URL(page, location.origin);
  url.pathname += url.pathname.endsWith('/') ? '_.data' : '.data';
  url.searchParams.set('_routes', routeIds.join(','));
  return url.href;
}

/** The header tells the server to let the browser use the answer for a while without asking (cached-answer.ts). */
function prefetch(url: string): void {
  fetch(url, { priority: 'low', headers: { purpose: 'prefetch' } })
    // An answer that is not read to its end is not cached.
    .then((answer) => answer.blob())
    // Whoever follows the link will be told.
    .catch(() => {});
}

function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
}
