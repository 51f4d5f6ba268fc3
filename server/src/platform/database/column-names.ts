/** The column of a key of the contract: "holdMinutes" is "hold_minutes". */
export type ColumnName<Key extends string> = Key extends `${infer Letter}${infer Rest}`
  ? `${Letter extends Lowercase<Letter> ? Letter : `_${Lowercase<Letter>}`}${ColumnName<Rest>}`
  : '';

/** Values of the contract by the names of their columns. */
export type Columns<Values> = { [Key in keyof Values & string as ColumnName<Key>]: Values[Key] };

export function columnName<Key extends string>(key: Key): ColumnName<Key> {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as ColumnName<Key>;
}

/** The columns of values; keys without a value are left out. */
export function toColumns<Values extends object>(values: Values): Columns<Values> {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([key, value]) => [columnName(key), value])) as Columns<Values>;
}

/** The values of `keys` in a row. */
export function fromColumns<Row extends object, Key extends string>(
  row: Row & Record<ColumnName<Key>, unknown>,
  keys: readonly Key[],
): { [Name in Key]: Row[ColumnName<Name> & keyof Row] } {
  const values = keys.map((key) => [key, row[columnName(key)]]);
  return Object.fromEntries(values) as { [Name in Key]: Row[ColumnName<Name> & keyof Row] };
}
