import type { Enrolment } from '@passeio/contract/reservations/reservations';
import { useEffect, useState } from 'react';
import { isStored, PENDING_KEY } from './stored-keys';

/**
 * What the visitor had chosen in the trip before signing in, or the party of the page's address (`?grupo=`), which
 * comes first; undefined until known. Loads the code that reads it only
 * if something is stored, because it brings the schemas.
 */
export function usePendingChoice(tripId: string | undefined): Enrolment {
  const [pending, setPending] = useState<{ tripId: string; choice: Enrolment }>();
  useEffect(() => {
    const { search } = window.location;
    if (tripId === undefined || !(isStored(PENDING_KEY) || search.includes('grupo='))) return;
    import('./pending-enrolment')
      .then(({ readLinkedParty, readPendingEnrolment }) => {
        const choice = readLinkedParty(search);
        const found = choice ? { trip: { id: tripId }, choice } : readPendingEnrolment();
        if (found) setPending({ tripId: found.trip.id, choice: found.choice });
      })
      // The visitor then chooses again.
      .catch((error) => console.warn('The pending enrolment could not be loaded', error));
  }, [tripId]);
  return pending?.tripId === tripId ? pending?.choice : undefined;
}
