import { TripCard, type TripCardData } from '~/features/trips/trip-card';
import styles from './page.module.css';

interface TripCardsProps {
  trips: TripCardData[];
  /** Number of pictures above the fold. */
  inSight?: number;
}

export function TripCards({ trips, inSight = 0 }: TripCardsProps) {
  return (
    <ul className={styles.grid}>
      {trips.map((trip, index) => (
        <li key={trip.id}>
          <TripCard trip={trip} priority={index < inSight} />
        </li>
      ))}
    </ul>
  );
}
