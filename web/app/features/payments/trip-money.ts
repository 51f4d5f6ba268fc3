import { apiPaths } from '@passeio/contract/paths';
import { type MoneyExportFormat, type TripMoney, tripMoney } from '@passeio/contract/payments/trip-money';
import { saveFile } from '~/lib/save-file';
import { answered, api } from '../session/api';

const PER_PAGE = 50;

export function loadTripMoney(tripId: string, page: number, signal: AbortSignal): Promise<TripMoney> {
  const query = { page, size: PER_PAGE };
  return answered(api.get(apiPaths.tripMoney(tripId), tripMoney, { query, signal }));
}

/** Downloads the ledger of a trip. The API client shows failures. */
export async function saveTripMoney(tripId: string, format: MoneyExportFormat): Promise<void> {
  saveFile(await answered(api.download(apiPaths.tripMoneyExport(tripId), { query: { format } })));
}
