import type { ReservationDetails } from '@passeio/contract/reservations/reservations';
import { useEffect, useState } from 'react';
import { explainFailure } from '~/lib/explain-failure';
import { loadReservation } from './passenger-calls';

/** A reservation with its people; undefined until it is loaded. `reload` keeps showing the older one meanwhile. */
export function useParty(reservationId: string) {
  const [party, setParty] = useState<ReservationDetails>();
  const [failure, setFailure] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every attempt is a call
  useEffect(() => {
    const call = new AbortController();
    setFailure(undefined);
    loadReservation(reservationId, call.signal).then(setParty, (error) => {
      if (!call.signal.aborted) setFailure(explainFailure(error));
    });
    return () => call.abort();
  }, [reservationId, attempt]);
  return { party, failure, reload: () => setAttempt((before) => before + 1) };
}
