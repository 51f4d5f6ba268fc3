import type { PageInfo } from '@passeio/contract/pages';
import type { PersonAccess, UserFilters } from '@passeio/contract/users/users';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { countUpToLimit } from '../../platform/database/count.ts';
import { type FoundPeople, PEOPLE_ORDERS, type PeopleQuery, searchPeople } from './people-search.queries.ts';
import type { UserRow } from './users.queries.ts';

/** A page of people, and their number: ids first, from indexes only, then the people. */
export async function listPeople(
  db: Database,
  filters: UserFilters,
): Promise<{ rows: UserRow[] } & Pick<PageInfo, 'total' | 'totalIsMinimum'>> {
  const { ids, ...count } = await findIds(db, filters);
  return { rows: await peopleInOrder(db, ids), ...count };
}

/** Enabled people who match `q`, by name; at most `limit`. */
export async function findTravellers(db: Database, q: string, limit: number): Promise<UserRow[]> {
  const people = db.selectFrom('users').where('is_disabled', '=', false);
  const { ids } = await searchPeople(db, people, { q, sort: 'name', size: limit, page: 1 });
  return peopleInOrder(db, ids);
}

async function peopleInOrder(db: Database, ids: string[]): Promise<UserRow[]> {
  if (ids.length === 0) return [];
  const people = await db.selectFrom('users').selectAll().where('id', 'in', ids).execute();
  const byId = new Map(people.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

async function findIds(db: Database, { q, ...filters }: UserFilters): Promise<FoundPeople> {
  const people = filterPeople(db.selectFrom('users'), filters);
  if (q) return searchPeople(db, people, { q, ...filters });
  const page = people
    .select('id')
    .orderBy(PEOPLE_ORDERS[filters.sort])
    .limit(filters.size)
    .offset((filters.page - 1) * filters.size);
  const [rows, count] = await Promise.all([page.execute(), countUpToLimit(db, people)]);
  return { ids: rows.map(({ id }) => id), ...count };
}

function filterPeople(all: PeopleQuery, { role, access }: Pick<UserFilters, 'role' | 'access'>): PeopleQuery {
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
