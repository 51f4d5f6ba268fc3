import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './panel.module.css';

interface PanelProps {
  id?: string;
  title: string;
  lead?: string;
  more?: { to: string; label: string };
  children?: ReactNode;
}

/** A section of the dashboard with a link to its full list. */
export function Panel({ id, title, lead, more, children }: PanelProps) {
  return (
    <section id={id} className={styles.panel} aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
      {lead && <p className={styles.lead}>{lead}</p>}
      {children}
      {more && (
        <Link to={more.to} className={styles.more}>
          {more.label}
        </Link>
      )}
    </section>
  );
}

export function Figures({ children }: { children: ReactNode }) {
  return <div className={styles.figures}>{children}</div>;
}

export function PanelColumns({ left, right }: { left: ReactNode; right: ReactNode }) {
  return (
    <div className={styles.panels}>
      <Stack>{left}</Stack>
      <Stack>{right}</Stack>
    </div>
  );
}

/** Placeholder of an empty panel. */
export function Nothing({ children }: { children: ReactNode }) {
  return <p className={styles.nothing}>{children}</p>;
}
