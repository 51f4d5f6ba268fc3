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

/** Placeholder of an empty list or page. */
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
