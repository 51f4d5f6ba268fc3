import { userRoutes } from '@passeio/contract/users/user-routes';
import { type UserFilters, type UserList, userFilters } from '@passeio/contract/users/users';
import type { z } from '@passeio/contract/zod';
import { answered, api } from '../session/api';

/** Filters and sort order of the list of people, from the page's URL. */
export type PeopleSearch = Omit<UserFilters, 'size'>;

const PEOPLE_PER_PAGE = 20;

/** Parses the filters from a URL; ignores invalid values. */
export function readPeopleSearch(params: URLSearchParams): PeopleSearch {
  const read = <Schema extends z.ZodType>(name: string, schema: Schema) =>
    schema.safeParse(params.get(name) ?? undefined).data as z.output<Schema> | undefined;
  const { shape } = userFilters;
  return {
    q: read('q', shape.q),
    role: read('role', shape.role),
    access: read('access', shape.access),
    sort: read('sort', shape.sort) ?? 'name',
    page: read('page', shape.page) ?? 1,
  };
}

export function loadPeople(search: PeopleSearch, signal?: AbortSignal): Promise<UserList> {
  return answered(api.call(userRoutes.list, { query: { ...search, size: PEOPLE_PER_PAGE }, signal }));
}
