import type { ReactNode } from 'react';
import styles from './auth-card.module.css';

interface AuthCardProps {
  title: string;
  /** A sentence under the title. */
  lead?: ReactNode;
  wide?: boolean;
  children?: ReactNode;
  /** What else one may want from here. */
  footer?: ReactNode;
}

/** The one card of an authentication page. */
export function AuthCard({ title, lead, wide = false, children, footer }: AuthCardProps) {
  return (
    <section className={styles.card} data-wide={wide || undefined}>
      <h1 className={styles.title}>{title}</h1>
      {lead && <p className={styles.lead}>{lead}</p>}
      {children}
      {footer && <footer className={styles.footer}>{footer}</footer>}
    </section>
  );
}
