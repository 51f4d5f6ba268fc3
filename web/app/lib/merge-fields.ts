export interface Merged<Fields> {
  /** Every field as one of the two left it. Where both changed it, `mine` stands until somebody decides. */
  fields: Fields;
  /** Who changed each field that differs between the two; `both` where both did, and not to the same. */
  by: Partial<Record<keyof Fields, 'mine' | 'theirs' | 'both'>>;
}

/** What two people made of the same `base`, put together. */
export function mergeFields<Fields extends object>(
  { base, mine, theirs }: { base: Fields; mine: Fields; theirs: Fields },
  isSame: (one: Fields[keyof Fields], other: Fields[keyof Fields]) => boolean = Object.is,
): Merged<Fields> {
  const merged: Merged<Fields> = { fields: { ...mine }, by: {} };
  for (const name of Object.keys(base) as (keyof Fields)[]) {
    if (isSame(mine[name], theirs[name])) continue;
    if (isSame(theirs[name], base[name])) merged.by[name] = 'mine';
    else if (isSame(mine[name], base[name])) {
      merged.by[name] = 'theirs';
      merged.fields[name] = theirs[name];
    } else merged.by[name] = 'both';
  }
  return merged;
}
