import { Button, Group, Title } from '@mantine/core';
import { pagePaths } from '@passeio/contract/paths';
import type { Reservation } from '@passeio/contract/reservations/reservations';
import { plural } from '@passeio/contract/words';
import { IconBrandWhatsapp, IconCalendar } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { CopyCode } from '~/features/reservations/copy-code';
import { PayLink } from '~/features/reservations/links';
import { NextStep } from '~/features/reservations/next-step';
import { isActive } from '~/features/reservations/reservation-states';
import { ReservationStatusBadge } from '~/features/reservations/status-badge';
import { formatMoney, useFormats, whatsAppLink } from '~/lib/formats';
import { useSettings } from '~/lib/settings';
import { Card } from '~/ui/layout/card';
import { IconLine } from '~/ui/text/icon-line';
import text from '~/ui/text/text.module.css';
import { CancelButton } from './cancel-reservation';
import styles from './my-reservations.module.css';

interface ReservationCardProps {
  reservation: Reservation;
  picture: ReactNode;
  /** Makes it again, on an expired one. */
  again?: (describedBy: string) => ReactNode;
}

/** A reservation of the user with its next step, which leads to its page. */
export function ReservationCard({ reservation, picture, again }: ReservationCardProps) {
  const { formatLongMoment } = useFormats();
  const { status, trip, code, participants, totalCents } = reservation;
  const active = isActive(reservation);
  const title = useId();
  const page = pagePaths.reservation(code);
  return (
    <Card component="article" className={styles.card} aria-labelledby={title} data-over={!active || undefined}>
      <div className={styles.picture}>{picture}</div>
      <div className={styles.body}>
        <ReservationStatusBadge status={status} />
        <Title id={title} order={3} mt={12} fz={19}>
          <Link to={page} className={text.plain}>
            {trip.title}
          </Link>
        </Title>
        <IconLine icon={IconCalendar} capital mt={6}>
          {formatLongMoment(trip.date)}
        </IconLine>
        <NextStep reservation={reservation} />
        <Group component="dl" gap="12px 32px" my="md">
          <div>
            <dt>Código da reserva</dt>
            <Group component="dd" mih={28} fw={600}>
              <CopyCode code={code} />
            </Group>
          </div>
          <div>
            <dt>{plural(participants.length, 'pessoa')}</dt>
            <Group component="dd" mih={28} fw={600}>
              {formatMoney(totalCents)}
            </Group>
          </div>
        </Group>
        <div className={styles.actions}>
          <PayLink reservation={reservation} describedBy={title} />
          {again?.(title)}
          <Button component={Link} to={page} size="md" variant="default" aria-describedby={title}>
            Ver reserva
          </Button>
          {active && <WhatsAppButton reservation={reservation} />}
          <CancelButton reservation={reservation} describedBy={title} />
        </div>
      </div>
    </Card>
  );
}

/** Opens a chat with the operator, whose text names the reservation. */
export function WhatsAppButton({ reservation: { status, code, payable, trip } }: { reservation: Reservation }) {
  const { whatsapp } = useSettings();
  const { formatNumericDate } = useFormats();
  if (!whatsapp) return null;
  const isToPay = status.key === 'deposit_due' && !payable;
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
