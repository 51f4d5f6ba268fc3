import { Button } from '@mantine/core';
import { pagePaths } from '@passeio/contract/paths';
import type { Reservation } from '@passeio/contract/reservations/reservations';
import { plural } from '@passeio/contract/words';
import { IconBrandWhatsapp, IconCalendar } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { formatMoney, useFormats, whatsAppLink } from '~/lib/formats';
import { CancelButton } from './cancellation/cancel-button';
import { CopyCode } from './copy-code';
import { firstMessage } from './first-message';
import { NextStep } from './next-step';
import { PayLink } from './payment/pay-link';
import styles from './reservation-card.module.css';
import { isActive } from './reservation-states';
import { ReservationStatusBadge } from './status-badge';

interface ReservationCardProps {
  reservation: Reservation;
  /** The operator's number, E.164; empty if not set. */
  whatsapp: string;
  picture: ReactNode;
  /** Makes it again, on an expired one. */
  again?: (describedBy: string) => ReactNode;
  onChanged: () => void;
}

/** A reservation of the user with its next step, which leads to its page. */
export function ReservationCard({ reservation, whatsapp, picture, again, onChanged }: ReservationCardProps) {
  const { formatNumericDate, formatLongMoment } = useFormats();
  const { status, trip, code, payable } = reservation;
  const active = isActive(reservation);
  const title = useId();
  const page = pagePaths.reservation(code);
  const message = firstMessage(reservation, formatNumericDate(trip.date));
  return (
    <article className={styles.card} aria-labelledby={title} data-over={!active || undefined}>
      <div className={styles.picture}>{picture}</div>
      <div className={styles.body}>
        <ReservationStatusBadge status={status} />
        <h3 id={title} className={styles.title}>
          <Link to={page}>{trip.title}</Link>
        </h3>
        <p className={styles.date}>
          <IconCalendar size={18} aria-hidden />
          <span>{formatLongMoment(trip.date)}</span>
        </p>
        <NextStep reservation={reservation} onOver={onChanged} />
        <Facts reservation={reservation} />
        <div className={styles.actions}>
          <PayLink reservation={reservation} describedBy={title} />
          {again?.(title)}
          <Button component={Link} to={page} size="md" variant="default" aria-describedby={title}>
            Ver reserva
          </Button>
          {active && whatsapp && (
            <Button
              component="a"
              href={whatsAppLink(whatsapp, message)}
              target="_blank"
              rel="noreferrer"
              size="md"
              variant={status.key === 'deposit_due' && !payable ? 'filled' : 'default'}
              leftSection={<IconBrandWhatsapp size={20} aria-hidden />}
            >
              Falar no WhatsApp
            </Button>
          )}
          <CancelButton reservation={reservation} describedBy={title} onCancelled={onChanged} />
        </div>
      </div>
    </article>
  );
}

function Facts({ reservation }: Pick<ReservationCardProps, 'reservation'>) {
  const { code, participants, totalCents } = reservation;
  return (
    <dl className={styles.facts}>
      <div>
        <dt>Código da reserva</dt>
        <dd>
          <CopyCode code={code} />
        </dd>
      </div>
      <div>
        <dt>{plural(participants.length, 'pessoa')}</dt>
        <dd>{formatMoney(totalCents)}</dd>
      </div>
    </dl>
  );
}
