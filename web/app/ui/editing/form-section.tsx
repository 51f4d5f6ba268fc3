import type { ReactNode } from 'react';
import styles from './form-section.module.css';

interface FormSectionProps {
  /** Id of the section; its heading's id ends with "-titulo". */
  id: string;
  title: string;
  lead?: string | undefined;
  children: ReactNode;
}

/** A section of a long form. */
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
