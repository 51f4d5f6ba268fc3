import { passengerRoutes } from '@passeio/contract/boarding/passenger-routes';
import {
  type ExportFormat,
  type PassengerColumn,
  type PassengerGroup,
  passengerColumnKeys,
  passengerGroups,
  usualColumns,
} from '@passeio/contract/boarding/passengers';
import { api, orRedirect, withRetry } from '~/features/session/api';
import { saveFile } from '~/lib/save-file';
import { tripPaths } from '~/lib/trip-paths';

/** What the printed and exported list shows. */
export interface SheetChoice {
  columns: readonly PassengerColumn[];
  group: PassengerGroup;
}

/** localStorage keys, per user. */
const columnsKey = (userId: string) => `passeio.colunas.${userId}`;
const groupKey = (userId: string) => `passeio.grupos.${userId}`;

/** Former names of columns in browsers and bookmarks. */
const renamed = new Map<string, PassengerColumn>([
  ['rg', 'document'],
  ['emitter', 'issuer'],
]);

/** Parses a comma-separated list of columns into the list's order; the defaults if none is valid. */
export function readColumns(text: string | null): readonly PassengerColumn[] {
  const named = (text?.split(',') ?? []).map((name) => renamed.get(name) ?? name);
  const known = passengerColumnKeys.filter((column) => named.includes(column));
  return known.length > 0 ? known : usualColumns;
}

function readGroup(text: string | null): PassengerGroup {
  const groups = Object.keys(passengerGroups) as PassengerGroup[];
  return groups.find((group) => group === text) ?? 'boarding';
}

export function rememberedChoice(userId: string): SheetChoice {
  try {
    return {
      columns: readColumns(localStorage.getItem(columnsKey(userId))),
      group: readGroup(localStorage.getItem(groupKey(userId))),
    };
  } catch {
    // Storage is blocked: the defaults.
    return { columns: usualColumns, group: 'boarding' };
  }
}

export function rememberChoice(userId: string, { columns, group }: SheetChoice): void {
  try {
    localStorage.setItem(columnsKey(userId), columns.join(','));
    localStorage.setItem(groupKey(userId), group);
  } catch {
    // Storage is blocked: it holds for this page only.
  }
}

/** Path of the print page. */
export function sheetPath(tripId: string, { columns, group }: SheetChoice): string {
  const grouping = group === 'boarding' ? '' : `&agrupar=${group}`;
  return `${tripPaths.passengerSheet(tripId)}?colunas=${columns.join(',')}${grouping}`;
}

/** The choice in the print page's URL. */
export function readSheetChoice(params: URLSearchParams): SheetChoice {
  return { columns: readColumns(params.get('colunas')), group: readGroup(params.get('agrupar')) };
}

/** Downloads the list as a file. */
export async function saveList(tripId: string, format: ExportFormat, { columns, group }: SheetChoice): Promise<void> {
  const input = { params: { tripId }, query: { format, columns: columns.join(','), group } };
  saveFile(await withRetry(() => orRedirect(api.download(passengerRoutes.exportSheet, input))));
}
