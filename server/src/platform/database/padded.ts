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
