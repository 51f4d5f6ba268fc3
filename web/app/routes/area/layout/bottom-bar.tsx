import { IconMenu2 } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router';
import styles from './bottom-bar.module.css';
import { currentPath, type MenuItem } from './menu';
import { WaitingBadge } from './waiting-badge';

interface BottomBarProps {
  shortcuts: readonly MenuItem[];
  onMore: () => void;
}

/** Phones: shortcuts to the most used pages, and the menu. */
export function BottomBar({ shortcuts, onMore }: BottomBarProps) {
  const current = currentPath(shortcuts, useLocation().pathname);
  return (
    <nav aria-label="Atalhos" className={styles.bar}>
      {shortcuts.map(({ label, to, icon: Icon, waiting }) => (
        <Link key={to} to={to} className={styles.item} aria-current={to === current ? 'page' : undefined}>
          <Icon size={22} stroke={1.75} aria-hidden />
          {label}
          {waiting && <WaitingBadge />}
        </Link>
      ))}
      <button type="button" className={styles.item} aria-haspopup="dialog" onClick={onMore}>
        <IconMenu2 size={22} stroke={1.75} aria-hidden />
        Mais
      </button>
    </nav>
  );
}
