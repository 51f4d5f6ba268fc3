import type { Trip } from '@passeio/contract/trips/trips';
import { create } from 'zustand';
import { explainFailure } from '~/lib/explain-failure';

/** Stale-while-revalidate: an older list is refetched while it is shown. */
const FRESH_MS = 60_000;

interface TripsState {
  trips: Trip[];
  /** Total; more than `trips` if the list is cut. */
  total: number;
  phase: 'idle' | 'loading' | 'ready' | 'failed';
  /** Error message, if there is no list to show. */
  failure: string;
  loadedAt: number;
}

/** The schedule: active trips still to come, with their pictures. */
export const useTrips = create<TripsState>(() => ({ trips: [], total: 0, phase: 'idle', failure: '', loadedAt: 0 }));

/** Refetches the schedule if it has been loaded. */
export function reloadTrips(): void {
  useTrips.setState({ loadedAt: 0 });
  if (useTrips.getState().phase === 'ready') void loadTrips();
}

/** Fetches the schedule unless it is loading or fresh. */
export async function loadTrips(): Promise<void> {
  const { phase, loadedAt } = useTrips.getState();
  if (phase === 'loading' || (phase === 'ready' && Date.now() - loadedAt < FRESH_MS)) return;
  if (phase !== 'ready') useTrips.setState({ phase: 'loading' });
  try {
    // Loaded on demand: most visitors need neither the API client nor the schemas.
    const [{ api }, { tripRoutes }] = await Promise.all([
      import('../session/api'),
      import('@passeio/contract/trips/trip-routes'),
    ]);
    const query = { isActive: true, upcoming: true, showImages: true };
    const list = await api.call(tripRoutes.list, { query });
    useTrips.setState({ trips: list.data, total: list.page.total, phase: 'ready', loadedAt: Date.now() });
  } catch (error) {
    // A stale list is better than none.
    useTrips.setState(({ trips }) => ({
      phase: trips.length > 0 ? 'ready' : 'failed',
      failure: explainFailure(error),
    }));
  }
}
