import { apiPaths } from '@passeio/contract/paths';
import { type Role, roles, type UserList, userList } from '@passeio/contract/users';
import { answered, api } from '../session/api';

/** What the list of people is narrowed to, as it stands in the page's address. */
export interface PeopleSearch {
  q: string;
  role: Role | null;
  page: number;
}

const PEOPLE_PER_PAGE = 20;

/** Reads the search from an address; what makes no sense there is ignored. */
export function readPeopleSearch(params: URLSearchParams): PeopleSearch {
  const page = Number(params.get('page') ?? 1);
  return {
    q: (params.get('q') ?? '').trim().slice(0, 100),
    role: roles.find((role) => role === params.get('role')) ?? null,
    page: Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1,
  };
}

export function loadPeople({ q, role, page }: PeopleSearch, signal: AbortSignal): Promise<UserList> {
  const query = { q: q || undefined, role: role ?? undefined, page, size: PEOPLE_PER_PAGE };
  return answered(api.get(apiPaths.users, userList, { query, signal }));
}
