import type { PageInfo } from '@passeio/contract/pages';
import type { PersonAccess, UserFilters } from '@passeio/contract/users';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { countUpToLimit } from '../../platform/database/count.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { holdsWords } from '../../platform/database/search.ts';
import type { UserRow } from './users.queries.ts';

type Found = { ids: string[] } & Pick<PageInfo, 'total' | 'totalIsMinimum'>;

const ORDERS = {
  name: sql`sort_name, id`,
  '-name': sql`sort_name desc, id desc`,
  '-created': sql`created_at desc, id desc`,
} as const satisfies Record<UserFilters['sort'], unknown>;

/** A page of people, and how many there are. First their ids, which indexes know by themselves, then the people. */
export async function listPeople(
  db: Database,
  filters: UserFilters,
): Promise<{ rows: UserRow[] } & Pick<PageInfo, 'total' | 'totalIsMinimum'>> {
  const { ids, ...count } = filters.q ? await searchPage(db, filters, filters.q) : await plainPage(db, filters);
  if (ids.length === 0) return { rows: [], ...count };
  const people = await db.selectFrom('users').selectAll().where('id', 'in', ids).execute();
  const byId = new Map(people.map((row) => [row.id, row]));
  return { rows: ids.flatMap((id) => byId.get(id) ?? []), ...count };
}

async function plainPage(db: Database, filters: UserFilters): Promise<Found> {
  const people = filterPeople(db.selectFrom('users'), filters);
  const page = await people
    .select('id')
    .orderBy(ORDERS[filters.sort])
    .limit(filters.size)
    .offset((filters.page - 1) * filters.size)
    .execute();
  return { ids: page.map(({ id }) => id), ...(await countUpToLimit(db, people)) };
}

/**
 * Searches first and sorts what was found: reading the list in its order until enough of a page matches would, for a
 * name at the end of the alphabet, read everybody.
 */
async function searchPage(db: Database, filters: UserFilters, q: string): Promise<Found> {
  const matching = filterPeople(db.selectFrom('users'), filters)
    .where((eb) => holdsWords(eb.ref('search_text'), q))
    .select(['id', 'sort_name', 'created_at']);
  const { rows } = await sql<{ ids: string[]; total: number }>`
    with found as materialized (${matching})
    select
      (select count(*)::integer from found) as total,
      array(
        select id from found order by ${ORDERS[filters.sort]}
        limit ${filters.size} offset ${(filters.page - 1) * filters.size}
      ) as ids`.execute(db);
  return rows[0] ?? { ids: [], total: 0 };
}

function filterPeople<Selection>(
  all: SelectQueryBuilder<Schema, 'users', Selection>,
  { role, access }: UserFilters,
): SelectQueryBuilder<Schema, 'users', Selection> {
  let people = all;
  if (role) people = people.where('role', '=', role);
  if (access) people = people.where(ACCESS[access]);
  return people;
}

const ACCESS: Record<PersonAccess, ReturnType<typeof sql<boolean>>> = {
  active: sql`subject is not null and not is_disabled`,
  disabled: sql`is_disabled`,
  without_account: sql`subject is null`,
};
