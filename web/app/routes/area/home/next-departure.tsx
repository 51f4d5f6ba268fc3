import { pagePaths } from '@passeio/contract/paths';
import { IconArrowRight } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { ClientReservation } from '~/features/reservations/client-reservation';
import { NextStep } from '~/features/reservations/next-step';
import { PayLink } from '~/features/reservations/payment/pay-link';
import { ReservationStatusBadge } from '~/features/reservations/status-badge';
import { TripPicture } from '~/features/trips/trip-picture';
import { formatPeople } from '~/lib/formats';
import { momentInWords } from '~/lib/trip-duration';
import styles from './next-departure.module.css';

/** The user's next departure. */
export function NextDeparture({ reservation, timeZone }: { reservation: ClientReservation; timeZone: string }) {
  const { trip, status, code, participants } = reservation;
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
        <p className={styles.date}>{momentInWords(trip.date, timeZone)}</p>
        <p className={styles.status}>
          <ReservationStatusBadge status={status} />
          <span>
            {formatPeople(participants.length)} · reserva {code}
          </span>
        </p>
        <NextStep reservation={reservation} timeZone={timeZone} />
        <div className={styles.actions}>
          <PayLink reservation={reservation} describedBy="proxima-saida" />
          <Link to={pagePaths.reservation(code)} className={styles.link}>
            Ver minha reserva
            <IconArrowRight size={18} aria-hidden />
          </Link>
        </div>
      </div>
    </section>
  );
}
