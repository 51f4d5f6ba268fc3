import { useEffect, useState } from 'react';

/** Debounce in milliseconds. */
const TYPING_MS = 200;

/** What was found; `short`: too little is typed. */
export type Lookup<Row> = Row[] | 'short' | 'searching' | 'failed';

/**
 * Finds rows while somebody types; `typed` is undefined while nothing is searched. `find` has to stay the same function
 * as long as it searches the same.
 */
export function useLookup<Row>(
  typed: string | undefined,
  minLength: number,
  find: (q: string, signal: AbortSignal) => Promise<Row[]>,
): Lookup<Row> {
  const q = typed?.trim() ?? '';
  const [found, setFound] = useState<{ q: string; rows: Row[] | 'failed' }>();
  useEffect(() => {
    if (q.length < minLength) return;
    const call = new AbortController();
    const timer = setTimeout(() => {
      find(q, call.signal).then(
        (rows) => setFound({ q, rows }),
        () => {
          if (!call.signal.aborted) setFound({ q, rows: 'failed' });
        },
      );
    }, TYPING_MS);
    return () => {
      clearTimeout(timer);
      call.abort();
    };
  }, [q, minLength, find]);
  if (q.length < minLength) return 'short';
  return found?.q === q ? found.rows : 'searching';
}
