import { useEffect, useState } from 'react';
import styles from './old-page.module.css';

// As the server marks what it could not compare with the database (server/src/platform/pages/cached-response.ts).
const OLD = 'old';

/** Says that a page may be outdated, while the server has only its cache to answer from. */
export function OldPage() {
  return useOldPage() ? (
    <p className={styles.notice} role="status">
      O sistema está fora do ar por um instante. Vagas e preços desta página podem estar desatualizados.
    </p>
  ) : null;
}

/** Whether the last page, or data of one, that the server sent may be old. */
function useOldPage(): boolean {
  const [isOld, setOld] = useState(false);
  useEffect(() => {
    const observer = new PerformanceObserver((list) => {
      const last = list.getEntries().filter(isPage).at(-1);
      if (last) setOld(last.serverTiming.some(({ name }) => name === OLD));
    });
    observer.observe({ type: 'navigation', buffered: true });
    observer.observe({ type: 'resource', buffered: true });
    return () => observer.disconnect();
  }, []);
  return isOld;
}

function isPage(entry: PerformanceEntry): entry is PerformanceResourceTiming {
  // An error says nothing of what is shown.
  if (!(entry instanceof PerformanceResourceTiming) || entry.responseStatus >= 400) return false;
  return entry.entryType === 'navigation' || new URL(entry.name).pathname.endsWith('.data');
}
