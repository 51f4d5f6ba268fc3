import type { MoveQuote } from '@passeio/contract/reservations/reservations';
import type { Trip } from '@passeio/contract/trips/trips';
import { useEffect, useState } from 'react';
import { ApiError } from '~/lib/api';
import { loadDepartures, quoteMove } from './reservation-calls';
import { sentenceOf } from './use-act';

interface Loaded<Data> {
  data?: Data;
  error?: string;
  loading: boolean;
}

/** Departures to come, without the reservation's own. */
export function useDepartures(ownTripId: string): Loaded<Trip[]> {
  return useLoaded(ownTripId, async (signal) => (await loadDepartures(signal)).filter(({ id }) => id !== ownTripId));
}

/** What a move would change; nothing without a target. */
export function useMoveQuote(reservationId: string, tripId: string | undefined): Loaded<MoveQuote> {
  return useLoaded(tripId, (signal) => quoteMove(reservationId, tripId ?? '', signal));
}

/** Loads whenever `key` changes, unless it is undefined. */
function useLoaded<Data>(key: string | undefined, load: (signal: AbortSignal) => Promise<Data>): Loaded<Data> {
  const [loaded, setLoaded] = useState<{ key: string; data?: Data; error?: string }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `load` is made of `key`
  useEffect(() => {
    if (key === undefined) return;
    const call = new AbortController();
    load(call.signal).then(
      (data) => setLoaded({ key, data }),
      (failure) => {
        if (call.signal.aborted) return;
        if (!(failure instanceof ApiError)) throw failure;
        setLoaded({ key, error: sentenceOf(failure) });
      },
    );
    return () => call.abort();
  }, [key]);
  const current = loaded && loaded.key === key ? loaded : undefined;
  return { ...current, loading: key !== undefined && current === undefined };
}
