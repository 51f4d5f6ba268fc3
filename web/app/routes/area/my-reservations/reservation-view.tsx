import { Button } from '@mantine/core';
import { pagePaths } from '@passeio/contract/paths';
import { IconBrandWhatsapp, IconCalendar, IconMapPin } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { CancelButton } from '~/features/reservations/cancel-button';
import { askToCancel, cancelReservation } from '~/features/reservations/cancel-reservation';
import {
  type ClientReservation,
  type ClientReservationDetails,
  isActive,
} from '~/features/reservations/client-reservation';
import { CopyCode } from '~/features/reservations/copy-code';
import { firstMessage } from '~/features/reservations/first-message';
import { NextStep } from '~/features/reservations/next-step';
import { EditablePeople } from '~/features/reservations/participants/editable-people';
import { PeopleList } from '~/features/reservations/participants/people-list';
import { PriceLines } from '~/features/reservations/price-lines';
import { ReservationStatusBadge } from '~/features/reservations/status-badge';
import { TripPicture } from '~/features/trips/trip-picture';
import { formatNumericDate, formatPeople, whatsAppLink } from '~/lib/formats';
import { useSettings } from '~/lib/settings';
import { momentInWords } from '~/lib/trip-duration';
import { boardingInWords } from './boarding';
import styles from './reservation-view.module.css';

interface ReservationViewProps {
  reservation: ClientReservation;
  /** What a change needs; absent offline. */
  details?: ClientReservationDetails;
  /** Reloads the reservation. */
  onChanged: () => void;
  /** Pays for it; absent offline. */
  payment?: ReactNode;
}

/** A reservation of the user: where it stands, what to do next, its people and its price. */
export function ReservationView({ reservation, details, onChanged, payment }: ReservationViewProps) {
  return (
    <div className={styles.page}>
      <Standing reservation={reservation} onChanged={onChanged} payment={payment} />
      <People reservation={reservation} details={details} onChanged={onChanged} />
      <div className={styles.money}>
        <Card title="Valores">
          <PriceLines reservation={reservation} />
        </Card>
        <CancelButton reservation={reservation} onCancelled={onChanged} />
      </div>
    </div>
  );
}

/** Status, departure, next step, payment, boarding, code. */
function Standing({ reservation, onChanged, payment }: Omit<ReservationViewProps, 'details'>) {
  const { timeZone, whatsapp } = useSettings();
  const { status, trip, code, participants, payable } = reservation;
  const title = useId();
  return (
    <section className={styles.standing} aria-labelledby={title}>
      <div className={styles.picture}>
        <TripPicture image={trip.cardImage} sizes="(min-width: 62em) 20rem, 1px" decorative />
      </div>
      <div className={styles.words}>
        <ReservationStatusBadge status={status} />
        <h2 id={title} className={styles.trip}>
          <a href={pagePaths.trip(trip.slug)}>{trip.title}</a>
        </h2>
        <p className={styles.fact}>
          <IconCalendar size={18} aria-hidden />
          <span className={styles.moment}>{momentInWords(trip.date, timeZone)}</span>
        </p>
        <NextStep reservation={reservation} timeZone={timeZone} onOver={onChanged} />
        {payment}
        <div className={styles.boarding}>
          {boardingInWords(participants, trip.boardingPoints).map((line) => (
            <p key={line} className={styles.fact}>
              <IconMapPin size={18} aria-hidden />
              <span>{line}</span>
            </p>
          ))}
        </div>
        <div className={styles.actions}>
          {whatsapp && (
            <Button
              component="a"
              href={whatsAppLink(whatsapp, firstMessage(reservation, formatNumericDate(trip.date, timeZone)))}
              target="_blank"
              rel="noreferrer"
              size="md"
              variant={status.key === 'deposit_due' && !payable ? 'filled' : 'default'}
              leftSection={<IconBrandWhatsapp size={20} aria-hidden />}
            >
              Falar no WhatsApp
            </Button>
          )}
          <p className={styles.code}>
            Código da reserva: <CopyCode code={code} />
          </p>
        </div>
      </div>
    </section>
  );
}

function People({ reservation, details, onChanged }: ReservationViewProps) {
  const { participants, changeable } = reservation;
  const complete = participants.filter(({ missing }) => missing.length === 0).length;
  const active = isActive(reservation);
  const isAhead = Date.parse(reservation.trip.date) > Date.now();
  const note =
    complete === participants.length ? formatPeople(complete) : `${complete} de ${participants.length} completos`;

  async function cancelInstead(): Promise<void> {
    if ((await askToCancel(reservation)) && (await cancelReservation(reservation))) onChanged();
  }

  return (
    <Card title="Quem vai" note={active ? note : undefined}>
      {active && !changeable && details && (
        <p className={styles.fixed}>
          O prazo para mudar quem viaja passou: fale com a gente.
          {isAhead && ' Os dados que faltam você ainda preenche aqui.'}
        </p>
      )}
      {details && active && isAhead ? (
        <EditablePeople
          party={details}
          changeable={changeable}
          suggest
          onChanged={onChanged}
          onLastRemoved={() => void cancelInstead()}
        />
      ) : (
        <PeopleList people={participants} />
      )}
    </Card>
  );
}

interface CardProps {
  title: string;
  note?: string | undefined;
  children: ReactNode;
}

function Card({ title, note, children }: CardProps) {
  const id = useId();
  return (
    <section className={styles.card} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id}>{title}</h2>
        {note && <p className={styles.note}>{note}</p>}
      </header>
      {children}
    </section>
  );
}
