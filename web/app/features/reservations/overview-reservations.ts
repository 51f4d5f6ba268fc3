import type { OverviewReservation, OverviewReservationFilters } from '@passeio/contract/overview';
import { overviewRoutes } from '@passeio/contract/overview-routes';
import { answered, apiInPlace } from '../session/api';

/** How many reservations a search offers. */
const OFFERED = 8;

/** The newest reservations whose code, or whose payer's name, CPF, e-mail or telephone is searched. Shows no toast. */
export async function findReservations(q: string, signal: AbortSignal): Promise<OverviewReservation[]> {
  const query: OverviewReservationFilters = { list: 'found', q, page: 1, size: OFFERED };
  const found = apiInPlace.call(overviewRoutes.listReservations, { query, signal });
  return (await answered(found)).data;
}
