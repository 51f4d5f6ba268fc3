import { Group } from '@mantine/core';
import { type Role, roleLabels } from '@passeio/contract/roles';
import type { PersonSummary } from '@passeio/contract/users/users';
import { useFormats } from '~/lib/formats';
import { StatusBadge, type StatusColor } from '~/ui/feedback/status-badge';

const roleColors: Record<Role, StatusColor> = { ADMIN: 'waiting', OPERATOR: 'good', GUIDE: 'news', CLIENT: 'quiet' };

type Access = Pick<PersonSummary, 'role' | 'hasAccount' | 'isDisabled' | 'staffUntil'>;

/** A person's role, for how long, and whether they can sign in. */
export function AccessBadges({ person }: { person: Access }) {
  const { formatMoment } = useFormats();
  return (
    <Group component="span" gap={6}>
      <StatusBadge color={roleColors[person.role]}>{roleLabels[person.role]}</StatusBadge>
      {person.staffUntil && <StatusBadge color="waiting">{`Até ${formatMoment(person.staffUntil)}`}</StatusBadge>}
      {person.isDisabled && <StatusBadge color="bad">Bloqueado</StatusBadge>}
      {!person.hasAccount && <StatusBadge color="news">Sem conta</StatusBadge>}
    </Group>
  );
}
