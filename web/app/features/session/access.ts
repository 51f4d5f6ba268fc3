import { type Role, roles } from '@passeio/contract/users/users';
import { isProtected, normalise } from './protected-paths';

/** Public pages besides those under a public prefix. */
const publicPages = ['/', '/404', '/participante', '/embarque', '/avaliar', '/escolher'];

const publicPrefixes = ['/portal', '/auth', '/voucher/'];

/** Prefixes each role may see besides the public pages. */
const rolePaths: Record<Role, readonly string[]> = {
  ADMIN: ['/admin', '/template'],
  OPERATOR: [
    '/admin/passeios',
    '/admin/embarque',
    '/admin/pagamentos',
    '/admin/saidas',
    '/admin/veiculos',
    '/admin/avaliacoes',
  ],
  CLIENT: [],
};

export type Verdict = 'allow' | 'login' | 'deny';

/** Whether the page at `path` may be shown. `role` is null for a visitor; an unknown role sees public pages only. */
export function judge(path: string, role: string | null): Verdict {
  const page = normalise(path);
  if (publicPages.includes(page) || publicPrefixes.some((prefix) => page.startsWith(prefix))) return 'allow';
  if (role === null) return 'login';
  return isKnown(role) && (isProtected(page) || isUnder(page, rolePaths[role])) ? 'allow' : 'deny';
}

/** Whether this role works for the operator. */
export function isStaff(role: string | null): boolean {
  return role !== null && judge('/admin/passeios', role) === 'allow';
}

function isUnder(page: string, prefixes: readonly string[]): boolean {
  return prefixes.some((prefix) => page === prefix || page.startsWith(`${prefix}/`));
}

function isKnown(role: string): role is Role {
  return roles.some((known) => known === role);
}
