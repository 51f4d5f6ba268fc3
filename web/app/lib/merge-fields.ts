/** Three versions of the same: the common ancestor, one's own, and the one that somebody else saved. */
export interface Versions<Value> {
  base: Value;
  mine: Value;
  theirs: Value;
}

/** Which version of a contested field is to stand; `both` joins the two. */
export type Choice = 'mine' | 'theirs' | 'both';

export interface Merged<Fields> {
  /** Every field as one of the two left it. Where both changed it, `mine` stands until somebody decides. */
  fields: Fields;
  /** Who changed each field that differs between the two; `both` where both did, and not to the same. */
  by: Partial<Record<keyof Fields, 'mine' | 'theirs' | 'both'>>;
}

/** Deep equality of JSON values. `key` of a list's row only identifies it on the page, and is ignored. */
export function sameValue(one: unknown, other: unknown): boolean {
  return comparable(one) === comparable(other);
}

function comparable(value: unknown): string {
  return JSON.stringify(value, (name, part) => (name === 'key' ? undefined : part));
}

/** Three-way merge, field by field. */
export function mergeFields<Fields extends object>({ base, mine, theirs }: Versions<Fields>): Merged<Fields> {
  const merged: Merged<Fields> = { fields: { ...mine }, by: {} };
  for (const name of Object.keys(base) as (keyof Fields)[]) {
    if (sameValue(mine[name], theirs[name])) continue;
    if (sameValue(theirs[name], base[name])) merged.by[name] = 'mine';
    else if (sameValue(mine[name], base[name])) {
      merged.by[name] = 'theirs';
      merged.fields[name] = theirs[name];
    } else merged.by[name] = 'both';
  }
  return merged;
}

/** Three-way merge of a list: with what either added, without what either removed; theirs first, in their order. */
export function mergeLists<Item>({ base, mine, theirs }: Versions<Item[]>): Item[] {
  const has = (list: Item[], item: Item) => list.some((one) => sameValue(one, item));
  const remaining = theirs.filter((item) => has(mine, item) || !has(base, item));
  return [...remaining, ...mine.filter((item) => !has(base, item) && !has(theirs, item))];
}
