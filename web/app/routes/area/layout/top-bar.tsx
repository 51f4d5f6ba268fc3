import { role as knownRole, roleLabels } from '@passeio/contract/users/users';
import { IconChevronDown, IconLock, IconLogout, IconMenu2, IconSettings } from '@tabler/icons-react';
import { type ReactNode, useId, useRef } from 'react';
import { Link } from 'react-router';
import { lockAndShow } from '~/features/session/lock';
import type { User } from '~/features/session/user-store';
import { Avatar } from '~/ui/media/avatar';
import styles from './top-bar.module.css';

interface TopBarProps {
  title: ReactNode;
  /** Null for visitors on /404. */
  user: User | null;
  onMenu: () => void;
}

export function TopBar({ title, user, onMenu }: TopBarProps) {
  return (
    <header className={styles.bar}>
      <button type="button" className={styles.toggle} onClick={onMenu} aria-haspopup="dialog" aria-label="Abrir menu">
        <IconMenu2 aria-hidden />
      </button>
      <h1 className={styles.title}>{title}</h1>
      {user && <AccountMenu user={user} />}
    </header>
  );
}

/** A native popover: closes on Esc and on a click outside. */
function AccountMenu({ user }: { user: User }) {
  const menu = useRef<HTMLDivElement>(null);
  const id = useId();
  const close = () => menu.current?.hidePopover();
  return (
    <>
      <button type="button" className={styles.account} popoverTarget={id} aria-label={`${user.name}, menu da conta`}>
        <Avatar name={user.name} />
        <span className={styles.name}>{user.name}</span>
        <IconChevronDown size={16} aria-hidden />
      </button>
      <div ref={menu} id={id} popover="auto" className={styles.menu}>
        <p className={styles.who}>
          <strong>{user.name}</strong>
          {roleLabelOf(user.role)}
        </p>
        <Link to="/minhaconta" onClick={close}>
          <IconSettings size={20} stroke={1.75} aria-hidden />
          Configurações da conta
        </Link>
        <button type="button" onClick={lockAndShow}>
          <IconLock size={20} stroke={1.75} aria-hidden />
          Bloquear tela
        </button>
        <Link to="/auth/logout" onClick={close}>
          <IconLogout size={20} stroke={1.75} aria-hidden />
          Logout
        </Link>
      </div>
    </>
  );
}

function roleLabelOf(role: string): string {
  const known = knownRole.safeParse(role);
  return known.success ? roleLabels[known.data] : '';
}
