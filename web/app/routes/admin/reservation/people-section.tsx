import { ActionIcon, Box, Button, Group, Stack, Text, Title } from '@mantine/core';
import type { Passenger } from '@passeio/contract/boarding/passengers';
import type { ReservationForStaff } from '@passeio/contract/reservations/staff-reservation';
import { authorizationWarning } from '@passeio/contract/reservations/travel-authorization';
import type { AskedQuestion } from '@passeio/contract/trips/questions';
import { plural } from '@passeio/contract/words';
import { IconDots, IconPhone } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { AnswerLines } from '~/features/reservations/answers/answer-lines';
import { hasQuestions, ReservationAnswers } from '~/features/reservations/answers/reservation-answers';
import { ExtraList, hasExtras } from '~/features/reservations/extras/extra-list';
import { Authorizations } from '~/features/reservations/minors/authorizations';
import { hasMinors, Minors } from '~/features/reservations/minors/minors';
import { PassengerDocuments } from '~/features/reservations/passengers/passenger-documents';
import {
  boardingText,
  fareAndSeatText,
  minorLabel,
  missingText,
  nameOf,
  recipientOf,
} from '~/features/reservations/passengers/passenger-labels';
import { hasRooms, RoomList } from '~/features/reservations/rooms/room-list';
import { isActive } from '~/features/reservations/status/reservation-states';
import { WhatsAppAnchor } from '~/features/reservations/whatsapp/whatsapp-anchor';
import { formatMoney, useFormats } from '~/lib/formats';
import { formatContact } from '~/lib/number-formats';
import { tripPaths } from '~/lib/trip-paths';
import table from '~/ui/layout/data-table.module.css';
import { Row, Rows } from '~/ui/layout/rows';
import { TitledCard } from '~/ui/layout/titled-card';
import { ActionMenu } from '~/ui/navigation/action-menu';
import { partyEntries, personEntries } from '../reservation-tasks/actions';
import { mayBoard, type Task } from '../reservation-tasks/task';
import { EntryButtons } from './entry-buttons';

interface PeopleSectionProps {
  reservation: ReservationForStaff;
  /** Its participants as dialogs know them. */
  people: readonly Passenger[];
  onTask: (task: Task) => void;
}

/** Who travels: data, fare, share, seat and attendance; what can be done with each and with all; their extras. */
export function PeopleSection({ reservation, people, onTask }: PeopleSectionProps) {
  const shares = new Map(reservation.participants.map(({ id, shareCents }) => [id, shareCents]));
  const seats = { label: 'Poltronas', to: tripPaths.seats(reservation.trip.id) };
  return (
    <TitledCard title="Pessoas e poltronas" note={plural(people.length, 'pessoa')}>
      <Rows plain>
        {people.map((person) => (
          <Person
            key={person.id}
            person={person}
            questions={reservation.trip.questions}
            shareCents={shares.get(person.id) ?? 0}
            onTask={onTask}
          />
        ))}
      </Rows>
      <EntryButtons entries={[...partyEntries(people, onTask), seats]} />
      {hasMinors(reservation) && (
        <Part title="Menores de 18 anos">
          <Minors reservation={reservation} forStaff />
          {isActive(reservation) && <Authorizations reservation={reservation} forStaff />}
        </Part>
      )}
      {hasQuestions(reservation) && (
        <Part title="Perguntas">
          <ReservationAnswers reservation={reservation} />
        </Part>
      )}
      {isActive(reservation) && hasRooms({ reservation, details: reservation }) && (
        <Part title="Quartos">
          <RoomList reservation={reservation} details={reservation} />
        </Part>
      )}
      {isActive(reservation) && hasExtras({ reservation, details: reservation }) && (
        <Part title="Adicionais">
          <ExtraList reservation={reservation} details={reservation} forStaff />
        </Part>
      )}
    </TitledCard>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id} mt={16} pt={12} style={{ borderTop: '1px solid var(--border)' }}>
      <Title id={id} order={3} fz="0.9375rem" mb={4}>
        {title}
      </Title>
      {children}
    </Box>
  );
}

