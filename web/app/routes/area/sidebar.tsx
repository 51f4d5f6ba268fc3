import {
  IconBus,
  IconCompass,
  IconComponents,
  IconHistory,
  IconHome,
  IconLayoutDashboard,
  IconLogout,
  IconSettings,
  IconTicket,
  IconUser,
  IconUsers,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router';
import { judge } from '~/features/session/access';
import { useSettings } from '~/lib/settings';
import { BrandMark } from '~/ui/brand-mark';
import { templatePages } from '../template/pages';
import styles from './sidebar.module.css';

interface Item {
  label: string;
  to: string;
  icon: TablerIcon;
  /** Pages below it, that the entry opens instead of leading somewhere itself. */
  pages?: readonly { label: string; to: string }[];
}

interface EntryProps {
  item: Item;
  onFollow: (() => void) | undefined;
}

const items: readonly Item[] = [
  { label: 'Portal', to: '/', icon: IconCompass },
  { label: 'Início', to: '/home', icon: IconHome },
  { label: 'Painel', to: '/admin', icon: IconLayoutDashboard },
  { label: 'Usuários', to: '/admin/usuarios', icon: IconUsers },
  { label: 'Passeios', to: '/admin/passeios', icon: IconBus },
  { label: 'Configurações', to: '/admin/configuracoes', icon: IconSettings },
  { label: 'Auditoria', to: '/admin/auditoria', icon: IconHistory },
  { label: 'Componentes', to: '/template', icon: IconComponents, pages: templatePages },
  { label: 'Minha conta', to: '/minhaconta', icon: IconUser },
  { label: 'Minhas reservas', to: '/minhasreservas', icon: IconTicket },
  { label: 'Logout', to: '/auth/logout', icon: IconLogout },
];

/** The entries that this role may follow; who is not signed in has nothing to sign out of. */
function itemsFor(role: string | null): readonly Item[] {
  return items.filter(({ to }) => judge(to, role) === 'allow' && (role !== null || to !== '/auth/logout'));
}

interface SidebarProps {
  role: string | null;
  open: boolean;
  onClose: () => void;
}

/** Beside the page where there is room; over it, as a dialog, where there is not. */
export function Sidebar({ role, open, onClose }: SidebarProps) {
  const drawer = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open) drawer.current?.showModal();
    else drawer.current?.close();
  }, [open]);

  return (
    <>
      <aside className={styles.sidebar}>
        <div className={styles.beside}>
          <Brand />
          <Entries role={role} />
        </div>
      </aside>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes a dialog by itself */}
      <dialog
        ref={drawer}
        className={styles.drawer}
        aria-label="Menu"
        onClose={onClose}
        onClick={(event) => event.target === event.currentTarget && onClose()}
      >
        <div className={styles.sheet}>
          <div className={styles.top}>
            <Brand />
            <button type="button" className={styles.close} onClick={onClose} aria-label="Fechar menu">
              <IconX aria-hidden />
            </button>
          </div>
          <Entries role={role} onFollow={onClose} />
        </div>
      </dialog>
    </>
  );
}

function Brand() {
  return (
    <p className={styles.brand}>
      <BrandMark brand={useSettings()} />
    </p>
  );
}

function Entries({ role, onFollow }: { role: string | null; onFollow?: () => void }) {
  return (
    <nav aria-label="Menu principal" className={styles.nav}>
      <ul>
        {itemsFor(role).map((item) => (
          <li key={item.to}>
            {item.pages ? <Group item={item} onFollow={onFollow} /> : <Entry item={item} onFollow={onFollow} />}
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Entry({ item: { label, to, icon: Icon }, onFollow }: EntryProps) {
  return (
    <NavLink
      to={to}
      end={to === '/' || to === '/admin'}
      reloadDocument={to === '/'}
      className={styles.entry}
      onClick={onFollow}
    >
      <Icon size={20} stroke={1.75} aria-hidden />
      {label}
    </NavLink>
  );
}

/** Pages that are seldom looked at, behind one entry; open on those pages. */
function Group({ item: { label, to, icon: Icon, pages = [] }, onFollow }: EntryProps) {
  const isHere = useLocation().pathname.startsWith(`${to}/`);
  const list = useRef<HTMLUListElement>(null);

  // There are more of them than fit beside a low window.
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, []);

  return (
    <details className={styles.group} open={isHere || undefined}>
      <summary className={styles.entry}>
        <Icon size={20} stroke={1.75} aria-hidden />
        {label}
      </summary>
      <ul ref={list}>
        {pages.map((page) => (
          <li key={page.to}>
            <NavLink to={page.to} className={styles.entry} onClick={onFollow}>
              {page.label}
            </NavLink>
          </li>
        ))}
      </ul>
    </details>
  );
}
