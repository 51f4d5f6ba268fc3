import { publicApiPaths } from '@passeio/contract/public-paths';
import type { Trip } from '@passeio/contract/trips';
import { create } from 'zustand';

/** After this time an opened list is fetched again, behind the one that is shown. */
const FRESH_MS = 60_000;

interface TripsState {
  trips: Trip[];
  /** How many there are in all; more than `trips` when the list was cut. */
  total: number;
  phase: 'idle' | 'loading' | 'ready' | 'failed';
  loadedAt: number;
}

/** The schedule: active trips still to come, with their pictures. */
export const useTrips = create<TripsState>(() => ({ trips: [], total: 0, phase: 'idle', loadedAt: 0 }));

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
  } catch {
    // An old list is better than none.
    useTrips.setState((state) => ({ phase: state.trips.length > 0 ? 'ready' : 'failed' }));
  }
}
