import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import { allWeekdays, type CrewMember, weekdays } from '@passeio/contract/crew/crew';
import { crewRoutes } from '@passeio/contract/crew/crew-routes';
import { plural } from '@passeio/contract/words';
import {
  IconArchive,
  IconArchiveOff,
  IconDotsVertical,
  IconPencil,
  IconPlus,
  IconUsersGroup,
} from '@tabler/icons-react';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '~/features/session/api';
import { load, preload } from '~/features/session/queries';
import { may } from '~/features/session/user-store';
import { formatCalendarDate } from '~/lib/formats';
import { formatContact } from '~/lib/number-formats';
import { pageMeta } from '~/lib/page-meta';
import { lazyDialog } from '~/ui/dialogs/lazy-dialog';
import { showAlert } from '~/ui/feedback/alert';
import { EmptyState } from '~/ui/feedback/empty-state';
import { StatusBadge } from '~/ui/feedback/status-badge';
import { Card } from '~/ui/layout/card';
import { Row, Rows } from '~/ui/layout/rows';
import { ActionMenu } from '~/ui/navigation/action-menu';
import type { Route } from './+types/crew';

export { AreaError as ErrorBoundary } from '~/ui/feedback/area-error';

export const meta = pageMeta('Quem trabalha');
export const handle = { title: 'Quem trabalha' };

// Larger than the list, with its calendars.
const MemberDialog = lazyDialog(async () => (await import('./member-dialog')).MemberDialog);

export function clientLoader() {
  return preload(load(crewRoutes.list));
}

/** Guides and drivers with their days. */
export default function Crew({ loaderData }: Route.ComponentProps) {
  const { data: members, accounts } = useSuspenseQuery(loaderData).data;
  const [edited, setEdited] = useState<{ member?: CrewMember }>();
  const [archived, setArchived] = useState<CrewMember>();
  const { mutate: archive } = useMutation({
    mutationFn: ({ member: { id }, isArchived }: { member: CrewMember; isArchived: boolean }) =>
      api.call(crewRoutes.archive, { params: { id }, body: { isArchived } }),
    onSuccess: (member) => setArchived(member.isArchived ? member : undefined),
  });
  const add = may('edit_trips') && (
    <Button size="md" leftSection={<IconPlus size={20} aria-hidden />} onClick={() => setEdited({})}>
      Adicionar pessoa
    </Button>
  );
  return (
    <Stack gap="xs">
      {archived && (
        <Card tone="info" role="status">
          <Group justify="space-between">
            <Text>{archivedText(archived)}</Text>
            <Button size="md" variant="default" onClick={() => archive({ member: archived, isArchived: false })}>
              Desfazer
            </Button>
          </Group>
        </Card>
      )}
      {members.length === 0 ? (
        <EmptyState
          icon={IconUsersGroup}
          title="Ninguém cadastrado ainda"
          text="Cadastre guias e motoristas, com conta ou sem. O calendário de saídas mostra quem trabalha, quem está livre e os conflitos."
        >
          {add}
        </EmptyState>
      ) : (
        <>
          <Group>{add}</Group>
          <Rows aria-label="Quem trabalha">
            {members.map((member) => (
              <MemberRow
                key={member.id}
                member={member}
                onEdit={() => setEdited({ member })}
                onArchive={() => archive({ member, isArchived: !member.isArchived })}
              />
            ))}
          </Rows>
        </>
      )}
      {edited && (
        <MemberDialog
          {...edited}
          accounts={accounts}
          onClose={() => setEdited(undefined)}
          onSaved={({ name }) => {
            showAlert('success', edited.member ? `${name}: alterações salvas.` : `${name}: pronto para ser escalado.`);
            setEdited(undefined);
          }}
        />
      )}
    </Stack>
  );
}

function archivedText({ name, upcoming }: CrewMember): string {
  const stays = upcoming > 0 ? ` Continua em ${plural(upcoming, 'saída')} que já tem: troque no calendário.` : '';
  return `${name} não aparece mais para ser escalado.${stays}`;
}

interface MemberRowProps {
  member: CrewMember;
  onEdit: () => void;
  onArchive: () => void;
}

function MemberRow({ member, onEdit, onArchive }: MemberRowProps) {
  const { name, phone, userId, isGuide, isDriver, upcoming, isArchived } = member;
  const facts = [
    isGuide && isDriver ? 'Guia e motorista' : isGuide ? 'Guia' : 'Motorista',
    userId ? 'com conta' : 'sem conta',
    upcoming > 0 && plural(upcoming, 'saída marcada', 'saídas marcadas'),
  ];
  return (
    <Row style={{ flexWrap: 'nowrap' }}>
      <div>
        <Group gap="xs">
          <Text fw={600}>{name}</Text>
          {isArchived && <StatusBadge color="quiet">Arquivado</StatusBadge>}
        </Group>
        <Text c="dimmed" fz={13}>
          {facts.filter(Boolean).join(' · ')}
          {phone && (
            <>
              {' · '}
              <a href={`tel:${phone}`}>{formatContact(phone)}</a>
            </>
          )}
        </Text>
        <Text c="dimmed" fz={13}>
          {daysText(member)}
        </Text>
      </div>
      {may('edit_trips') && (
        <ActionMenu
          width={200}
          button={
            <ActionIcon variant="subtle" color="gray" size={44} radius="xl" aria-label={`Ações de ${name}`}>
              <IconDotsVertical size={20} aria-hidden />
            </ActionIcon>
          }
          entries={[
            { label: 'Editar', icon: IconPencil, onSelect: onEdit },
            isArchived
              ? { label: 'Desarquivar', icon: IconArchiveOff, onSelect: onArchive }
              : { label: 'Arquivar', icon: IconArchive, onSelect: onArchive },
          ]}
        />
      )}
    </Row>
  );
}

function daysText({ weekdays: days, daysOff }: CrewMember): string {
  const week =
    days.length === allWeekdays.length
      ? 'Trabalha todos os dias'
      : `Trabalha ${days.map((day) => weekdays[day as keyof typeof weekdays]).join(', ')}`;
  const off = daysOff.map(({ from, to }) =>
    from === to ? formatCalendarDate(from) : `${formatCalendarDate(from)} a ${formatCalendarDate(to)}`,
  );
  return [week, off.length > 0 && `folga ${off.join(', ')}`].filter(Boolean).join(' · ');
}
