import { type RawBuilder, sql } from 'kysely';

/** The column of a key of the contract: "holdMinutes" is "hold_minutes". */
export type ColumnName<Key extends string> = Key extends `${infer Letter}${infer Rest}`
  ? `${Letter extends Lowercase<Letter> ? Letter : `_${Lowercase<Letter>}`}${ColumnName<Rest>}`
  : '';

/** Values of the contract by the names of their columns. */
export type Columns<Values> = { [Key in keyof Values & string as ColumnName<Key>]: Values[Key] };

const known = new Map<string, string>();

// Computed once: it takes four times as long as reading a row by known names.
export function columnName<Key extends string>(key: Key): ColumnName<Key> {
  const name = known.get(key) ?? key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  known.set(key, name);
  return name as ColumnName<Key>;
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

/** The columns of `keys` under these keys, to select. */
export function columnsAs<Key extends string>(keys: readonly Key[]) {
  return keys.map((key) => sql.ref(columnName(key)).as(key));
}

/** In an upsert, what is written into a stored row: `position` and the columns of `keys`, as the new row has them. */
export function excludedColumns<Key extends string>(keys: readonly Key[]) {
  const columns = ['position', ...keys.filter((key) => key !== 'id').map(columnName)];
  return Object.fromEntries(columns.map((column) => [column, sql.ref(`excluded.${column}`)])) as Record<
    'position' | ColumnName<Exclude<Key, 'id'>>,
    RawBuilder<never>
  >;
}
