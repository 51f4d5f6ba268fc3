import { Stack, Text, Title } from '@mantine/core';
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
      <Title
        ref={heading}
        tabIndex={isAnswer ? -1 : undefined}
        fz={26}
        lh={1.2}
        lts="-0.02em"
        style={{ outline: 'none' }}
      >
        {title}
      </Title>
      {lead && (
        <Text c="dimmed" mt={8} style={{ overflowWrap: 'anywhere' }}>
          {lead}
        </Text>
      )}
      {children}
      {footer && <footer className={styles.footer}>{footer}</footer>}
    </section>
  );
}

/** The card's actions, stacked. */
export function AuthActions({ children }: { children: ReactNode }) {
  return (
    <Stack gap="sm" mt={24}>
      {children}
    </Stack>
  );
}
