import type { Trip } from '@passeio/contract/trips/trips';
import { useEffect } from 'react';
import { cardImage } from '~/features/trips/card';
import { byMonth } from '~/features/trips/months';
import { TripPicture } from '~/features/trips/trip-picture';
import { loadTrips, useTrips } from '~/features/trips/trips-store';
import { formatPlacesLeft, pricesInWords, useFormats } from '~/lib/formats';
import { Notice } from '~/ui/feedback/notice';
import { Button } from '~/ui/inputs/button';
import styles from './schedule.module.css';
import { ScheduleLoading } from './schedule-loading';

interface ScheduleProps {
  onChoose: (trip: Trip) => void;
}

/** The active trips by month, as the header's dropdown shows them; fetched whenever it opens. */
export function Schedule({ isOpen, onChoose }: ScheduleProps & { isOpen: boolean }) {
  const formats = useFormats();
  const { trips, phase, failure } = useTrips();
  useEffect(() => {
    if (isOpen) void loadTrips();
  }, [isOpen]);
  if (phase === 'failed') {
    return (
      <Notice title="Não foi possível carregar os passeios" text={failure} alert>
        <Button onClick={loadTrips}>Tentar de novo</Button>
      </Notice>
    );
  }
  if (phase !== 'ready') {
    return <ScheduleLoading />;
  }
  if (trips.length === 0) {
    return <Notice title="Nenhum passeio aberto no momento" text="Novas datas saem sempre. Fale com a gente!" />;
  }
  return byMonth(trips, formats).map(({ key, name, trips: ofMonth }) => (
    <section key={key} className={styles.month} aria-labelledby={`agenda-${key}`}>
      <h2 id={`agenda-${key}`} className={styles.name}>
        {name}
      </h2>
      <ul className={styles.trips}>
        {ofMonth.map((trip) => (
          <li key={trip.id}>
            <ScheduleEntry trip={trip} onChoose={onChoose} />
          </li>
        ))}
      </ul>
    </section>
  ));
}

function ScheduleEntry({ trip, onChoose }: ScheduleProps & { trip: Trip }) {
  const { formatShortDate } = useFormats();
  const { price, childPrice } = pricesInWords(trip);
  return (
    <button type="button" className={styles.trip} onClick={() => onChoose(trip)} aria-haspopup="dialog">
      <span className={styles.thumb}>
        <TripPicture image={cardImage(trip)} sizes="5rem" decorative />
      </span>
      <span className={styles.words}>
        <span className={styles.title}>{trip.title}</span>
        <span className={styles.facts}>
          <span>{formatShortDate(trip.date)}</span>
          <span>{price}</span>
          {childPrice && <span>{childPrice}</span>}
          <span data-none={trip.placesLeft <= 0 || undefined}>{formatPlacesLeft(trip.placesLeft)}</span>
        </span>
      </span>
    </button>
  );
}
