import type { Role } from './roles.ts';

/** What staff may do beyond the daily work, by key; `about` says it as the end of "Pode …". */
export const permissions = {
  see_money: {
    label: 'Ver valores',
    about: 'ver preços cobrados, pagamentos, comprovantes, devoluções e o resultado dos passeios',
  },
  confirm_money: {
    label: 'Confirmar pagamentos',
    about: 'registrar e conferir pagamentos, dar descontos, confirmar sem sinal e fechar as contas de um passeio',
  },
  refund: {
    label: 'Devolver dinheiro',
    about: 'devolver dinheiro a clientes, por Pix ou em mãos, até o valor que você definir',
  },
  edit_trips: {
    label: 'Editar passeios',
    about: 'criar, mudar e publicar passeios, cuidar dos veículos e, com “Ver valores”, dos cupons',
  },
  cancel_departures: {
    label: 'Decidir saídas',
    about: 'garantir e cancelar saídas, e desfazer essas decisões',
  },
  see_documents: {
    label: 'Ver documentos',
    about: 'ver o CPF e o documento de quem viaja, na tela e nas listas impressas e exportadas',
  },
} as const;
export type Permission = keyof typeof permissions;
export const permissionKeys = Object.keys(permissions) as [Permission, ...Permission[]];

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
