import { useEffect } from 'react';
import { create } from 'zustand';
import { useSignedIn } from '~/features/session/session-hint';
import type { OwnPlace, Waiting } from './load-joined-trips';

/** Places of the user by trip, as last loaded. */
type Places = Readonly<Record<string, OwnPlace>>;
const useJoinedTrips = create<{ places: Places }>(() => ({ places: {} }));

function put(tripId: string, place: OwnPlace): void {
  useJoinedTrips.setState(({ places }) => ({ places: { ...places, [tripId]: place } }));
}

export function addJoinedTrip(tripId: string, path: string): void {
  put(tripId, { path });
}

export function addWaiting(tripId: string, { position, people }: Waiting): void {
  put(tripId, { position, people });
}

export function removeWaiting(tripId: string): void {
  useJoinedTrips.setState(({ places: { [tripId]: _, ...others } }) => ({ places: others }));
}

/** Asks the API anew, as when it says that the user has already joined. */
export function reloadJoinedTrips(): void {
  import('./load-joined-trips')
    .then(async ({ loadJoinedTrips }) => useJoinedTrips.setState({ places: await loadJoinedTrips() }))
    .catch((error) => console.warn('Own reservations could not be loaded', error));
}

/**
 * Where the user stands in the trip; undefined if they have no part in it and until known. Asks the API whenever
 * `tripId` changes; loads the client's code only if somebody is signed in.
 */
export function useOwnPlace(tripId: string | undefined): OwnPlace | undefined {
  const isSignedIn = useSignedIn();
  const places = useJoinedTrips((state) => state.places);
  useEffect(() => {
    if (isSignedIn && tripId !== undefined) reloadJoinedTrips();
  }, [isSignedIn, tripId]);
  return isSignedIn && tripId !== undefined ? places[tripId] : undefined;
}
