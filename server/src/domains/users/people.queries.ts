import { type PageInfo, SEARCH_LIMIT } from '@passeio/contract/pages';
import type { PersonAccess, UserFilters } from '@passeio/contract/users/users';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { countUpToLimit } from '../../platform/database/count.ts';
import type { Schema } from '../../platform/database/schema/schema.ts';
import { beginsWith, matchesPerson, type PersonSearch } from '../../platform/database/search.ts';
import type { UserRow } from './users.queries.ts';

/** A page of people, and their number: ids first, from indexes only, then the people. */
export async function listPeople(
  db: Database,
  filters: PeopleFilters,
): Promise<{ rows: UserRow[] } & Pick<PageInfo, 'total' | 'totalIsMinimum'>> {
  const { ids, ...count } = await findIds(db, filters);
  return { rows: await peopleInOrder(db, ids), ...count };
}

/** Enabled people who match a search, by name; at most `limit`. */
export async function findTravellers(db: Database, search: PersonSearch, limit: number): Promise<UserRow[]> {
  const people = db.selectFrom('users').where('is_disabled', '=', false).where('erased_at', 'is', null);
  const { ids } = await searchPeople(db, people, { ...search, sort: 'name', size: limit, page: 1 });
  return peopleInOrder(db, ids);
}

async function peopleInOrder(db: Database, ids: string[]): Promise<UserRow[]> {
  if (ids.length === 0) return [];
  const people = await db.selectFrom('users').selectAll().where('id', 'in', ids).execute();
  const byId = new Map(people.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

async function findIds(db: Database, { q, ...filters }: PeopleFilters): Promise<FoundPeople> {
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
  let people = all.where('erased_at', 'is', null);
  if (role) people = people.where('role', '=', role);
  if (access) people = people.where(ACCESS[access]);
  return people;
}

const ACCESS: Record<PersonAccess, ReturnType<typeof sql<boolean>>> = {
  active: sql`subject is not null and not is_disabled`,
  disabled: sql`is_disabled`,
  without_account: sql`subject is null`,
};

type PeopleQuery = SelectQueryBuilder<Schema, 'users', object>;
type PeopleFilters = UserFilters & Pick<PersonSearch, 'seesDocuments'>;
type FoundPeople = { ids: string[] } & Pick<PageInfo, 'total' | 'totalIsMinimum'>;

interface Search extends PersonSearch {
  sort: UserFilters['sort'];
  size: number;
  page: number;
}

const PEOPLE_ORDERS = {
  name: sql`sort_name, id`,
  '-name': sql`sort_name desc, id desc`,
  '-created': sql`created_at desc, id desc`,
} as const satisfies Record<UserFilters['sort'], unknown>;

/**
 * A page of the `people` that match `q`, and their number. Sorted by name, prefix matches come first. Few matches are
 * sorted; with many, an index is read in order until the page is full, because sorting would take longer the more there
 * are.
 */
async function searchPeople(db: Database, people: PeopleQuery, search: Search): Promise<FoundPeople> {
  const matching = people.where((eb) => matchesPerson({ text: eb.ref('search_text'), cpf: eb.ref('cpf') }, search));
  const beginning = search.sort === 'name' ? await beginningWith(people, search) : [];
  if (beginning.length <= SEARCH_LIMIT) {
    const few = await findFew(db, matching, search);
    if (few.total <= SEARCH_LIMIT) return few;
  }
  const ids = search.sort === 'name' ? await firstByName(matching, beginning, search) : await firstOf(matching, search);
  return { ids, total: SEARCH_LIMIT, totalIsMinimum: true };
}

/** Prefix matches from the index by name, as many as the page and the count need. */
function beginningWith(people: PeopleQuery, { q, size, page }: Search): Promise<{ id: string }[]> {
  return people
    .select('id')
    .where((eb) => beginsWith(eb.ref('sort_name'), q))
    .orderBy(PEOPLE_ORDERS.name)
    .limit(Math.max(page * size, SEARCH_LIMIT + 1))
    .execute();
}

async function findFew(db: Database, matching: PeopleQuery, { q, sort, size, page }: Search): Promise<FoundPeople> {
  const found = matching
    .select((eb) => ['id', 'sort_name', 'created_at', beginsWith(eb.ref('sort_name'), q).as('begins')])
    .limit(SEARCH_LIMIT + 1);
  const order = sort === 'name' ? sql`begins desc, ${PEOPLE_ORDERS.name}` : PEOPLE_ORDERS[sort];
  const { rows } = await sql<{ ids: string[]; total: number }>`
    with found as materialized (${found})
    select
      (select count(*)::integer from found) as total,
      array(select id from found order by ${order} limit ${size} offset ${(page - 1) * size}) as ids`.execute(db);
  return rows[0] ?? { ids: [], total: 0 };
}

async function firstByName(
  matching: PeopleQuery,
  beginning: { id: string }[],
  { q, size, page }: Search,
): Promise<string[]> {
  const wanted = page * size;
  const others =
    beginning.length < wanted
      ? await matching
          .select('id')
          .where((eb) => eb.not(beginsWith(eb.ref('sort_name'), q)))
          .orderBy(PEOPLE_ORDERS.name)
          .limit(wanted - beginning.length)
          .execute()
      : [];
  return [...beginning, ...others].slice(wanted - size, wanted).map(({ id }) => id);
}

async function firstOf(matching: PeopleQuery, { sort, size, page }: Search): Promise<string[]> {
  const rows = await matching
    .select('id')
    .orderBy(PEOPLE_ORDERS[sort])
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  return rows.map(({ id }) => id);
}
