import type { Trip } from '@passeio/contract/trips/trips';
import { type ReactNode, useEffect } from 'react';
import { cardImage, TripPicture } from '~/features/trips/trip-picture';
import { loadTrips, useTrips } from '~/features/trips/trips-store';
import { formatPlacesLeft, formatPrices, useFormats } from '~/lib/formats';
import { Notice } from '~/ui/feedback/notice';
import { Button } from '~/ui/inputs/button';
import { groupByMonth } from '../shared/months';
import pageStyles from '../shared/page.module.css';
import styles from './layout.module.css';

interface EntryProps {
  onChoose: (trip: Trip) => void;
}

interface ScheduleProps extends EntryProps {
  isOpen: boolean;
  /** Shown until there are trips. */
  loading: ReactNode;
}

/** The active trips by month, as the header's dropdown shows them; fetched whenever it opens. */
export function Schedule({ isOpen, onChoose, loading }: ScheduleProps) {
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
  if (phase !== 'ready') return loading;
  if (trips.length === 0) {
    return <Notice title="Nenhum passeio aberto no momento" text="Novas datas saem sempre. Fale com a gente!" />;
  }
  return groupByMonth(trips, formats).map(({ key, name, trips: ofMonth }) => (
    <section key={key} className={styles.month} aria-labelledby={`agenda-${key}`}>
      <h2 id={`agenda-${key}`}>{name}</h2>
      <ul>
        {ofMonth.map((trip) => (
          <li key={trip.id}>
            <ScheduleEntry trip={trip} onChoose={onChoose} />
          </li>
        ))}
      </ul>
    </section>
  ));
}

function ScheduleEntry({ trip, onChoose }: EntryProps & { trip: Trip }) {
  const { formatShortDate } = useFormats();
  const { price, childPrice } = formatPrices(trip);
  return (
    <button type="button" className={styles.trip} onClick={() => onChoose(trip)} aria-haspopup="dialog">
      <span className={styles.thumb}>
        <TripPicture image={cardImage(trip)} sizes="5rem" decorative />
      </span>
      <span className={styles.words}>
        <strong>{trip.title}</strong>
        <small className={`${pageStyles.row} ${styles.facts}`}>
          <span>{formatShortDate(trip.date)}</span>
          <span>{price}</span>
          {childPrice && <span>{childPrice}</span>}
          <span data-none={trip.placesLeft <= 0 || undefined}>{formatPlacesLeft(trip.placesLeft)}</span>
        </small>
      </span>
    </button>
  );
}
