import type { AuditEntry as Entry } from '@passeio/contract/audit';
import { auditActions } from '@passeio/contract/audit';
import { roleLabels } from '@passeio/contract/users/users';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useFormats } from '~/lib/formats';
import details from '~/ui/layout/details.module.css';
import styles from './audit-entry.module.css';
import { describeChanges, type FieldChange } from './describe-changes';
import { subjectPath } from './entries';

interface AuditEntryProps {
  entry: Entry;
  /** Time of the entry, as far as the list's headings do not show it. */
  when: string;
  /** Absent where all entries are about the same subject. */
  showSubject?: boolean;
}

/** One audit entry; the changed fields are in a <details>. */
export function AuditEntry({ entry, when, showSubject = true }: AuditEntryProps) {
  const formats = useFormats();
  const { action, actor, subject, at, address, device, changes } = entry;
  const words = describeChanges(changes, formats, subject.type);
  return (
    <article className={styles.entry}>
      <time dateTime={at} className={styles.when}>
        {when}
      </time>
      <div className={styles.what}>
        <p className={styles.deed}>
          {auditActions[action]}
          {showSubject && (
            <>
              {': '}
              <Subject subject={subject} />
            </>
          )}
        </p>
        <p className={styles.who}>
          <Actor actor={actor} />
          {actor.role && <span className={styles.detail}> ({roleLabels[actor.role]})</span>}
        </p>
        <p className={styles.detail}>{[device, address].filter(Boolean).join(' · ')}</p>
        {words.length > 0 && <Changes words={words} />}
      </div>
    </article>
  );
}

function Actor({ actor }: { actor: Entry['actor'] }): ReactNode {
  if (!actor.id) return actor.name;
  return <Link to={`/admin/usuarios/${actor.id}`}>{actor.name}</Link>;
}

function Subject({ subject }: { subject: Entry['subject'] }): ReactNode {
  const path = subjectPath(subject);
  return path ? <Link to={path}>{subject.label}</Link> : subject.label;
}

function Changes({ words }: { words: FieldChange[] }) {
  return (
    <details className={styles.changes}>
      <summary className={details.summary}>{summaryOf(words)}</summary>
      <dl>
        {words.map(({ field, label, before, after }) => (
          <div key={field}>
            <dt>{label}</dt>
            <dd>
              {before !== '' && <del>{before}</del>}
              {before !== '' && (
                <span aria-hidden className={styles.arrow}>
                  →
                </span>
              )}
              <ins>{after === '' ? 'vazio' : after}</ins>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function summaryOf(words: FieldChange[]): string {
  const what = words.every(({ before }) => before === '') ? 'Ver detalhes' : 'Ver o que mudou';
  return words.length === 1 ? what : `${what} (${words.length})`;
}
