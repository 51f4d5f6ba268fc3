import { type RawBuilder, sql } from 'kysely';

/**
 * One of many values, as in `where id = any(…)`: one text of the statement, and so one plan, however many there are, and
 * an index even where the table is small.
 */
export function anyOf(values: string[], type: 'uuid' | 'text'): RawBuilder<string> {
  return sql<string>`any(${values}::${sql.raw(type)}[])`;
}
