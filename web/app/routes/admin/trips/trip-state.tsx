import { Progress, Stack, Text } from '@mantine/core';
import type { Trip } from '@passeio/contract/trips/trips';
import { SituationBadge } from '~/features/trips/situation-badge';
import { StatusBadge } from '~/ui/feedback/status-badge';
import rowStyles from './trip-table.module.css';

export function TripState({ trip: { isArchived, situation } }: { trip: Trip }) {
  return isArchived ? <StatusBadge color="quiet">Arquivado</StatusBadge> : <SituationBadge situation={situation} />;
}

/** A trip's occupancy and how many passengers its minimum lacks; `inAll`: that of all its dates. */
export function PlacesTaken({ trip, inAll }: { trip: Trip; inAll?: string }) {
  const { capacity, placesLeft, minParticipants, situation } = trip;
  const taken = capacity - placesLeft;
  const missing = minParticipants - taken;
  return (
    <Stack gap={4} w="9.5rem" className={rowStyles.places}>
      <span>
        {taken} de {capacity}
      </span>
      <Progress
        value={(100 * taken) / capacity}
        size="sm"
        bg="var(--border)"
        color={placesLeft <= 0 ? 'var(--danger)' : missing > 0 ? 'var(--warning)' : 'var(--success)'}
        aria-label={`Vagas ocupadas em ${trip.title}`}
      />
      {inAll && (
        <Text component="small" fz="0.8125rem" lh={1.3} c="dimmed">
          {inAll}
        </Text>
      )}
      {!inAll && missing > 0 && situation !== 'closed' && (
        <Text component="small" fz="0.8125rem" lh={1.3}>
          {missingLabel(missing)}
        </Text>
      )}
    </Stack>
  );
}

function missingLabel(missing: number): string {
  return `${missing === 1 ? 'Falta 1' : `Faltam ${missing}`} para a saída garantida`;
}
