import { Button } from '@mantine/core';
import { IconBrandWhatsapp, IconPencil } from '@tabler/icons-react';
import { whatsAppLink } from '~/lib/formats';
import { formatContact } from '~/lib/number-formats';
import type { ClientPassenger } from '../client-reservation';
import { type DataRequest, namesOf, requestsFor, requestText } from './missing-data';
import styles from './missing-list.module.css';
import { fareWords, fieldWords, minorWords, nameOf, type Sender } from './passenger-labels';
import type { Task } from './task';

interface MissingListProps {
  passengers: readonly ClientPassenger[];
  sender: Sender;
  /** The site's, for links to reservations. */
  origin: string;
  onTask: (task: Task) => void;
}

/** Who lacks which data, by who is asked for it: one tap opens WhatsApp with the message typed. */
export function MissingList({ passengers, sender, origin, onTask }: MissingListProps) {
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
          <Button
            component="a"
            href={whatsAppLink(request.recipient.contact, requestText(request, sender, origin))}
            target="_blank"
            rel="noreferrer"
            size="md"
            variant="light"
            leftSection={<IconBrandWhatsapp size={20} aria-hidden />}
            aria-label={`Pedir no WhatsApp de ${request.recipient.name} os dados de ${namesOf(request)}`}
          >
            Pedir no WhatsApp
          </Button>
        </li>
      ))}
    </ul>
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

function Person({ passenger, onTask }: { passenger: ClientPassenger; onTask: (task: Task) => void }) {
  const name = nameOf(passenger);
  return (
    <li className={styles.person}>
      <div>
        <strong>{name}</strong>
        <span className={styles.detail}>
          {[fareWords(passenger), minorWords(passenger)].filter(Boolean).join(' · ')}
        </span>
        <span className={styles.missing}>Falta: {fieldWords(passenger.missing)}</span>
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
