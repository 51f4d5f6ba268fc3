import type { Enrolment } from '@passeio/contract/reservations/reservations';
import { useEffect, useState } from 'react';
import { isStored, PENDING_KEY } from './stored-keys';

/**
 * What the visitor had chosen in the trip before signing in; undefined until known. Loads the code that reads it only
 * if something is stored, because it brings the schemas.
 */
export function usePendingChoice(tripId: string | undefined): Enrolment {
  const [pending, setPending] = useState<{ tripId: string; choice: Enrolment }>();
  useEffect(() => {
    if (tripId === undefined || !isStored(PENDING_KEY)) return;
    import('./pending-enrolment')
      .then(({ readPendingEnrolment }) => {
        const found = readPendingEnrolment();
        if (found) setPending({ tripId: found.trip.id, choice: found.choice });
      })
      // The visitor then chooses again.
      .catch((error) => console.warn('The pending enrolment could not be loaded', error));
  }, [tripId]);
  return pending?.tripId === tripId ? pending?.choice : undefined;
}
