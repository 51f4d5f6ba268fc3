import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

interface EmptyStateProps {
  icon: TablerIcon;
  title: string;
  text?: string;
  /** What to do about it. */
  children?: ReactNode;
}

/** In the place of a list or a page that has nothing to show. */
export function EmptyState({ icon: Icon, title, text, children }: EmptyStateProps) {
  return (
    <section className={styles.state}>
      <span className={styles.icon}>
        <Icon size={34} stroke={1.5} aria-hidden />
      </span>
      <h2 className={styles.title}>{title}</h2>
      {text && <p className={styles.text}>{text}</p>}
      {children && <div className={styles.actions}>{children}</div>}
    </section>
  );
}
