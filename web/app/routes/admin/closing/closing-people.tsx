import { Button } from '@mantine/core';
import {
  type AttendanceKey,
  attendanceLabels,
  type SettlementPerson,
  type SettlementReport,
} from '@passeio/contract/payments/settlement-report';
import { firstName, plural } from '@passeio/contract/words';
import { IconBrandWhatsapp, IconPhone } from '@tabler/icons-react';
import { Link } from 'react-router';
import { reservationPath } from '~/features/reservations/passengers/passenger-search';
import { formatMoney, useFormats, whatsAppLink } from '~/lib/formats';
import { tripPaths } from '~/lib/trip-paths';
import styles from './closing.module.css';

interface ClosingPeopleProps {
  people: SettlementPerson[];
  trip: SettlementReport['trip'];
  /** When phones may not tap any more, and staff corrects. */
  closesAt: string;
  onCorrect: (person: SettlementPerson) => void;
}

const groups: { key: AttendanceKey; title: string; text: string }[] = [
  { key: 'missed', title: 'Não compareceram', text: 'Todos compareceram.' },
  { key: 'unknown', title: 'Não informados', text: 'O embarque de todos foi informado.' },
  { key: 'boarded', title: 'Viajaram', text: 'Ninguém foi marcado como embarcado.' },
];

/** Who did not come, of whom nobody said anything, and who travelled. */
export function ClosingPeople({ people, trip, closesAt, onCorrect }: ClosingPeopleProps) {
  const { formatMoment } = useFormats();
  const isClosed = Date.parse(closesAt) <= Date.now();
  if (people.length === 0) return <p className={styles.quiet}>Ninguém reservou este passeio.</p>;
  return (
    <>
      {!isClosed && (
        <p className={styles.quiet}>
          A lista de presença fica aberta até {formatMoment(closesAt)}:{' '}
          <Link to={tripPaths.boarding(trip.id)}>marque no embarque</Link>.
        </p>
      )}
      {groups.map(({ key, title, text }) => {
        const members = people.filter(({ attendance }) => attendance === key);
        return (
          <section key={key} aria-labelledby={`grupo-${key}`} className={styles.section}>
            <h3 id={`grupo-${key}`} className={styles.title}>
              {title}
              <small>{members.length > 0 && plural(members.length, 'pessoa')}</small>
            </h3>
            {members.length === 0 && <p className={styles.quiet}>{text}</p>}
            <ul className={styles.list}>
              {members.map((person) => (
                <Person key={person.id} person={person} trip={trip} onCorrect={isClosed ? onCorrect : undefined} />
              ))}
            </ul>
          </section>
        );
      })}
    </>
  );
}

interface PersonProps {
  person: SettlementPerson;
  trip: SettlementReport['trip'];
  onCorrect: ((person: SettlementPerson) => void) | undefined;
}

function Person({ person, trip, onCorrect }: PersonProps) {
  const { name, code, fareLabel, attendance, correction, receivedCents, dueCents, reservationId } = person;
  const missing = dueCents > 0 ? `, faltam ${formatMoney(dueCents)}` : '';
  return (
    <li>
      <span>
        <Link to={reservationPath({ tripId: trip.id, id: reservationId })} className={styles.name}>
          {name}
        </Link>
        <span className={styles.detail}>
          {fareLabel} · reserva {code}: {formatMoney(receivedCents)} {receivedCents > 0 ? 'pagos' : 'pago'}
          {missing}
        </span>
        {correction && (
          <span className={styles.detail}>
            {attendanceLabels[attendance]}, corrigido: {correction}
          </span>
        )}
        {attendance !== 'boarded' && <Contact person={person} title={trip.title} />}
      </span>
      {onCorrect && (
        <Button size="md" variant="default" aria-label={`Corrigir presença: ${name}`} onClick={() => onCorrect(person)}>
          Corrigir
        </Button>
      )}
    </li>
  );
}

function Contact({ person: { name, phone, phoneOf, attendance }, title }: { person: SettlementPerson; title: string }) {
  if (!phone) return null;
  const who = phoneOf ?? name;
  const about =
    attendance === 'missed' ? 'Sentimos a sua falta no passeio' : 'Queremos confirmar se você foi ao passeio';
  return (
    <span className={styles.contact}>
      <a href={`tel:${phone}`} aria-label={`Ligar para ${who}`}>
        <IconPhone size={18} aria-hidden />
        Ligar
      </a>
      <a
        href={whatsAppLink(phone, `Olá, ${firstName(who)}! ${about} “${title}”. Está tudo bem?`)}
        target="_blank"
        rel="noopener"
        aria-label={`WhatsApp de ${who}`}
      >
        <IconBrandWhatsapp size={18} aria-hidden />
        WhatsApp
      </a>
    </span>
  );
}
