import type { ComponentPropsWithRef, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import styles from './rows.module.css';

interface RowsProps extends Omit<ComponentPropsWithRef<'ul'>, 'className'> {
  className?: string | undefined;
  component?: 'ul' | 'ol';
  /** Without a frame of its own, in a card. */
  plain?: boolean;
}

/** A list whose entries are divided by lines. */
export function Rows({ component: Element = 'ul', plain, className = '', ...props }: RowsProps) {
  const Tag = Element as 'ul';
  return <Tag {...props} className={`${styles.rows} ${className}`} data-plain={plain || undefined} />;
}

/** An entry: what it is about first, what belongs to it at the other end, or below where there is no room. */
export function Row({ className = '', ...props }: ComponentPropsWithRef<'li'>) {
  return <li {...props} className={`${styles.row} ${className}`} />;
}

/** An entry that is a link as a whole. `aside`: stands on it, in its lower corner. */
export function LinkRow({ className = '', aside, ...props }: LinkProps & { aside?: ReactNode }) {
  return (
    <li className={styles.entry}>
      <Link {...props} className={`${styles.row} ${styles.link} ${className}`} />
      {aside && <div className={styles.aside}>{aside}</div>}
    </li>
  );
}
