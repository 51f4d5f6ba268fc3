import {
  IconArmchair,
  IconBus,
  IconCalculator,
  IconCashBanknote,
  IconChartBar,
  IconClipboardList,
  IconCompass,
  IconComponents,
  IconDiscount,
  IconHeartbeat,
  IconHistory,
  IconHome,
  IconLayoutDashboard,
  IconLogout,
  IconMailExclamation,
  IconRoute,
  IconSettings,
  IconStar,
  IconTableImport,
  IconTicket,
  IconUser,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react';
import { RESERVATIONS_PAGE } from '~/features/overview/overview';
import { canOpen, isStaff } from '~/features/session/access';
import { templatePages } from '../../template/pages';

export interface MenuItem {
  label: string;
  to: string;
  icon: TablerIcon;
  /** Shows how much waits there. */
  waiting?: 'payments';
  /** Pages below it, that the entry opens instead of leading somewhere itself. */
  pages?: readonly { label: string; to: string }[];
}

const items: readonly MenuItem[] = [
  { label: 'Portal', to: '/', icon: IconCompass },
  { label: 'Início', to: '/home', icon: IconHome },
  { label: 'Painel', to: '/admin', icon: IconLayoutDashboard },
  { label: 'Usuários', to: '/admin/usuarios', icon: IconUsers },
  { label: 'Passeios', to: '/admin/passeios', icon: IconBus },
  { label: 'Saídas', to: '/admin/saidas', icon: IconRoute },
  { label: 'Reservas', to: RESERVATIONS_PAGE, icon: IconClipboardList },
  { label: 'Pagamentos', to: '/admin/pagamentos', icon: IconCashBanknote, waiting: 'payments' },
  { label: 'Relatórios', to: '/admin/relatorios', icon: IconChartBar },
  { label: 'Contador', to: '/admin/contador', icon: IconCalculator },
  { label: 'Veículos', to: '/admin/veiculos', icon: IconArmchair },
  { label: 'Cupons', to: '/admin/cupons', icon: IconDiscount },
  { label: 'Avaliações', to: '/admin/avaliacoes', icon: IconStar },
  { label: 'Configurações', to: '/admin/configuracoes', icon: IconSettings },
  { label: 'Importar', to: '/admin/importar', icon: IconTableImport },
  { label: 'Mensagens', to: '/admin/mensagens', icon: IconMailExclamation },
  { label: 'Auditoria', to: '/admin/auditoria', icon: IconHistory },
  { label: 'Saúde', to: '/admin/saude', icon: IconHeartbeat },
  { label: 'Componentes', to: '/template', icon: IconComponents, pages: templatePages },
  { label: 'Minha conta', to: '/minhaconta', icon: IconUser },
  { label: 'Minhas reservas', to: '/minhasreservas', icon: IconTicket },
  { label: 'Logout', to: '/auth/logout', icon: IconLogout },
];

/** The entries that this role may follow; a signed-out person has nothing to sign out of. */
export function menuFor(role: string | null, permissions?: readonly string[]): readonly MenuItem[] {
  return items.filter(({ to }) => canOpen(to, role, permissions) && (role !== null || to !== '/auth/logout'));
}

/** What staff opens most, within reach of the thumb; nothing for everybody else. */
export function shortcutsFor(role: string | null, permissions?: readonly string[]): readonly MenuItem[] {
  if (!isStaff(role)) return [];
  const shortcuts: readonly MenuItem[] = [
    { label: 'Hoje', to: '/home', icon: IconHome },
    { label: 'Passeios', to: '/admin/passeios', icon: IconBus },
    { label: 'Reservas', to: RESERVATIONS_PAGE, icon: IconClipboardList },
    { label: 'Pagamentos', to: '/admin/pagamentos', icon: IconCashBanknote, waiting: 'payments' },
  ];
  return shortcuts.filter(({ to }) => canOpen(to, role, permissions));
}

/** The entry that a page belongs to: the nearest above it, and /admin only itself. */
export function currentPath(items: readonly MenuItem[], pathname: string): string | undefined {
  return items
    .map(({ to }) => to)
    .filter((to) => pathname === to || (to !== '/admin' && to !== '/' && pathname.startsWith(`${to}/`)))
    .sort((a, b) => b.length - a.length)[0];
}
