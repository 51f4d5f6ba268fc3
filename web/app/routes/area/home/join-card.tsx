import { Stack } from '@mantine/core';
import { pagePaths } from '@passeio/contract/paths';
import type { Reservation } from '@passeio/contract/reservations/reservations';
import type { WaitingListEntry } from '@passeio/contract/reservations/waiting-list';
import type { Trip } from '@passeio/contract/trips/trips';
import { IconCircleCheck } from '@tabler/icons-react';
import { useId } from 'react';
import { Link } from 'react-router';
import { PayLink } from '~/features/reservations/payment/pay-link';
import { JoinButton } from '~/features/trips/join-button';
import { readChoice } from '~/features/trips/party';
import { cardImage, TripPicture } from '~/features/trips/trip-picture';
import { formatPlacesLeft, formatPrices, useFormats } from '~/lib/formats';
import { useJoining } from '../page/use-joining';
import styles from './join-card.module.css';

interface JoinCardProps {
  trip: Trip;
  /** The user's reservation in the trip. */
  reservation: Reservation | undefined;
  /** The user's place in its waiting list. */
  waiting: WaitingListEntry | undefined;
}

/** A trip with a button to join it. */
export function JoinCard({ trip, reservation, waiting }: JoinCardProps) {
  const { formatShortDate, formatTime } = useFormats();
  const title = useId();
  const joining = useJoining();
  const choice = readChoice(trip, undefined);
  const { price, childPrice } = formatPrices(trip);
  return (
    <article className={styles.card} aria-labelledby={title}>
      <div className={styles.picture}>
        <TripPicture image={cardImage(trip)} sizes="(min-width: 48em) 24rem, 92vw" />
      </div>
      <Stack flex={1} gap={6} pt="md" pb={18} px={18}>
        <p className={styles.date}>
          {formatShortDate(trip.date)}, {formatTime(trip.date)}
        </p>
        <h3 id={title} className={styles.title}>
          <a href={pagePaths.trip(trip.slug)}>{trip.title}</a>
        </h3>
        <p className={styles.facts}>
          <strong>{price}</strong>
          {childPrice && <span>{childPrice}</span>}
          <span data-few={trip.placesLeft <= 5 || undefined}>{formatPlacesLeft(trip.placesLeft)}</span>
        </p>
        {reservation ? (
          <Joined reservation={reservation} />
        ) : (
          <JoinButton trip={trip} joining={joining} place={waiting} {...choice} />
        )}
      </Stack>
    </article>
  );
}

function Joined({ reservation }: { reservation: Reservation }) {
  return (
    <>
      <p className={styles.joined}>
        <IconCircleCheck size={20} aria-hidden />
        <span>
          Você já tem uma reserva. <Link to={pagePaths.reservation(reservation.code)}>Ver reserva</Link>
        </span>
      </p>
      <PayLink reservation={reservation} />
    </>
  );
}
