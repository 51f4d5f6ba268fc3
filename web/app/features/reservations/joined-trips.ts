import { useEffect } from 'react';
import { create } from 'zustand';
import { useSignedIn } from '../session/session-hint';

/** Ids of the trips in which the user has an active reservation, as last loaded. */
const useJoinedTrips = create<{ ids: readonly string[] }>(() => ({ ids: [] }));

export function addJoinedTrip(tripId: string): void {
  useJoinedTrips.setState(({ ids }) => ({ ids: [...ids, tripId] }));
}

/**
 * Whether the user has an active reservation in the trip; false until known. Asks the API whenever `tripId` changes;
 * loads the client's code only if somebody is signed in.
 */
export function useJoined(tripId: string | undefined): boolean {
  const isSignedIn = useSignedIn();
  const ids = useJoinedTrips((state) => state.ids);
  useEffect(() => {
    if (!isSignedIn || tripId === undefined) return;
    import('./load-joined-trips')
      .then(async ({ loadJoinedTrips }) => useJoinedTrips.setState({ ids: await loadJoinedTrips() }))
      .catch((error) => console.warn('Own reservations could not be loaded', error));
  }, [isSignedIn, tripId]);
  return isSignedIn && tripId !== undefined && ids.includes(tripId);
}
