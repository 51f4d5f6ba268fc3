import { COUNT_LIMIT, type PageInfo } from '@passeio/contract/pages';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from './connect.ts';
import type { Schema } from './schema/schema.ts';

/** Counts rows up to COUNT_LIMIT, so that long lists stay fast. */
export async function countUpToLimit<Tables extends keyof Schema>(
  db: Database,
  rows: SelectQueryBuilder<Schema, Tables, object>,
  limit = COUNT_LIMIT,
): Promise<Pick<PageInfo, 'total' | 'totalIsMinimum'>> {
  const few = rows
    .clearSelect()
    .select(sql<number>`1`.as('one'))
    .limit(limit + 1);
  const { count } = await db
    .selectFrom(few.as('few'))
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count) > limit ? { total: limit, totalIsMinimum: true } : { total: Number(count) };
}
