import { useEffect } from 'react';
import { create } from 'zustand';
import { useSignedIn } from '../session/session-hint';

/** Pages of the user's active reservations by trip, as last loaded. */
const useJoinedTrips = create<{ paths: Readonly<Record<string, string>> }>(() => ({ paths: {} }));

export function addJoinedTrip(tripId: string, path: string): void {
  useJoinedTrips.setState(({ paths }) => ({ paths: { ...paths, [tripId]: path } }));
}

/** Asks the API anew, as when it says that the user has already joined. */
export function reloadJoinedTrips(): void {
  import('./load-joined-trips')
    .then(async ({ loadJoinedTrips }) => useJoinedTrips.setState({ paths: await loadJoinedTrips() }))
    .catch((error) => console.warn('Own reservations could not be loaded', error));
}

/**
 * Page of the user's active reservation in the trip; undefined without one and until known. Asks the API whenever
 * `tripId` changes; loads the client's code only if somebody is signed in.
 */
export function useReservationPath(tripId: string | undefined): string | undefined {
  const isSignedIn = useSignedIn();
  const paths = useJoinedTrips((state) => state.paths);
  useEffect(() => {
    if (isSignedIn && tripId !== undefined) reloadJoinedTrips();
  }, [isSignedIn, tripId]);
  return isSignedIn && tripId !== undefined ? paths[tripId] : undefined;
}
