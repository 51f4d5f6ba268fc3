import { use, useEffect, useRef } from 'react';
import {
  UNSAFE_DataRouterContext as DataRouterContext,
  UNSAFE_FrameworkContext as FrameworkContext,
  Link,
  type LinkProps,
} from 'react-router';
import { whenLoaded } from '~/lib/when-loaded';

/** IntersectionObserver margin within which a link's page is prefetched. */
const PREFETCH_MARGIN = '200px';

/** Build files are immutable: fetched once per document. */
const fetchedFiles = new Set<string>();

/** Link that prefetches its page when it comes near the viewport, unless data saving is on. */
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
        // The root loader is not revalidated (root.tsx).
        const loaders = routes.filter(({ id, hasLoader }) => hasLoader && id !== 'root').map(({ id }) => id);
        if (loaders.length > 0 && page !== location.pathname + location.search) prefetch(dataUrl(page, loaders));
      },
      { rootMargin: PREFETCH_MARGIN },
    );
    // After the load event, behind what the open page needs.
    const stopWaiting = whenLoaded(() => observer.observe(watched));
    return () => {
      stopWaiting();
      observer.disconnect();
    };
  }, [link, page, router, manifest]);
}

/** The exact URL that the router will request, for a hit in the browser's cache. */
function dataUrl(page: string, routeIds: string[]): string {
  const url = new URL(page, location.origin);
  url.pathname += url.pathname.endsWith('/') ? '_.data' : '.data';
  url.searchParams.set('_routes', routeIds.join(','));
  return url.href;
}

/** The header makes the server send a max-age (cached-response.ts). */
function prefetch(url: string): void {
  fetch(url, { priority: 'low', headers: { purpose: 'prefetch' } })
    // Unread answers are not cached.
    .then((response) => response.blob())
    // A failure shows when the link is followed.
    .catch(() => {});
}

function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
}
