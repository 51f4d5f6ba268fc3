import { type Candidate, MIN_CANDIDATE_SEARCH } from '@passeio/contract/passengers';
import { useEffect, useState } from 'react';
import { findCandidates } from './counter-calls';

/** Debounce in milliseconds. */
const TYPING_MS = 200;

export type Candidates = Candidate[] | 'short' | 'searching' | 'failed';

/** Known people who match what is typed; `q` is undefined while nobody is searched. */
export function useCandidates(tripId: string, typed: string | undefined): Candidates {
  const q = typed?.trim() ?? '';
  const [found, setFound] = useState<{ q: string; people: Candidate[] | 'failed' }>();
  useEffect(() => {
    if (q.length < MIN_CANDIDATE_SEARCH) return;
    const call = new AbortController();
    const timer = setTimeout(() => {
      findCandidates(tripId, q, call.signal).then(
        (people) => setFound({ q, people }),
        () => {
          if (!call.signal.aborted) setFound({ q, people: 'failed' });
        },
      );
    }, TYPING_MS);
    return () => {
      clearTimeout(timer);
      call.abort();
    };
  }, [tripId, q]);
  if (q.length < MIN_CANDIDATE_SEARCH) return 'short';
  return found?.q === q ? found.people : 'searching';
}
