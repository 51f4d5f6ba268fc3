import { TripCard, type TripCardData } from '~/features/trips/trip-card';
import styles from './page.module.css';

interface TripCardsProps {
  trips: TripCardData[];
  /** How many pictures are in sight when the page opens. */
  inSight?: number;
}

export function TripCards({ trips, inSight = 0 }: TripCardsProps) {
  return (
    <ul className={styles.cards}>
      {trips.map((trip, index) => (
        <li key={trip.id}>
          <TripCard trip={trip} priority={index < inSight} />
        </li>
      ))}
    </ul>
  );
}
