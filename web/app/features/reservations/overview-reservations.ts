import {
  type OverviewReservation,
  type OverviewReservationFilters,
  type OverviewReservationList,
  overviewReservationList,
} from '@passeio/contract/overview';
import { apiPaths } from '@passeio/contract/paths';
import { answered, api, apiInPlace } from '../session/api';

/** How many reservations a search offers. */
const OFFERED = 8;

/** A page of a list of the overview. */
export function loadOverviewReservations(
  query: OverviewReservationFilters,
  signal: AbortSignal,
): Promise<OverviewReservationList> {
  return answered(api.get(apiPaths.overviewReservations, overviewReservationList, { query, signal }));
}

/** The newest reservations whose code, or whose payer's name, CPF, e-mail or telephone is searched. Shows no toast. */
export async function findReservations(q: string, signal: AbortSignal): Promise<OverviewReservation[]> {
  const query: OverviewReservationFilters = { list: 'found', q, page: 1, size: OFFERED };
  const found = apiInPlace.get(apiPaths.overviewReservations, overviewReservationList, { query, signal });
  return (await answered(found)).data;
}
