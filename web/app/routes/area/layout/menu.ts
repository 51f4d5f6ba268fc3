import {
  IconBus,
  IconCashBanknote,
  IconChartBar,
  IconClipboardList,
  IconCompass,
  IconComponents,
  IconFolder,
  IconHome,
  IconLogout,
  IconMessages,
  IconRoute,
  IconSettings,
  IconShoppingBag,
  IconTicket,
  IconUser,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react';
import { canOpen, isStaff } from '~/features/session/access';
import type { User } from '~/features/session/user-store';
import { templatePages } from './template-pages';

interface MenuPage {
  label: string;
  to: string;
}

export interface MenuItem extends MenuPage {
  icon: TablerIcon;
  /** Shows how much waits there. */
  waiting?: 'payments';
  /** For people who sell for a commission. */
  isForSellers?: boolean;
}

/** Pages that are opened seldom, behind one entry. */
export interface MenuGroup {
  label: string;
  icon: TablerIcon;
  pages: readonly MenuPage[];
}

const entries: readonly (MenuItem | MenuGroup)[] = [
  { label: 'Portal', to: '/', icon: IconCompass },
  { label: 'Início', to: '/home', icon: IconHome },
  { label: 'Passeios', to: '/admin/passeios', icon: IconBus },
  { label: 'Saídas', to: '/admin/saidas', icon: IconRoute },
  { label: 'Reservas', to: '/admin/reservas', icon: IconClipboardList },
  { label: 'Pagamentos', to: '/admin/pagamentos', icon: IconCashBanknote, waiting: 'payments' },
  { label: 'Conversas', to: '/admin/conversas', icon: IconMessages },
  { label: 'Usuários', to: '/admin/usuarios', icon: IconUsers },
  {
    label: 'Números',
    icon: IconChartBar,
    pages: [
      { label: 'Relatórios', to: '/admin/relatorios' },
      { label: 'Contador', to: '/admin/contador' },
    ],
  },
  {
    label: 'Cadastros',
    icon: IconFolder,
    pages: [
      { label: 'Veículos', to: '/admin/veiculos' },
      { label: 'Quem trabalha', to: '/admin/quem-trabalha' },
      { label: 'Cupons', to: '/admin/cupons' },
      { label: 'Vendedores', to: '/admin/vendedores' },
      { label: 'Avaliações', to: '/admin/avaliacoes' },
    ],
  },
  {
    label: 'Sistema',
    icon: IconSettings,
    pages: [
      { label: 'Configurações', to: '/admin/configuracoes' },
      { label: 'Conexões', to: '/admin/conexoes' },
      { label: 'Importar', to: '/admin/importar' },
      { label: 'Mensagens', to: '/admin/mensagens' },
      { label: 'Auditoria', to: '/admin/auditoria' },
      { label: 'Saúde', to: '/admin/saude' },
    ],
  },
  { label: 'Vendas', to: '/vendas', icon: IconShoppingBag, isForSellers: true },
  { label: 'Minha conta', to: '/minhaconta', icon: IconUser },
  { label: 'Minhas reservas', to: '/minhasreservas', icon: IconTicket },
  { label: 'Componentes', icon: IconComponents, pages: templatePages },
  { label: 'Logout', to: '/auth/logout', icon: IconLogout },
];

/** The entries that this person may follow; a signed-out one has nothing to sign out of. */
export function menuFor(
  role: string | null,
  { permissions, isSeller }: Pick<User, 'permissions' | 'isSeller'> = {},
): readonly (MenuItem | MenuGroup)[] {
  const mayFollow = ({ to }: MenuPage) => canOpen(to, role, permissions) && (role !== null || to !== '/auth/logout');
  return entries
    .filter((entry) => isSeller || !('isForSellers' in entry))
    .map((entry) => ('pages' in entry ? { ...entry, pages: entry.pages.filter(mayFollow) } : entry))
    .filter((entry) => ('pages' in entry ? entry.pages.length > 0 : mayFollow(entry)));
}

/** What staff opens most, within reach of the thumb; nothing for everybody else. */
export function shortcutsFor(role: string | null, permissions?: readonly string[]): readonly MenuItem[] {
  if (!isStaff(role)) return [];
  const shortcuts: readonly MenuItem[] = [
    { label: 'Início', to: '/home', icon: IconHome },
    { label: 'Passeios', to: '/admin/passeios', icon: IconBus },
    { label: 'Reservas', to: '/admin/reservas', icon: IconClipboardList },
    { label: 'Pagamentos', to: '/admin/pagamentos', icon: IconCashBanknote, waiting: 'payments' },
  ];
  return shortcuts.filter(({ to }) => canOpen(to, role, permissions));
}

/** The entry that a page belongs to: the nearest above it. */
export function currentPath(items: readonly (MenuPage | MenuGroup)[], pathname: string): string | undefined {
  return items
    .flatMap((item) => ('pages' in item ? item.pages : item))
    .map(({ to }) => to)
    .filter((to) => pathname === to || (to !== '/' && pathname.startsWith(`${to}/`)))
    .sort((a, b) => b.length - a.length)[0];
}
