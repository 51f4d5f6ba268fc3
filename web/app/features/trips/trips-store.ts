import { publicApiPaths } from '@passeio/contract/public-paths';
import type { Trip } from '@passeio/contract/trips';
import { create } from 'zustand';
import { explainFailure } from '~/lib/explain-failure';

/** After this time an opened list is fetched again, behind the one that is shown. */
const FRESH_MS = 60_000;

interface TripsState {
  trips: Trip[];
  /** How many there are in all; more than `trips` when the list was cut. */
  total: number;
  phase: 'idle' | 'loading' | 'ready' | 'failed';
  /** What went wrong, where there is no list to show. */
  failure: string;
  loadedAt: number;
}

/** The schedule: active trips still to come, with their pictures. */
export const useTrips = create<TripsState>(() => ({ trips: [], total: 0, phase: 'idle', failure: '', loadedAt: 0 }));

/** What is known of the schedule is out of date: the next opening asks anew. */
export function expireTrips(): void {
  useTrips.setState({ loadedAt: 0 });
}

/** Fetches the schedule unless it is under way or fresh. A failure is told by the session's API client. */
export async function loadTrips(): Promise<void> {
  const { phase, loadedAt } = useTrips.getState();
  if (phase === 'loading' || (phase === 'ready' && Date.now() - loadedAt < FRESH_MS)) return;
  if (phase !== 'ready') useTrips.setState({ phase: 'loading' });
  try {
    // Only now: a visitor who never opens the schedule needs neither the client nor the schemas.
    const [{ api }, { tripList }] = await Promise.all([import('../session/api'), import('@passeio/contract/trips')]);
    const query = { isActive: true, upcoming: true, showImages: true };
    const list = await api.get(publicApiPaths.trips, tripList, { query });
    if (!list) return;
    useTrips.setState({ trips: list.data, total: list.page.total, phase: 'ready', loadedAt: Date.now() });
  } catch (error) {
    // An old list is better than none.
    useTrips.setState(({ trips }) => ({
      phase: trips.length > 0 ? 'ready' : 'failed',
      failure: explainFailure(error),
    }));
  }
}
