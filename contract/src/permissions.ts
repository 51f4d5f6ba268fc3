import type { Role } from './roles.ts';

/** What staff may do beyond the daily work, by key; `about` says it as the end of "Pode …". */
export const permissions = {
  see_money: {
    label: 'Ver valores',
    about: 'ver preços cobrados, pagamentos, comprovantes, devoluções e o resultado dos passeios',
  },
  confirm_money: {
    label: 'Confirmar pagamentos',
    about:
      'registrar e conferir pagamentos, dar descontos e cortesias, dispensar multas, confirmar sem sinal e fechar as contas de um passeio',
  },
  refund: {
    label: 'Devolver dinheiro',
    about: 'devolver dinheiro a clientes, por Pix ou em mãos, até o valor que você definir',
  },
  edit_trips: {
    label: 'Editar passeios',
    about: 'criar, mudar e publicar passeios, cuidar dos veículos, de quem trabalha e, com “Ver valores”, dos cupons',
  },
  cancel_departures: {
    label: 'Decidir saídas',
    about: 'garantir e cancelar saídas, e desfazer essas decisões',
  },
  see_documents: {
    label: 'Ver documentos',
    about: 'ver o CPF e o documento de quem viaja, na tela e nas listas impressas e exportadas',
  },
  answer_chats: {
    label: 'Responder no WhatsApp',
    about: 'responder no WhatsApp, e ver números e arquivos das conversas',
  },
} as const;
export type Permission = keyof typeof permissions;
export const permissionKeys = Object.keys(permissions) as [Permission, ...Permission[]];

/** What a new operator starts with: managing tours. Everything else is given on purpose. */
export const newOperatorPermissions: readonly Permission[] = ['edit_trips', 'cancel_departures'];

/**
 * Permissions as they are given to an operator who could not refund before: the permission to refund comes with a limit
 * in centavos, or null for no limit. Without either, `refund` is left out. `chosen`: null for all permissions.
 */
export function withRefundUpTo(
  chosen: readonly Permission[] | null,
  limitCents: number | null | undefined,
): Permission[] | null {
  if (limitCents !== undefined) return chosen && withImplied(chosen);
  return withImplied(chosen ?? permissionKeys).filter((key) => key !== 'refund');
}

/** Who confirms or refunds money sees it. */
export function withImplied(chosen: readonly Permission[]): Permission[] {
  const seesMoney = chosen.some((key) => key === 'see_money' || key === 'confirm_money' || key === 'refund');
  return permissionKeys.filter((key) => chosen.includes(key) || (key === 'see_money' && seesMoney));
}

/** What a person may do: administrators everything, operators what was `given` or, while it is null, everything. */
export function permissionsOf(role: Role, given: readonly Permission[] | null): readonly Permission[] {
  if (role === 'ADMIN') return permissionKeys;
  return role === 'OPERATOR' ? (given ? withImplied(given) : permissionKeys) : [];
}
