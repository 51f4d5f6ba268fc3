import { useSyncExternalStore } from 'react';

const neverChanges = () => () => {};

/**
 * Facts of a page for search engines, as JSON-LD. They read the page as the server wrote it; in the browser the
 * element is not made again, which the page's Trusted Types policy would refuse. `facts` are made where
 * `import.meta.env.SSR` says so, so that what makes them does not travel: the browser takes the element as it stands.
 */
export function StructuredData({ facts }: { facts: object | null }) {
  const isFromServer = useSyncExternalStore(
    neverChanges,
    () => false,
    () => true,
  );
  if (!isFromServer) return null;
  const json = facts ? JSON.stringify({ '@context': 'https://schema.org', ...facts }).replaceAll('<', '\\u003c') : '';
  return (
    <script
      type="application/ld+json"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON without "<" cannot end the element
      dangerouslySetInnerHTML={{ __html: json }}
    />
  );
}
