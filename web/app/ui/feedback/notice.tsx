import type { ReactNode } from 'react';
import styles from './notice.module.css';

interface NoticeProps {
  title: string;
  text?: string;
  /** The page has no other heading. */
  heading?: boolean;
  /** Read out when it appears. */
  alert?: boolean;
  /** What to do about it. */
  children?: ReactNode;
}

/** In the place of what is not there: nothing found, or not loaded. */
export function Notice({ title, text, heading, alert, children }: NoticeProps) {
  const Title = heading ? 'h1' : 'p';
  return (
    <div className={styles.notice} role={alert ? 'alert' : undefined}>
      <Title className={styles.title}>{title}</Title>
      {text && <p className={styles.text}>{text}</p>}
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  );
}
