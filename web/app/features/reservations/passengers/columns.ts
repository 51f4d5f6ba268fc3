import {
  type ExportFormat,
  type PassengerColumn,
  type PassengerSheet,
  passengerColumnKeys,
  passengerSheet,
  usualColumns,
} from '@passeio/contract/passengers';
import { apiPaths } from '@passeio/contract/paths';
import { answered, api } from '../../session/api';
import { withRetry } from '../../session/with-retry';

/** Each person at this browser has columns of their own. */
const storageKey = (userId: string) => `passeio.colunas.${userId}`;

/** Columns named in one text, in the list's order; the usual ones where none is known. */
export function readColumns(text: string | null): readonly PassengerColumn[] {
  const named = text?.split(',') ?? [];
  const known = passengerColumnKeys.filter((column) => named.includes(column));
  return known.length > 0 ? known : usualColumns;
}

/** The columns that a person chose last. */
export function rememberedColumns(userId: string): readonly PassengerColumn[] {
  try {
    return readColumns(localStorage.getItem(storageKey(userId)));
  } catch {
    // A browser that keeps nothing starts with the usual ones every time.
    return usualColumns;
  }
}

export function rememberColumns(userId: string, columns: readonly PassengerColumn[]): void {
  try {
    localStorage.setItem(storageKey(userId), columns.join(','));
  } catch {
    // They hold for this page at least.
  }
}

/** Address of the page to print. */
export function sheetPath(tripId: string, columns: readonly PassengerColumn[]): string {
  return `/admin/passeios/${tripId}/lista?colunas=${columns.join(',')}`;
}

export function loadSheet(
  tripId: string,
  columns: readonly PassengerColumn[],
  signal: AbortSignal,
): Promise<PassengerSheet> {
  const query = { columns: columns.join(',') };
  return answered(api.get(apiPaths.passengerSheet(tripId), passengerSheet, { query, signal }));
}

/** Fetches the list as a file and hands it to the browser to be saved. */
export async function saveList(
  tripId: string,
  format: ExportFormat,
  columns: readonly PassengerColumn[],
): Promise<void> {
  const query = { format, columns: columns.join(',') };
  const { content, name } = await withRetry(() => answered(api.download(apiPaths.passengerExport(tripId), { query })));
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has begun to save by the time anything else runs.
  setTimeout(() => URL.revokeObjectURL(address));
}
