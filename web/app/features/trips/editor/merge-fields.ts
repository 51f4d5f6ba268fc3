import { type Merged, mergeFields } from '~/lib/merge-fields';
import { type FieldName, sameValue, type TripFields } from './trip-fields';

/** What two people made of the same trip, put together. */
export function mergeTrips(base: TripFields, mine: TripFields, theirs: TripFields): Merged<TripFields> {
  return mergeFields({ base, mine, theirs }, sameValue);
}

export function take<Name extends FieldName>(into: TripFields, from: TripFields, name: Name): void {
  into[name] = from[name];
}

const lineLists: readonly FieldName[] = ['included', 'excluded', 'bring'];
const rowLists: readonly FieldName[] = ['boardingPoints', 'itinerary'];

/**
 * A list with what each of the two added, and without what either removed: the other person's order, then what is mine
 * alone. Undefined where that has no meaning, as when both changed the same entry.
 */
export function joinLists(name: FieldName, base: TripFields, mine: TripFields, theirs: TripFields): unknown {
  const join = <Item>(read: (fields: TripFields) => Item[], isSame: (one: Item, other: Item) => boolean) => {
    const [before, mineNow, theirsNow] = [read(base), read(mine), read(theirs)];
    const has = (list: Item[], item: Item) => list.some((one) => isSame(one, item));
    const kept = theirsNow.filter((item) => has(mineNow, item) || !has(before, item));
    return [...kept, ...mineNow.filter((item) => !has(before, item) && !has(theirsNow, item))];
  };
  if (lineLists.includes(name)) {
    const lines = join(
      (fields) =>
        String(fields[name])
          .split('\n')
          .filter((line) => line.trim()),
      Object.is,
    );
    return lines.join('\n');
  }
  if (!rowLists.includes(name)) return undefined;
  const rows = join((fields) => fields[name] as { id?: string }[], sameValue);
  const ids = rows.flatMap(({ id }) => id ?? []);
  return new Set(ids).size === ids.length ? rows : undefined;
}
