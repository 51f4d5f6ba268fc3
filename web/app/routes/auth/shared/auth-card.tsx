import { type ReactNode, useEffect, useRef } from 'react';
import styles from './auth-card.module.css';

interface AuthCardProps {
  title: string;
  /** A sentence under the title. */
  lead?: ReactNode;
  wide?: boolean;
  /** Replaces another card of the page: its title takes the focus. */
  isAnswer?: boolean;
  children?: ReactNode;
  /** Links below the card. */
  footer?: ReactNode;
}

/** The one card of an authentication page. */
export function AuthCard({ title, lead, wide = false, isAnswer = false, children, footer }: AuthCardProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isAnswer) heading.current?.focus();
  }, [isAnswer]);

  return (
    <section className={styles.card} data-wide={wide || undefined}>
      <h1 ref={heading} tabIndex={isAnswer ? -1 : undefined} className={styles.title}>
        {title}
      </h1>
      {lead && <p className={styles.lead}>{lead}</p>}
      {children}
      {footer && <footer className={styles.footer}>{footer}</footer>}
    </section>
  );
}

/** The card's actions, stacked. */
export function AuthActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
