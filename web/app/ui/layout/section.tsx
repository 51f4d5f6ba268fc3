import { type ReactNode, useId } from 'react';
import styles from './section.module.css';

interface SectionProps {
  /** Id of the section, where something links to it; its heading's id ends with "-titulo". */
  id?: string;
  title: string;
  lead?: ReactNode;
  /** Fields of a form, on one card. */
  fields?: boolean;
  children: ReactNode;
}

/** A titled section of a page. */
export function Section({ id, title, lead, fields, children }: SectionProps) {
  const ownId = useId();
  const titleId = `${id ?? ownId}-titulo`;
  return (
    <section id={id} className={styles.section} aria-labelledby={titleId} data-fields={fields}>
      <header className={styles.header}>
        <h2 id={titleId} className={styles.title} tabIndex={-1}>
          {title}
        </h2>
        {lead && <p className={styles.lead}>{lead}</p>}
      </header>
      <div className={fields ? styles.card : styles.parts}>{children}</div>
    </section>
  );
}

interface SectionCardProps {
  title?: string;
  lead?: ReactNode;
  children?: ReactNode;
}

/** A card in a section. */
export function SectionCard({ title, lead, children }: SectionCardProps) {
  return (
    <div className={styles.card}>
      {title && <h3 className={styles.subtitle}>{title}</h3>}
      {lead && <p className={styles.lead}>{lead}</p>}
      {children}
    </div>
  );
}
