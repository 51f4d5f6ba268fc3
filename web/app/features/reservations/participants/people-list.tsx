import { Box, Group, Text } from '@mantine/core';
import { ageLabel } from '@passeio/contract/fare-labels';
import { nameAmong } from '@passeio/contract/reservations/participant-names';
import { type Participant, participantFieldLabels } from '@passeio/contract/reservations/participants';
import { seatLabel } from '@passeio/contract/seats/seat-label';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatMoney } from '~/lib/formats';
import { Row, Rows } from '~/ui/layout/rows';

interface PeopleListProps {
  people: readonly Participant[];
  /** Nothing is missing any more of a reservation that has ended. */
  isOver?: boolean;
  /** What can be done with a person; nothing where the list is to be read only. */
  actions?: (person: Participant) => ReactNode;
  /** What stands beside the name. */
  menu?: (person: Participant) => ReactNode;
}

/** The people of a reservation with what is still missing of each. */
export function PeopleList({ people, isOver = false, actions, menu }: PeopleListProps) {
  return (
    <Rows plain>
      {people.map((person) => (
        <Row key={person.id}>
          <Box w="100%">
            <Group gap={8} align="start" justify="space-between" wrap="nowrap">
              <Box miw={0}>
                <h3>{nameAmong(person, people)}</h3>
                <Text variant="hint">{factsOf(person, people)}</Text>
              </Box>
              {menu?.(person)}
            </Group>
            <Standing person={person} isOver={isOver} />
            {actions?.(person)}
          </Box>
        </Row>
      ))}
    </Rows>
  );
}

/** As "Criança · 7 anos · com Ana · Poltrona 12 · R$ 95,00". */
function factsOf(person: Participant, people: readonly Participant[]): string {
  const { fareLabel, age, companionId, takesPlace, priceCents, seat, heldUntil } = person;
  const companion = people.find(({ id }) => id === companionId);
  return [
    fareLabel,
    age !== null && ageLabel(age),
    companion && `${takesPlace ? 'com' : 'no colo de'} ${nameAmong(companion, people)}`,
    seat && seatLabel(seat),
    formatMoney(priceCents),
    heldUntil && 'aguarda o sinal',
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Whether they travelled, once that was said; before, what is missing. */
function Standing({ person, isOver }: { person: Participant; isOver: boolean }) {
  if (person.missedAt || person.boardedAt) {
    return (
      <Text mt={4} fz={15} fw={550}>
        {person.missedAt ? 'Não compareceu' : 'Embarcou'}
      </Text>
    );
  }
  return isOver ? null : <Completeness person={person} />;
}

function Completeness({ person: { missing, hasLink } }: { person: Participant }) {
  const isComplete = missing.length === 0;
  const Icon = isComplete ? IconCircleCheck : IconAlertCircle;
  return (
    <Group
      mt={4}
      gap={6}
      align="start"
      wrap="nowrap"
      fz={15}
      fw={550}
      c={isComplete ? 'var(--success)' : 'var(--warning)'}
    >
      <Icon size={18} aria-hidden style={{ marginTop: '0.2em' }} />
      <span>
        {isComplete ? 'Dados completos' : missingDataText(missing)}
        {!isComplete && hasLink && (
          <Text span c="dimmed" fw={400}>
            {' '}
            · Link enviado
          </Text>
        )}
      </span>
    </Group>
  );
}

/** As "Falta: nome completo, documento". */
export function missingDataText(missing: readonly string[]): string {
  const labels: Readonly<Record<string, string>> = participantFieldLabels;
  const known = missing.flatMap((field) => labels[field] ?? []);
  return `Falta: ${known.length > 0 ? known.join(', ') : 'outros dados'}`;
}
