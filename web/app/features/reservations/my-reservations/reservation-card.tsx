import { Button, Text, Title } from '@mantine/core';
import { pagePaths } from '@passeio/contract/paths';
import type { Reservation } from '@passeio/contract/reservations/reservations';
import { plural } from '@passeio/contract/words';
import { IconBrandWhatsapp } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { formatMoney, useFormats, whatsAppLink } from '~/lib/formats';
import { useSettings } from '~/lib/settings';
import { Card } from '~/ui/layout/card';
import text from '~/ui/text/text.module.css';
import { CancelButton } from '../cancellation/cancel-reservation';
import { NextStep } from '../status/next-step';
import { isActive, isOffer } from '../status/reservation-states';
import { ReservationStatusBadge } from '../status/status-badge';
import { PayLink, VoucherLink } from './links';
import styles from './reservation-card.module.css';

interface ReservationCardProps {
  reservation: Reservation;
  picture: ReactNode;
  /** Makes it again, on an expired one. */
  again?: (describedBy: string) => ReactNode;
}

/** A reservation of the user with its next step, which leads to its page: there it is cancelled and asked about. */
export function ReservationCard({ reservation, picture, again }: ReservationCardProps) {
  const { formatLongMoment } = useFormats();
  const { status, trip, code, participants, totalCents } = reservation;
  const active = isActive(reservation);
  const title = useId();
  const page = pagePaths.reservation(code);
  return (
    <Card component="article" className={styles.card} aria-labelledby={title} data-over={!active || undefined}>
      <div className={styles.thumb}>{picture}</div>
      <div className={styles.head}>
        <ReservationStatusBadge status={status} />
        <Title id={title} order={3} mt={6} fz={18} lh={1.3}>
          <Link to={page} className={text.plain}>
            {trip.title}
          </Link>
        </Title>
        <Text c="dimmed" fz={15} mt={2} className={text.capital}>
          {formatLongMoment(trip.date)}
        </Text>
      </div>
      <div className={styles.rest}>
        <NextStep reservation={reservation} mt={0} />
        <Text c="dimmed" fz={13} mt={4} mb="xs">
          Reserva <span>{code}</span> · {plural(participants.length, 'pessoa')} · {formatMoney(totalCents)}
        </Text>
        <div className={styles.actions}>
          <VoucherLink reservation={reservation} describedBy={title} />
          <PayLink reservation={reservation} describedBy={title} />
          {again?.(title)}
          {isToAsk(reservation) && <WhatsAppButton reservation={reservation} />}
          <Button component={Link} to={page} size="md" variant="default" aria-describedby={title}>
            Ver reserva
          </Button>
          {isOffer(reservation) && <CancelButton reservation={reservation} describedBy={title} />}
        </div>
      </div>
    </Card>
  );
}

/** Whether the deposit is paid only by asking the operator how. */
function isToAsk({ status, payable }: Reservation): boolean {
  return status.key === 'deposit_due' && !payable;
}

/** Opens a chat with the operator, whose text names the reservation. */
export function WhatsAppButton({ reservation }: { reservation: Reservation }) {
  const { code, trip } = reservation;
  const { whatsapp } = useSettings();
  const { formatNumericDate } = useFormats();
  if (!whatsapp) return null;
  const isToPay = isToAsk(reservation);
  const subject = `minha reserva ${code} (${trip.title}, ${formatNumericDate(trip.date)})`;
  const message = isToPay ? `Olá! Quero pagar o sinal da ${subject}.` : `Olá! Quero falar sobre a ${subject}.`;
  return (
    <Button
      component="a"
      href={whatsAppLink(whatsapp, message)}
      target="_blank"
      rel="noreferrer"
      size="md"
      variant={isToPay ? 'filled' : 'default'}
      leftSection={<IconBrandWhatsapp size={20} aria-hidden />}
    >
      Falar no WhatsApp
    </Button>
  );
}
