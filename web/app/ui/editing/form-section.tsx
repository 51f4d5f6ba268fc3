import type { ReactNode } from 'react';
import styles from './form-section.module.css';

interface FormSectionProps {
  /** The way to the section leads to its heading, which has the same id with "-titulo" behind it. */
  id: string;
  title: string;
  lead?: string | undefined;
  children: ReactNode;
}

/** One subject of a long form. */
export function FormSection({ id, title, lead, children }: FormSectionProps) {
  return (
    <section id={id} className={styles.section} aria-labelledby={`${id}-titulo`}>
      <header className={styles.header}>
        <h2 id={`${id}-titulo`} className={styles.title} tabIndex={-1}>
          {title}
        </h2>
        {lead && <p className={styles.lead}>{lead}</p>}
      </header>
      <div className={styles.card}>{children}</div>
    </section>
  );
}
