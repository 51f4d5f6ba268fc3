import { type Candidate, MIN_CANDIDATE_SEARCH } from '@passeio/contract/boarding/passengers';
import { useCallback } from 'react';
import { type Lookup, useLookup } from '~/lib/use-lookup';
import { findCandidates } from './counter-calls';

export type Candidates = Lookup<Candidate>;

/** Known people who match what is typed; `typed` is undefined while nobody is searched. */
export function useCandidates(tripId: string, typed: string | undefined): Candidates {
  const find = useCallback((q: string, signal: AbortSignal) => findCandidates(tripId, q, signal), [tripId]);
  return useLookup(typed, MIN_CANDIDATE_SEARCH, find);
}
