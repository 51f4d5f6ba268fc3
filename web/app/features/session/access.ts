import type { Permission } from '@passeio/contract/permissions';
import type { Role } from '@passeio/contract/roles';
import { isProtected, normalise } from './protected-pages';

/** Public pages that a link opens, which search engines leave out. */
export const unlistedPages = [
  '/participante',
  '/avaliar',
  '/avise-me',
  '/espera',
  '/escolher',
  '/vale',
  '/primeiro-acesso',
];

/** Public pages besides those under a public prefix. */
const publicPages = ['/', '/404', '/reserva', '/embarque', '/meus-dados', ...unlistedPages];

/** Where people are led from a page that is not for them. */
export const NO_ACCESS_PAGE = '/404?sem-acesso';

const publicPrefixes = ['/portal', '/auth', '/voucher/', '/reserva/'];

/** Prefixes each role may see besides the public pages. */
const rolePaths: Record<Role, readonly string[]> = {
  ADMIN: ['/admin', '/template'],
  OPERATOR: [
    '/admin/passeios',
    '/admin/reservas',
    '/admin/embarque',
    '/admin/pagamentos',
    '/admin/saidas',
    '/admin/veiculos',
    '/admin/quem-trabalha',
    '/admin/avaliacoes',
    '/admin/conversas',
    '/admin/cupons',
    '/admin/vendedores',
    '/admin/relatorios',
    '/admin/contador',
  ],
  GUIDE: ['/admin/embarque'],
  CLIENT: [],
};

/** Pages of staff that need permissions; the first that fits. */
const permittedPages: readonly [page: RegExp, ...needs: Permission[]][] = [
  [/^\/admin\/pagamentos\/(extrato|conciliar)$/, 'confirm_money'],
  [/^\/admin\/pagamentos(\/|$)/, 'see_money'],
  [/^\/admin\/(relatorios|contador|vendedores)(\/|$)/, 'see_money'],
  [/^\/admin\/cupons(\/|$)/, 'edit_trips', 'see_money'],
  [/^\/admin\/passeios\/[^/]+\/(financeiro|fechamento)$/, 'see_money'],
  [/^\/admin\/passeios\/[^/]+\/troca-de-veiculo$/, 'edit_trips'],
  [/^\/admin\/passeios\/(?!reservas$)[^/]+$/, 'edit_trips'],
  [/^\/admin\/veiculos\/[^/]+$/, 'edit_trips'],
];

export type Access = 'allow' | 'login' | 'deny';

/**
 * Whether the page at `path` may be shown. `role` is null for a visitor; an unknown role sees public pages only.
 * Without `permissions` it is as for somebody who has all.
 */
export function accessTo(path: string, role: string | null, permissions?: readonly string[]): Access {
  const page = normalise(path);
  if (publicPages.includes(page) || publicPrefixes.some((prefix) => page.startsWith(prefix))) return 'allow';
  if (role === null) return 'login';
  if (!(isKnown(role) && (isProtected(page) || isUnder(page, rolePaths[role])))) return 'deny';
  const [, ...needed] = permittedPages.find(([pattern]) => pattern.test(page)) ?? [page];
  return !permissions || needed.every((one) => permissions.includes(one)) ? 'allow' : 'deny';
}

export function canOpen(path: string, role: string | null, permissions?: readonly string[]): boolean {
  return accessTo(path, role, permissions) === 'allow';
}

/** Whether this role works for the operator. */
export function isStaff(role: string | null): boolean {
  return role !== null && canOpen('/admin/passeios', role);
}

function isUnder(page: string, prefixes: readonly string[]): boolean {
  return prefixes.some((prefix) => page === prefix || page.startsWith(`${prefix}/`));
}

function isKnown(role: string): role is Role {
  return Object.hasOwn(rolePaths, role);
}
