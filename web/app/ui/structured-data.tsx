import { useSyncExternalStore } from 'react';

const neverChanges = () => () => {};

/**
 * Facts of a page for search engines, as JSON-LD. They read the page as the server wrote it; in the browser the
 * element is not made again, which the page's Trusted Types policy would refuse.
 */
export function StructuredData({ facts }: { facts: object }) {
  const isFromServer = useSyncExternalStore(
    neverChanges,
    () => false,
    () => true,
  );
  if (!isFromServer) return null;
  const json = JSON.stringify({ '@context': 'https://schema.org', ...facts }).replaceAll('<', '\\u003c');
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON without "<" cannot end the element
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
