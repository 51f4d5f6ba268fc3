import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './nav-link.module.css';

interface NavLinkProps {
  to: string;
  /** An arrow to the left where no other icon is given. */
  icon?: ReactNode;
  children: ReactNode;
}

/** A link at the top of a page, usually back to its parent page. */
export function NavLink({ to, icon = <IconArrowLeft size={18} aria-hidden />, children }: NavLinkProps) {
  return (
    <Link to={to} className={styles.link}>
      {icon}
      {children}
    </Link>
  );
}
