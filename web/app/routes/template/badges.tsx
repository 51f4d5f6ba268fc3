import { Group } from '@mantine/core';
import { tripSituations } from '@passeio/contract/trips/trips';
import { ReservationStatusBadge } from '~/features/reservations/status/status-badge';
import { SituationBadge } from '~/features/trips/situation-badge';
import { pageMeta } from '~/lib/page-meta';
import { StatusBadge } from '~/ui/feedback/status-badge';
import { Section, SectionCard } from '~/ui/layout/section';
import { Avatar } from '~/ui/media/avatar';
import { sampleStatuses } from './samples';

export const meta = pageMeta('Etiquetas');
export const handle = { title: 'Etiquetas' };

export default function Badges() {
  return (
    <>
      <Section title="Situação" lead="A cor só repete o que as palavras dizem.">
        <SectionCard title="De um passeio">
          <Group gap="sm" mt="md">
            {tripSituations.map((situation) => (
              <SituationBadge key={situation} situation={situation} />
            ))}
          </Group>
        </SectionCard>
        <SectionCard title="De uma reserva">
          <Group gap="sm" mt="md">
            {sampleStatuses.map((status) => (
              <ReservationStatusBadge key={`${status.key} ${status.label}`} status={status} />
            ))}
          </Group>
        </SectionCard>
        <SectionCard title="Tons">
          <Group gap="sm" mt="md">
            <StatusBadge color="good">Tudo certo</StatusBadge>
            <StatusBadge color="waiting">Falta algo</StatusBadge>
            <StatusBadge color="bad">Não vai acontecer</StatusBadge>
            <StatusBadge color="news">Pode ir</StatusBadge>
            <StatusBadge color="quiet">O resto</StatusBadge>
          </Group>
        </SectionCard>
      </Section>
      <Section title="Pessoas" lead="Sempre ao lado do nome.">
        <SectionCard>
          <Group gap="sm">
            <Avatar name="Helena Prado" />
            <span>Helena Prado</span>
            <Avatar name="Iara" large />
            <span>Iara</span>
          </Group>
        </SectionCard>
      </Section>
    </>
  );
}
