import { tripPagePath } from '@passeio/contract/public-paths';
import type { TripCardData } from '~/features/trips/trip-card';
import { TripPicture } from '~/features/trips/trip-picture';
import { useSettings } from '~/lib/settings';
import { buttonClass } from '~/ui/inputs/button';
import { Icon } from '~/ui/media/icon';
import { PrefetchLink } from '~/ui/navigation/prefetch-link';
import styles from './hero.module.css';

export const HERO_SIZES = '(min-width: 62rem) 60vw, 100vw';

/** Hero: the operator's slogan beside the next trip's picture. */
export function Hero({ trip }: { trip: TripCardData | undefined }) {
  const { name, tagline, heroText } = useSettings();
  return (
    <section className={styles.hero}>
      <div className={styles.picture}>
        <TripPicture image={trip?.image ?? null} sizes={HERO_SIZES} priority decorative />
        {trip && <NextTrip trip={trip} />}
      </div>
      <div className={styles.words}>
        <h1 className={styles.title}>{tagline || name}</h1>
        {heroText && <p className={styles.text}>{heroText}</p>}
        <p className={styles.actions}>
          <PrefetchLink to="/portal/passeio" className={buttonClass()}>
            Ver os passeios
          </PrefetchLink>
          <a href="#como-funciona" className={styles.how}>
            Como funciona
          </a>
        </p>
      </div>
    </section>
  );
}

function NextTrip({ trip }: { trip: TripCardData }) {
  return (
    <PrefetchLink to={tripPagePath(trip.slug)} className={styles.next}>
      <span className={styles.nextWords}>
        <span className={styles.nextLabel}>Próxima saída: {trip.dates}</span>
        <span className={styles.nextTitle}>{trip.title}</span>
        <span className={styles.nextFacts}>
          <strong>{trip.price}</strong>
          {trip.childPrice && <span>{trip.childPrice}</span>}
          <span>{trip.places}</span>
        </span>
      </span>
      <span className={styles.nextGo}>
        <Icon name="right" />
      </span>
    </PrefetchLink>
  );
}
