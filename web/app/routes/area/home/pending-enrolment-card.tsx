import { Button, Group } from '@mantine/core';
import { pagePaths } from '@passeio/contract/paths';
import type { Trip } from '@passeio/contract/trips';
import { enrol } from '~/features/reservations/enrol';
import { cardImage } from '~/features/trips/card';
import { JoinButton } from '~/features/trips/join-button';
import { TripPicture } from '~/features/trips/trip-picture';
import { formatLongDate, formatMoney, formatPlacesLeft, formatTime } from '~/lib/formats';
import banner from './next-departure.module.css';
import styles from './pending-enrolment-card.module.css';

interface PendingEnrolmentCardProps {
  trip: Trip;
  timeZone: string;
  onEnrolled: () => void;
  onDropped: () => void;
}

/** The pending enrolment: reserve it or dismiss it. */
export function PendingEnrolmentCard({ trip, timeZone, onEnrolled, onDropped }: PendingEnrolmentCardProps) {
  return (
    <section className={`${banner.banner} ${styles.card}`} aria-labelledby="desejo">
      <div className={banner.picture}>
        <TripPicture image={cardImage(trip)} sizes="(min-width: 62em) 24rem, 100vw" />
      </div>
      <div className={banner.body}>
        <h2 id="desejo" className={`${banner.title} ${styles.title}`}>
          <span className={`${banner.kicker} ${styles.kicker}`}>Você está reservando: </span>
          <a href={pagePaths.trip(trip.slug)}>{trip.title}</a>
        </h2>
        <p className={banner.date}>
          {formatLongDate(trip.date, timeZone)}, às {formatTime(trip.date, timeZone)}
        </p>
        <p className={styles.facts}>
          <strong>{formatMoney(trip.priceCents)}</strong> <span>{formatPlacesLeft(trip.placesLeft)}</span>
        </p>
        <Group gap="0.5rem 0.75rem" align="flex-start" mt="md">
          <JoinButton trip={trip} join={enrol} label="Concluir reserva" onJoined={onEnrolled} />
          <Button size="md" variant="subtle" onClick={onDropped}>
            Agora não
          </Button>
        </Group>
      </div>
    </section>
  );
}
