import { pagePaths } from '@passeio/contract/paths';
import type { Reservation } from '@passeio/contract/reservations/reservations';
import { plural } from '@passeio/contract/words';
import { IconArrowRight } from '@tabler/icons-react';
import { useId } from 'react';
import { Link } from 'react-router';
import { NextStep } from '~/features/reservations/next-step';
import { PayLink } from '~/features/reservations/payment/pay-link';
import { ReservationStatusBadge } from '~/features/reservations/status-badge';
import { VoucherLink } from '~/features/reservations/voucher/voucher-link';
import { TripPicture } from '~/features/trips/trip-picture';
import { useFormats } from '~/lib/formats';
import styles from './next-departure.module.css';

interface NextDepartureProps {
  reservation: Reservation;
  kicker?: string;
  /** Called when the deadline has passed. */
  onOver?: () => void;
}

/** The user's next departure, or places that were offered to them. */
export function NextDeparture({ reservation, kicker = 'Sua próxima saída', onOver }: NextDepartureProps) {
  const { formatLongMoment } = useFormats();
  const { trip, status, code, participants } = reservation;
  const title = useId();
  return (
    <section className={styles.banner} aria-labelledby={title}>
      <div className={styles.picture}>
        <TripPicture image={trip.cardImage} sizes="(min-width: 62em) 24rem, 100vw" />
      </div>
      <div className={styles.body}>
        <p className={styles.kicker}>{kicker}</p>
        <h2 id={title} className={styles.title}>
          {trip.title}
        </h2>
        <p className={styles.date}>{formatLongMoment(trip.date)}</p>
        <p className={styles.status}>
          <ReservationStatusBadge status={status} />
          <span>
            {plural(participants.length, 'pessoa')} · reserva {code}
          </span>
        </p>
        <NextStep reservation={reservation} onOver={onOver} />
        <div className={styles.actions}>
          <VoucherLink reservation={reservation} describedBy={title} />
          <PayLink reservation={reservation} describedBy={title} />
          <Link to={pagePaths.reservation(code)} className={styles.link}>
            Ver minha reserva
            <IconArrowRight size={18} aria-hidden />
          </Link>
        </div>
      </div>
    </section>
  );
}
