import type { ReactNode } from 'react';
import { Button, buttonClass } from '../inputs/button';
import styles from './notice.module.css';

interface NoticeProps {
  title: string;
  text?: string;
  /** Renders the title as the page's <h1>. */
  heading?: boolean;
  /** Renders a live region. */
  alert?: boolean;
  /** What to do about it. */
  children?: ReactNode;
}

/** Message in place of content that is empty or failed to load. */
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

interface FullPageMessageProps {
  title: string;
  text: string;
  /** Adds a reload button. */
  retry?: boolean;
  children?: ReactNode;
}

/** Message in place of the whole document. Links load a new document. */
export function FullPageMessage({ title, text, retry, children }: FullPageMessageProps) {
  return (
    <main className={styles.page}>
      <h1>{title}</h1>
      <p className={styles.text}>{text}</p>
      <div className={styles.actions}>
        {retry && <Button onClick={() => window.location.reload()}>Tentar de novo</Button>}
        <a className={buttonClass(retry ? 'quiet' : 'primary')} href="/">
          Ir para o início
        </a>
      </div>
      {children}
    </main>
  );
}
