import { Text } from '@mantine/core';
import { reservationStates } from '@passeio/contract/reservation-states';
import type { Reservation } from '@passeio/contract/reservations';
import { IconArrowRight } from '@tabler/icons-react';
import { Link } from 'react-router';
import { nextStep } from '~/features/reservations/next-step';
import { TripPicture } from '~/features/trips/trip-picture';
import { formatLongDate, formatTime } from '~/lib/formats';
import styles from './next-departure.module.css';

/** The user's next departure. */
export function NextDeparture({ reservation, timeZone }: { reservation: Reservation; timeZone: string }) {
  const { trip, status, code } = reservation;
  return (
    <section className={styles.banner} aria-labelledby="proxima-saida">
      <div className={styles.picture}>
        <TripPicture image={trip.cardImage} sizes="(min-width: 62em) 24rem, 100vw" />
      </div>
      <div className={styles.body}>
        <p className={styles.kicker}>Sua próxima saída</p>
        <h2 id="proxima-saida" className={styles.title}>
          {trip.title}
        </h2>
        <p className={styles.date}>
          {formatLongDate(trip.date, timeZone)}, às {formatTime(trip.date, timeZone)}
        </p>
        <Text mt="md">
          <strong>{reservationStates[status].label}</strong> · reserva {code}
        </Text>
        <p className={styles.next}>{nextStep(reservation, timeZone)}</p>
        <Link to="/minhasreservas" className={styles.link}>
          Ver minha reserva
          <IconArrowRight size={18} aria-hidden />
        </Link>
      </div>
    </section>
  );
}
