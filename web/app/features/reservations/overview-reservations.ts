import type { OverviewReservationFilters } from '@passeio/contract/overview';
import { apiPaths } from '@passeio/contract/paths';
import { answered, api } from '../session/api';
import { type ClientOverviewReservationList, clientOverviewReservationList } from './client-reservation';

/** A page of a list of the overview. */
export function loadOverviewReservations(
  query: OverviewReservationFilters,
  signal: AbortSignal,
): Promise<ClientOverviewReservationList> {
  return answered(api.get(apiPaths.overviewReservations, clientOverviewReservationList, { query, signal }));
}
