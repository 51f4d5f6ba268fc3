import { type Role, roles } from '@passeio/contract/users';

/** Pages anyone may see; each with everything below it, except the home page. */
const publicPaths = ['/portal', '/auth', '/404'];

/** Pages of whoever is signed in, whatever the role. */
const protectedPaths = ['/home', '/minhaconta', '/minhasreservas'];

/** What each role sees beyond those. */
const rolePaths: Record<Role, readonly string[]> = {
  ADMIN: ['/admin', '/template'],
  OPERATOR: ['/admin/passeios'],
  CLIENT: [],
};

export type Verdict = 'allow' | 'login' | 'deny';

/** Whether the page at `path` may be shown. `role` is null for a visitor; an unknown role sees public pages only. */
export function judge(path: string, role: string | null): Verdict {
  const page = normalise(path);
  if (page === '/' || isUnder(page, publicPaths)) return 'allow';
  if (role === null) return 'login';
  return isKnown(role) && isUnder(page, [...protectedPaths, ...rolePaths[role]]) ? 'allow' : 'deny';
}

function isUnder(page: string, prefixes: readonly string[]): boolean {
  return prefixes.some((prefix) => page === prefix || page.startsWith(`${prefix}/`));
}

function isKnown(role: string): role is Role {
  return roles.some((known) => known === role);
}

/** The router ignores case and a trailing slash, and so must the judgement. */
function normalise(path: string): string {
  return path.toLowerCase().replace(/\/+$/, '') || '/';
}
