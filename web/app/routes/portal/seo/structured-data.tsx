import { useSyncExternalStore } from 'react';

const neverChanges = () => () => {};

/**
 * JSON-LD for search engines, rendered on the server only: the Trusted Types policy forbids creating the script in the
 * browser. Compute `facts` under `import.meta.env.SSR`, so that their code is not in the bundle.
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
