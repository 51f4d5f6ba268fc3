import { type RawBuilder, sql } from 'kysely';

/** `any($1::type[])`: one statement text, and so one prepared plan, for any number of values. */
export function sqlAny(values: string[], type: 'uuid' | 'text'): RawBuilder<string> {
  return sql<string>`any(${values}::${sql.raw(type)}[])`;
}
