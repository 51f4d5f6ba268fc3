import { Stack, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import styles from './page-section.module.css';

interface PageSectionProps {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}

/** A titled section of a page. */
export function PageSection({ title, lead, children }: PageSectionProps) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <header className={styles.header}>
        <Title id={id} order={2}>
          {title}
        </Title>
        {lead && <p className={styles.lead}>{lead}</p>}
      </header>
      <Stack maw={736}>{children}</Stack>
    </section>
  );
}

/** A card in a section. */
export function SectionCard({ title, lead, children }: Partial<PageSectionProps>) {
  return (
    <div className={styles.card}>
      {title && <h3 className={styles.subtitle}>{title}</h3>}
      {lead && <p className={styles.lead}>{lead}</p>}
      {children}
    </div>
  );
}
