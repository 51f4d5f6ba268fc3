import type { SwapNotice, VehicleSwap } from '@passeio/contract/seats/vehicle-swaps';
import type { Trip } from '@passeio/contract/trips/trips';
import { useCallback, useEffect, useState } from 'react';
import { loadSwap, saveSwap } from '~/features/seats/swap-calls';
import { ApiError } from '~/lib/api';

/** The preview of what is chosen; `none`: nothing else than the trip has is chosen. */
export type Preview = VehicleSwap | 'none' | 'loading' | { failure: string; isTransient: boolean };

/** Vehicles chosen for a trip, what they would do, and saving that. */
export function useSwap(trip: Trip) {
  const current = trip.vehicles.map(({ vehicleId }) => vehicleId);
  const [vehicleIds, setVehicleIds] = useState(current);
  const [seatsEverybody, setSeatsEverybody] = useState(false);
  const [acceptsOverlap, setAcceptsOverlap] = useState(false);
  const [found, setFound] = useState<{ key: string; preview: Preview }>();
  const [attempt, setAttempt] = useState(0);
  const [refusal, setRefusal] = useState<string>();
  const [busy, setBusy] = useState(false);
  const isOther = vehicleIds.length !== current.length || vehicleIds.some((id) => !current.includes(id));
  const key = isOther && vehicleIds.length > 0 ? [attempt, seatsEverybody, ...vehicleIds].join(' ') : undefined;

  useEffect(() => {
    if (key === undefined) return;
    const call = new AbortController();
    const [, everybody, ...ids] = key.split(' ');
    loadSwap(trip.id, { vehicleIds: ids, seatsEverybody: everybody === 'true' }, call.signal).then(
      (preview) => setFound({ key, preview }),
      (error) => {
        if (call.signal.aborted || !(error instanceof ApiError)) return;
        setFound({ key, preview: { failure: error.message, isTransient: error.isTransient } });
      },
    );
    return () => call.abort();
  }, [trip.id, key]);

  const retry = useCallback(() => setAttempt((before) => before + 1), []);

  function choose(ids: string[]): void {
    setVehicleIds(ids);
    setAcceptsOverlap(false);
    setRefusal(undefined);
  }

  /** Whether it was saved; a refusal is shown with a new preview. */
  async function save(fingerprint: string, notice: SwapNotice): Promise<boolean> {
    setBusy(true);
    setRefusal(undefined);
    try {
      await saveSwap(trip.id, { vehicleIds, seatsEverybody, acceptsOverlap, fingerprint, notice });
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefusal(error.message);
      if (!error.isTransient) retry();
      return false;
    } finally {
      setBusy(false);
    }
  }

  const preview: Preview = key === undefined ? 'none' : found?.key === key ? found.preview : 'loading';
  return {
    ...{ vehicleIds, seatsEverybody, acceptsOverlap, preview, refusal, busy },
    ...{ choose, setSeatsEverybody, setAcceptsOverlap, retry, save },
  };
}
