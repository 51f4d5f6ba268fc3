import type { ReactNode } from 'react';
import styles from './notice.module.css';

interface NoticeProps {
  title: string;
  text?: string;
  /** Read out when it appears. */
  alert?: boolean;
  /** What to do about it. */
  children?: ReactNode;
}

/** In the place of what is not there: nothing found, or not loaded. */
export function Notice({ title, text, alert, children }: NoticeProps) {
  return (
    <div className={styles.notice} role={alert ? 'alert' : undefined}>
      <p className={styles.title}>{title}</p>
      {text && <p className={styles.text}>{text}</p>}
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  );
}
