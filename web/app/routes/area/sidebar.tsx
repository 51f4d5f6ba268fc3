import {
  IconBus,
  IconCompass,
  IconHome,
  IconLogout,
  IconSettings,
  IconTicket,
  IconUser,
  IconUsers,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { NavLink } from 'react-router';
import { judge } from '~/features/session/access';
import { useSettings } from '~/lib/settings';
import styles from './sidebar.module.css';

interface Item {
  label: string;
  to: string;
  icon: TablerIcon;
}

const items: readonly Item[] = [
  { label: 'Portal', to: '/', icon: IconCompass },
  { label: 'Início', to: '/home', icon: IconHome },
  { label: 'Usuários', to: '/admin/usuarios', icon: IconUsers },
  { label: 'Passeios', to: '/admin/passeios', icon: IconBus },
  { label: 'Configurações', to: '/admin/configuracoes', icon: IconSettings },
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
  return <p className={styles.brand}>{useSettings().name}</p>;
}

function Entries({ role, onFollow }: { role: string | null; onFollow?: () => void }) {
  return (
    <nav aria-label="Menu principal" className={styles.nav}>
      <ul>
        {itemsFor(role).map(({ label, to, icon: Icon }) => (
          <li key={to}>
            <NavLink to={to} end={to === '/'} reloadDocument={to === '/'} className={styles.entry} onClick={onFollow}>
              <Icon size={20} stroke={1.75} aria-hidden />
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
