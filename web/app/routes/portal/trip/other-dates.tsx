import { tripPagePath } from '@passeio/contract/public-paths';
import type { TripCardData } from '~/features/trips/trip-card';
import { PrefetchLink } from '~/ui/navigation/prefetch-link';
import styles from './other-dates.module.css';

export interface OtherDate extends Pick<TripCardData, 'slug' | 'dates' | 'price' | 'places'> {
  isSoldOut: boolean;
}

/** The other coming departures of a trip. */
export function OtherDates({ dates }: { dates: OtherDate[] }) {
  return (
    <ul className={styles.dates}>
      {dates.map(({ slug, dates: days, price, places, isSoldOut }) => (
        <li key={slug}>
          <PrefetchLink to={tripPagePath(slug)} className={styles.date}>
            <strong>{days}</strong>
            <span>{price}</span>
            <span className={styles.places} data-none={isSoldOut || undefined}>
              {places}
            </span>
          </PrefetchLink>
        </li>
      ))}
    </ul>
  );
}
