/** One property of every entry of a table, as in `pluck(settings, 'schema')`. */
export function pluck<
  Table extends Readonly<Record<string, Readonly<Record<Property, unknown>>>>,
  Property extends string,
>(table: Table, property: Property): { -readonly [Key in keyof Table]: Table[Key][Property] } {
  const plucked = Object.entries(table).map(([key, entry]) => [key, entry[property]]);
  return Object.fromEntries(plucked) as { -readonly [Key in keyof Table]: Table[Key][Property] };
}

/** The keys of a table, in its order. */
export function keysOf<Table extends object>(table: Table): (keyof Table & string)[] {
  return Object.keys(table) as (keyof Table & string)[];
}
