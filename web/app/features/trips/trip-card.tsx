import { tripPagePath } from '@passeio/contract/public-paths';
import type { Trip, TripImage } from '@passeio/contract/trips/trips';
import { useId } from 'react';
import { Icon } from '~/ui/media/icon';
import { PrefetchLink } from '~/ui/navigation/prefetch-link';
import { SituationMark } from './situation-mark';
import styles from './trip-card.module.css';
import { TripPicture } from './trip-picture';

export interface TripCardData extends Pick<Trip, 'id' | 'slug' | 'title' | 'summary' | 'situation' | 'onRequest'> {
  situationLabel: string;
  /** "sáb., 5 de dez.". */
  dates: string;
  /** "Bate-volta". */
  duration: string;
  /** "R$ 289,00". */
  price: string;
  /** As "Criança R$ 94,50"; empty without one. */
  childPrice: string;
  /** "Restam 12 vagas". */
  places: string;
  image: TripImage | null;
}

interface TripCardProps {
  trip: TripCardData;
  /** The picture is above the fold: loads it with priority. */
  priority?: boolean;
}

/** A trip in a list; the whole card is a link to its page. */
export function TripCard({ trip, priority }: TripCardProps) {
  const title = useId();
  return (
    <article className={styles.card} aria-labelledby={title}>
      <div className={styles.picture}>
        <TripPicture
          image={trip.image}
          sizes="(min-width: 75rem) 23.5rem, (min-width: 62rem) 31vw, (min-width: 40rem) 46vw, 92vw"
          priority={priority}
        />
        <span className={styles.badge}>
          <SituationMark situation={trip.situation} label={trip.situationLabel} />
        </span>
      </div>
      <div className={styles.body}>
        <p className={styles.date}>
          <Icon name="calendar" size={18} />
          <span>
            {trip.dates} <span className={styles.duration}>{trip.duration}</span>
          </span>
        </p>
        <h3 id={title} className={styles.title}>
          <PrefetchLink to={tripPagePath(trip.slug)} className={styles.link}>
            {trip.title}
          </PrefetchLink>
        </h3>
        {trip.summary && <p className={styles.summary}>{trip.summary}</p>}
        <p className={styles.facts}>
          <span className={styles.price}>
            {trip.price} {trip.childPrice && <small>{trip.childPrice}</small>}
          </span>
          <span className={styles.places} data-situation={trip.situation}>
            {trip.onRequest && <span className={styles.onRequest}>Sob consulta</span>}
            {trip.places}
          </span>
        </p>
      </div>
    </article>
  );
}
