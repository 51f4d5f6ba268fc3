import { type Departure, type DepartureList, departure, departureList } from '@passeio/contract/departures/departures';
import { apiPaths } from '@passeio/contract/paths';
import { answered, api } from '../session/api';

export function loadDepartures(signal: AbortSignal): Promise<DepartureList> {
  return answered(api.get(apiPaths.departures, departureList, { signal }));
}

/** Promises that a trip departs. Throws after showing why not. */
export function guarantee(tripId: string): Promise<Departure> {
  return answered(api.put(apiPaths.tripGuarantee(tripId), departure, { body: {} }));
}

/** Takes the promise back; `told`: also where people have read of it. Throws after showing why not. */
export function undoGuarantee(tripId: string, told: boolean): Promise<Departure> {
  const path = `${apiPaths.tripGuarantee(tripId)}?told=${told}`;
  return answered(api.delete(path, departure));
}
