import { Button } from '@mantine/core';
import type { Passenger } from '@passeio/contract/boarding/passengers';
import { IconBrandWhatsapp, IconPencil } from '@tabler/icons-react';
import { fareText, fieldsText, minorLabel, nameOf } from '~/features/reservations/passengers/passenger-labels';
import { useChatLink } from '~/features/reservations/whatsapp/use-chat-link';
import { formatContact } from '~/lib/number-formats';
import { chatOf, type DataRequest, mayFillByLink, namesOf, requestsFor } from './missing-data';
import styles from './missing-list.module.css';
import type { Task } from './task';

interface MissingListProps {
  passengers: readonly Passenger[];
  trip: { hasDeparted: boolean };
  onTask: (task: Task) => void;
}

/** Who lacks which data, by who is asked for it: one tap opens WhatsApp with the message typed. */
export function MissingList({ passengers, trip, onTask }: MissingListProps) {
  return (
    <ul className={styles.requests} aria-label="Faltam dados">
      {requestsFor(passengers).map((request) => (
        <li key={request.key} className={styles.request}>
          <Asked request={request} />
          <ul className={styles.people}>
            {request.people.map((passenger) => (
              <Person key={passenger.id} passenger={passenger} onTask={onTask} />
            ))}
          </ul>
          <Ask request={request} {...{ trip, onTask }} />
        </li>
      ))}
    </ul>
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
    <p className={styles.asked}>
      <strong>Pedir a {recipient.name}</strong>
      <span>
        {formatContact(recipient.contact)} · Reserva {reservation.code}
      </span>
    </p>
  );
}

function Person({ passenger, onTask }: { passenger: Passenger; onTask: (task: Task) => void }) {
  const name = nameOf(passenger);
  return (
    <li className={styles.person}>
      <div>
        <strong>{name}</strong>
        <span className={styles.detail}>
          {[fareText(passenger), minorLabel(passenger)].filter(Boolean).join(' · ')}
        </span>
        <span className={styles.missing}>Falta: {fieldsText(passenger.missing)}</span>
      </div>
      <Button
        size="md"
        variant="subtle"
        px={12}
        className={styles.fill}
        leftSection={<IconPencil size={18} aria-hidden />}
        aria-label={`Preencher os dados de ${name}`}
        onClick={() => onTask({ kind: 'person', passenger })}
      >
        <span className={styles.word}>Preencher</span>
      </Button>
    </li>
  );
}
