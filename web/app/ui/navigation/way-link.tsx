import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './way-link.module.css';

interface WayLinkProps {
  to: string;
  /** An arrow to the left where nothing else is said: the way back. */
  icon?: ReactNode;
  children: ReactNode;
}

/** The way from a page to one that it belongs to, above everything else. */
export function WayLink({ to, icon = <IconArrowLeft size={18} aria-hidden />, children }: WayLinkProps) {
  return (
    <Link to={to} className={styles.way}>
      {icon}
      {children}
    </Link>
  );
}
