import { Group, Text } from '@mantine/core';
import { pagePaths } from '@passeio/contract/paths';
import type { Reservation } from '@passeio/contract/reservations/reservations';
import { plural } from '@passeio/contract/words';
import { IconArrowRight } from '@tabler/icons-react';
import { useId } from 'react';
import { Link } from 'react-router';
import { PayLink, VoucherLink } from '~/features/reservations/my-reservations/links';
import { NextStep } from '~/features/reservations/status/next-step';
import { ReservationStatusBadge } from '~/features/reservations/status/status-badge';
import { TripPicture } from '~/features/trips/trip-picture';
import { useFormats } from '~/lib/formats';
import { Card } from '~/ui/layout/card';
import text from '~/ui/text/text.module.css';
import styles from './home.module.css';

interface NextDepartureProps {
  reservation: Reservation;
  kicker?: string;
}

/** The user's next departure, or places that were offered to them. */
export function NextDeparture({ reservation, kicker = 'Sua próxima saída' }: NextDepartureProps) {
  const { formatLongMoment } = useFormats();
  const { trip, status, code, participants } = reservation;
  const title = useId();
  return (
    <Card component="section" flush className={styles.banner} aria-labelledby={title}>
      <div className={styles.picture}>
        <TripPicture image={trip.cardImage} sizes="(min-width: 62em) 24rem, 100vw" />
      </div>
      <div className={styles.body}>
        <Text c="var(--accent-text)" fz="sm" fw={700}>
          {kicker}
        </Text>
        <h2 id={title} className={styles.title}>
          {trip.title}
        </h2>
        <Text mt={6} className={text.capital}>
          {formatLongMoment(trip.date)}
        </Text>
        <Group component="p" gap="4px 12px" mt="md">
          <ReservationStatusBadge status={status} />
          <span>
            {plural(participants.length, 'pessoa')} · reserva {code}
          </span>
        </Group>
        <NextStep reservation={reservation} />
        <Group gap="4px 20px" mt="sm">
          <VoucherLink reservation={reservation} describedBy={title} />
          <PayLink reservation={reservation} describedBy={title} />
          <Link to={pagePaths.reservation(code)} className={text.line}>
            Ver minha reserva
            <IconArrowRight size={18} aria-hidden />
          </Link>
        </Group>
      </div>
    </Card>
  );
}
