import { Box, Button, Group, Text } from '@mantine/core';
import type { Passenger } from '@passeio/contract/boarding/passengers';
import { IconBrandWhatsapp, IconPencil } from '@tabler/icons-react';
import { fareText, fieldsText, minorLabel, nameOf } from '~/features/reservations/passengers/passenger-labels';
import { useChatLink } from '~/features/reservations/whatsapp/use-chat-link';
import { formatContact } from '~/lib/number-formats';
import { Card } from '~/ui/layout/card';
import table from '~/ui/layout/data-table.module.css';
import { Grid } from '~/ui/layout/grid';
import { chatOf, type DataRequest, mayFillByLink, namesOf, requestsFor } from '../reservation-tasks/data-requests';
import type { Task } from '../reservation-tasks/task';
import styles from './passenger-list.module.css';

interface MissingListProps {
  passengers: readonly Passenger[];
  trip: { hasDeparted: boolean };
  onTask: (task: Task) => void;
}

/** Passengers with missing data, by the person to ask: one tap opens WhatsApp with the message typed. */
export function MissingList({ passengers, trip, onTask }: MissingListProps) {
  return (
    <Grid component="ul" min="26rem" className={styles.requests} aria-label="Faltam dados">
      {requestsFor(passengers).map((request) => (
        <Card component="li" key={request.key} gap="small">
          <Asked request={request} />
          <ul>
            {request.people.map((passenger) => (
              <Person key={passenger.id} passenger={passenger} onTask={onTask} />
            ))}
          </ul>
          <Ask request={request} {...{ trip, onTask }} />
        </Card>
      ))}
    </Grid>
  );
}

interface AskProps extends Omit<MissingListProps, 'passengers'> {
  request: DataRequest;
}

/** A participant is sent a link of their own, which is created first; the payer the reservation's page. */
function Ask({ request, trip, onTask }: AskProps) {
  const chatLink = useChatLink();
  const { recipient, people } = request;
  const looks = {
    size: 'md',
    variant: 'light',
    leftSection: <IconBrandWhatsapp size={20} aria-hidden />,
    'aria-label': `Pedir no WhatsApp de ${recipient.name} os dados de ${namesOf(request)}`,
  } as const;
  const [passenger] = people;
  if (!recipient.isPayer && passenger && mayFillByLink(passenger, trip)) {
    return (
      <Button {...looks} onClick={() => onTask({ kind: 'request', passenger })}>
        Pedir no WhatsApp
      </Button>
    );
  }
  return (
    <Button component="a" {...chatLink(chatOf(request))} {...looks}>
      Pedir no WhatsApp
    </Button>
  );
}

function Asked({ request: { recipient, reservation } }: { request: DataRequest }) {
  return (
    <p>
      <strong>Pedir a {recipient.name}</strong>
      <span className={table.detail}>
        {formatContact(recipient.contact)} · Reserva {reservation.code}
      </span>
    </p>
  );
}

function Person({ passenger, onTask }: { passenger: Passenger; onTask: (task: Task) => void }) {
  const name = nameOf(passenger);
  return (
    <Group component="li" gap={12} py={8} justify="space-between" wrap="nowrap" className={styles.line}>
      <Box miw={0} lh={1.35}>
        <span className={table.name}>{name}</span>
        <span className={table.detail}>{[fareText(passenger), minorLabel(passenger)].filter(Boolean).join(' · ')}</span>
        <Text c="var(--warning)" fz={15} fw={600}>
          Falta: {fieldsText(passenger.missing)}
        </Text>
      </Box>
      <Button
        size="md"
        variant="subtle"
        px={12}
        flex="none"
        className={styles.fill}
        leftSection={<IconPencil size={18} aria-hidden />}
        aria-label={`Preencher os dados de ${name}`}
        onClick={() => onTask({ kind: 'person', passenger })}
      >
        <span className={styles.word}>Preencher</span>
      </Button>
    </Group>
  );
}