interface PersonProps extends Pick<PeopleSectionProps, 'onTask'> {
  person: Passenger;
  questions: readonly AskedQuestion[];
  shareCents: number;
}

function Person({ person, questions, shareCents, onTask }: PersonProps) {
  const name = nameOf(person);
  const { isPayer, priceCents, companion } = person;
  const minor = minorLabel(person);
  return (
    <Row style={{ flexWrap: 'nowrap', alignItems: 'flex-start' }}>
      <Stack gap={0} flex={1} align="start" miw={0}>
        <Text span fw={600} fs={person.name ? undefined : 'italic'} className={table.name}>
          {name}
        </Text>
        <Text span fz="sm">
          <Text span fw={600} className={table.number}>
            {formatMoney(shareCents)}
          </Text>
          {!Object.is(shareCents, priceCents) && ` (tarifa ${formatMoney(priceCents)})`} · {fareAndSeatText(person)}
        </Text>
        <span className={table.detail}>
          {[isPayer && 'Quem paga', boardingText(person)].filter(Boolean).join(' · ')}
        </span>
        <PassengerDocuments passenger={person} />
        {minor && (
          <span className={table.detail}>{[minor, companion && `com ${companion}`].filter(Boolean).join(' · ')}</span>
        )}
        {authorizationWarning(person) && <Line color="var(--warning)">{authorizationWarning(person)}</Line>}
        <AnswerLines answers={person.answers} questions={questions} />
        <Standing person={person} onTask={onTask} />
        <Contact person={person} />
      </Stack>
      <ActionMenu
        shadow="md"
        width={250}
        transitionProps={{ duration: 0 }}
        entries={personEntries(person, onTask)}
        button={
          <ActionIcon variant="default" size={44} radius="xl" flex="none" aria-label={`Mais ações: ${name}`}>
            <IconDots size={20} aria-hidden />
          </ActionIcon>
        }
      />
    </Row>
  );
}

/** Attendance, else what is missing before it. */
function Standing({ person, onTask }: Pick<PersonProps, 'person' | 'onTask'>) {
  const { formatMoment } = useFormats();
  const { boardedAt, missedAt, heldUntil } = person;
  if (boardedAt) return <Line color="var(--success)">Embarcou em {formatMoment(boardedAt)}</Line>;
  if (missedAt) return <Line color="var(--danger)">Não compareceu</Line>;
  const missing = mayBoard(person) ? missingText(person) : undefined;
  return (
    <>
      {heldUntil && <Line color="var(--warning)">Aguarda o sinal até {formatMoment(heldUntil)}</Line>}
      {missing && person.missing.every((field) => field === 'minorStatement') ? (
        // Said below for all of the reservation, in no dialog of a person.
        <Line color="var(--warning)">{missing}</Line>
      ) : missing ? (
        <Button
          variant="subtle"
          size="md"
          h="auto"
          mih={44}
          mx={-8}
          px={8}
          c="var(--warning)"
          fz="sm"
          // Two lines on phones.
          styles={{ label: { lineHeight: 1.35, textAlign: 'start', whiteSpace: 'normal' } }}
          onClick={() => onTask({ kind: 'person', passenger: person })}
        >
          {missing}
        </Button>
      ) : (
        <span className={table.detail}>Dados completos</span>
      )}
    </>
  );
}

function Line({ color, children }: { color: string; children: ReactNode }) {
  return (
    <Text span c={color} fz="sm" fw={600}>
      {children}
    </Text>
  );
}

/** A telephone of their own; the payer's is at the top of the page. */
function Contact({ person }: { person: Passenger }) {
  const recipient = recipientOf(person);
  if (recipient.isPayer) return null;
  return (
    <Group component="span" gap="0 16px">
      <WhatsAppAnchor className={table.contact} facts={person.reservation.chat} to={recipient} participant={person} />
      <a className={table.contact} href={`tel:${recipient.contact}`} aria-label={`Ligar para ${recipient.name}`}>
        <IconPhone size={18} aria-hidden />
        {formatContact(recipient.contact)}
      </a>
    </Group>
  );
}
