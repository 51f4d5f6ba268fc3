import { type RawBuilder, sql } from 'kysely';

const MAX_LISTED = 64;

/**
 * `any(…)`: one statement text for 1, 4, 16 and 64 values each, which PostgreSQL plans once, and one for any larger
 * number, which it plans at every use, because the best plan depends on the array's length.
 */
export function sqlAny(values: string[], type: 'uuid' | 'text'): RawBuilder<string>;
export function sqlAny(values: number[], type: 'integer'): RawBuilder<number>;
export function sqlAny(values: string[] | number[], type: string): RawBuilder<string | number> {
  const isListed = values.length > 0 && values.length <= MAX_LISTED;
  const array = isListed ? sql`array[${sql.join(padded<string | number>(values))}]` : sql`${values}`;
  return sql`any(${array}::${sql.raw(type)}[])`;
}

/**
 * `values` with the last one repeated until there are 1, 4, 16, 64 and so on, for `in ($1, $2, …)`: few statements. At
 * least one value.
 */
export function padded<Value>(values: readonly Value[]): Value[] {
  const last = values.at(-1) as Value;
  let length = 1;
  while (length < values.length) length *= 4;
  return Array.from({ length }, (_, index) => values[index] ?? last);
}
