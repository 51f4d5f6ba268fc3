import { Text } from '@mantine/core';
import { auditActionLabel, type AuditEntry as Entry } from '@passeio/contract/audit';
import { roleLabels } from '@passeio/contract/roles';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useFormats } from '~/lib/formats';
import tableStyles from '~/ui/layout/data-table.module.css';
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
  const fields = describeChanges(changes, formats, subject.type);
  return (
    <article className={styles.entry}>
      <Text component="time" dateTime={at} c="dimmed" fz="0.9375rem" className={tableStyles.figures}>
        {when}
      </Text>
      <div>
        <Text fw={600}>
          {auditActionLabel(action)}
          {showSubject && (
            <>
              {': '}
              <Subject subject={subject} />
            </>
          )}
        </Text>
        <p>
          <Actor actor={actor} />
          {actor.role && (
            <Text span c="dimmed" fz="0.9375rem">
              {' '}
              ({roleLabels[actor.role] ?? actor.role})
            </Text>
          )}
        </p>
        <Text c="dimmed" fz="0.9375rem">
          {[device, address].filter(Boolean).join(' · ')}
        </Text>
        {fields.length > 0 && <Changes fields={fields} />}
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

function Changes({ fields }: { fields: FieldChange[] }) {
  return (
    <details className={styles.changes}>
      <summary className={details.summary}>{changesLabel(fields)}</summary>
      <dl>
        {fields.map(({ field, label, before, after }) => (
          <div key={field}>
            <dt>{label}</dt>
            <dd>
              {before !== '' && <del>{before}</del>}
              {before !== '' && (
                <Text span c="dimmed" aria-hidden>
                  →
                </Text>
              )}
              <ins>{after === '' ? 'vazio' : after}</ins>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function changesLabel(fields: FieldChange[]): string {
  const what = fields.every(({ before }) => before === '') ? 'Ver detalhes' : 'Ver o que mudou';
  return fields.length === 1 ? what : `${what} (${fields.length})`;
}
