import { mergeLists, type Versions } from '~/lib/merge-fields';
import type { FieldName, TripFields } from './trip-fields';

const lineLists: readonly FieldName[] = ['included', 'excluded', 'bring'];
const rowLists: readonly FieldName[] = ['fares', 'boardingPoints', 'itinerary'];

/** Both versions of a list merged; undefined where that is impossible, as when both changed the same row. */
export function joinLists(name: FieldName, { base, mine, theirs }: Versions<TripFields>): unknown {
  const merge = <Item>(list: (fields: TripFields) => Item[]) =>
    mergeLists({ base: list(base), mine: list(mine), theirs: list(theirs) });
  if (lineLists.includes(name)) return merge((fields) => filledLines(String(fields[name]))).join('\n');
  if (!rowLists.includes(name)) return undefined;
  const rows = merge((fields) => fields[name] as { id?: string }[]);
  const ids = rows.flatMap(({ id }) => id ?? []);
  return new Set(ids).size === ids.length ? rows : undefined;
}

function filledLines(text: string): string[] {
  return text.split('\n').filter((line) => line.trim());
}
