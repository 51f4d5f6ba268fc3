import { reservationRoutes } from '@passeio/contract/reservations/reservation-routes';
import type { Timeline, TimelineAudience } from '@passeio/contract/reservations/timeline';
import { useEffect, useState } from 'react';
import { explainFailure } from '~/lib/explain-failure';
import { answered, apiInPlace } from '../../session/api';

interface Outcome {
  reservationId: string;
  timeline?: Timeline;
  /** Of the last attempt. */
  failure?: string;
}

/**
 * The timeline of a reservation, loaded anew when `stamp` changes; what was loaded stays until the newer one has come.
 * Null for `reservationId`: nothing is loaded.
 */
export function useTimeline(reservationId: string | null, audience: TimelineAudience, stamp = '') {
  const [outcome, setOutcome] = useState<Outcome>();
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every stamp and attempt is a call
  useEffect(() => {
    if (!reservationId) return;
    const call = new AbortController();
    const input = { params: { reservationId }, query: { audience }, signal: call.signal };
    answered(apiInPlace.call(reservationRoutes.readTimeline, input)).then(
      (loaded) => setOutcome({ reservationId, timeline: loaded }),
      (error) => {
        if (call.signal.aborted) return;
        const failure = explainFailure(error);
        setOutcome((before) => ({ ...(before?.reservationId === reservationId && before), reservationId, failure }));
      },
    );
    return () => call.abort();
  }, [reservationId, audience, stamp, attempt]);

  const current = outcome?.reservationId === reservationId ? outcome : undefined;
  return {
    timeline: current?.timeline,
    failure: current?.failure,
    retry: () => {
      setOutcome((before) => before && { reservationId: before.reservationId, timeline: before.timeline });
      setAttempt((before) => before + 1);
    },
  };
}
