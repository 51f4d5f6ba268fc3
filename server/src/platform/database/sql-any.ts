import { type RawBuilder, sql } from 'kysely';

/** `any($1::type[])`: one statement text for any number of values, planned for their number at every use. */
export function sqlAny(values: string[], type: 'uuid' | 'text'): RawBuilder<string>;
export function sqlAny(values: number[], type: 'integer'): RawBuilder<number>;
export function sqlAny(values: string[] | number[], type: string): RawBuilder<string | number> {
  return sql`any(${values}::${sql.raw(type)}[])`;
}

/**
 * `values` with the last one repeated until there are 1, 4, 16, 64 and so on, for `in ($1, $2, …)`: few statements,
 * each planned once. PostgreSQL plans `= any($1)` at every use, because the best plan depends on the array's length. At
 * least one value.
 */
export function padded<Value>(values: readonly Value[]): Value[] {
  const last = values.at(-1) as Value;
  let length = 1;
  while (length < values.length) length *= 4;
  return Array.from({ length }, (_, index) => values[index] ?? last);
}
