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

/** localStorage key, per user. */
const storageKey = (userId: string) => `passeio.colunas.${userId}`;

/** Parses a comma-separated list of columns into the list's order; the defaults if none is valid. */
export function readColumns(text: string | null): readonly PassengerColumn[] {
  const named = text?.split(',') ?? [];
  const known = passengerColumnKeys.filter((column) => named.includes(column));
  return known.length > 0 ? known : usualColumns;
}

export function rememberedColumns(userId: string): readonly PassengerColumn[] {
  try {
    return readColumns(localStorage.getItem(storageKey(userId)));
  } catch {
    // Storage is blocked: the defaults.
    return usualColumns;
  }
}

export function rememberColumns(userId: string, columns: readonly PassengerColumn[]): void {
  try {
    localStorage.setItem(storageKey(userId), columns.join(','));
  } catch {
    // Storage is blocked: they hold for this page only.
  }
}

/** Path of the print page. */
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

/** Downloads the list as a file. */
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
  // The download has started by then.
  setTimeout(() => URL.revokeObjectURL(address));
}
