import { type PersonSummary, type Role, roleLabels } from '@passeio/contract/users';
import { StatusBadge, type StatusTone } from '~/ui/feedback/status-badge';
import styles from './access-badges.module.css';

const roleTones: Record<Role, StatusTone> = { ADMIN: 'waiting', OPERATOR: 'good', CLIENT: 'quiet' };

/** What a person may do here: the role, and whether they can sign in at all. */
export function AccessBadges({ person }: { person: Pick<PersonSummary, 'role' | 'hasAccount' | 'isDisabled'> }) {
  return (
    <span className={styles.badges}>
      <StatusBadge tone={roleTones[person.role]}>{roleLabels[person.role]}</StatusBadge>
      {person.isDisabled && <StatusBadge tone="bad">Bloqueado</StatusBadge>}
      {!person.hasAccount && <StatusBadge tone="news">Sem conta</StatusBadge>}
    </span>
  );
}
