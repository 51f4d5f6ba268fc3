import { type RawBuilder, sql } from 'kysely';

/** `any($1::type[])`: one statement text for any number of values, planned for their number at every use. */
export function sqlAny(values: string[], type: 'uuid' | 'text'): RawBuilder<string>;
export function sqlAny(values: number[], type: 'integer'): RawBuilder<number>;
export function sqlAny(values: string[] | number[], type: string): RawBuilder<string | number> {
  return sql`any(${values}::${sql.raw(type)}[])`;
}
