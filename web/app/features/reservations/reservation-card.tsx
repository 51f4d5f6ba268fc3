import { Button, Group } from '@mantine/core';
import { reservationStates } from '@passeio/contract/reservation-states';
import type { Reservation } from '@passeio/contract/reservations';
import { IconBrandWhatsapp, IconCalendar } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { formatLongDate, formatMoney, formatNumericDate, formatTime, whatsAppLink } from '~/lib/formats';
import { StatusBadge } from '~/ui/feedback/status-badge';
import { askToCancel, cancelReservation, withdrawCancellation } from './cancel-reservation';
import { CopyCode } from './copy-code';
import { firstMessage, nextStep } from './next-step';
import styles from './reservation-card.module.css';
import { reservationStatusColors } from './status-colors';

interface ReservationCardProps {
  reservation: Reservation;
  timeZone: string;
  /** The operator's number, E.164; empty if not set. */
  whatsapp: string;
  picture: ReactNode;
  /** Path of the trip's public page. */
  tripUrl: string;
  onCancelled: () => void;
}

/** A reservation of the user with its next step. */
export function ReservationCard({
  reservation,
  timeZone,
  whatsapp,
  picture,
  tripUrl,
  onCancelled,
}: ReservationCardProps) {
  const { status, trip, cancellationRequestedAt } = reservation;
  const { label, active } = reservationStates[status];
  const title = useId();
  const message = firstMessage(reservation, formatNumericDate(trip.date, timeZone));
  return (
    <article className={styles.card} aria-labelledby={title} data-over={!active || undefined}>
      <div className={styles.picture}>{picture}</div>
      <div className={styles.body}>
        <Group component="p" gap={8}>
          <StatusBadge color={reservationStatusColors[status]}>{label}</StatusBadge>
          {cancellationRequestedAt && <StatusBadge color="waiting">Cancelamento solicitado</StatusBadge>}
        </Group>
        <h3 id={title} className={styles.title}>
          <a href={tripUrl}>{trip.title}</a>
        </h3>
        <p className={styles.date}>
          <IconCalendar size={18} aria-hidden />
          <span>
            {formatLongDate(trip.date, timeZone)}, às {formatTime(trip.date, timeZone)}
          </span>
        </p>
        <p className={styles.next}>{nextStep(reservation, timeZone)}</p>
        <Facts reservation={reservation} />
        <div className={styles.actions}>
          {active && whatsapp && (
            <Button
              component="a"
              href={whatsAppLink(whatsapp, message)}
              target="_blank"
              rel="noreferrer"
              size="md"
              variant={status === 'held' ? 'filled' : 'default'}
              leftSection={<IconBrandWhatsapp size={20} aria-hidden />}
            >
              Falar no WhatsApp
            </Button>
          )}
          <CancelButton reservation={reservation} describedBy={title} onCancelled={onCancelled} />
        </div>
      </div>
    </article>
  );
}

function Facts({ reservation: { code, places, priceCents, depositCents } }: Pick<ReservationCardProps, 'reservation'>) {
  return (
    <dl className={styles.facts}>
      <div>
        <dt>Código da reserva</dt>
        <dd>
          <CopyCode code={code} />
        </dd>
      </div>
      <div>
        <dt>{places === 1 ? '1 vaga' : `${places} vagas`}</dt>
        <dd>{formatMoney(priceCents)}</dd>
      </div>
      <div>
        <dt>Sinal</dt>
        <dd>{formatMoney(depositCents)}</dd>
      </div>
    </dl>
  );
}

interface CancelButtonProps {
  reservation: Reservation;
  describedBy: string;
  onCancelled: () => void;
}

/** Cancels or requests cancellation; withdraws an open request. */
function CancelButton({ reservation, describedBy, onCancelled }: CancelButtonProps) {
  const [busy, setBusy] = useState(false);
  const { cancellable, cancellationRequestedAt, receivedCents } = reservation;
  async function run(action: (one: Reservation) => Promise<boolean>): Promise<void> {
    setBusy(true);
    const done = await action(reservation);
    setBusy(false);
    if (done) onCancelled();
  }
  const shared = { size: 'md', loading: busy, 'aria-describedby': describedBy } as const;
  if (!cancellable) return null;
  if (cancellationRequestedAt) {
    return (
      <Button {...shared} variant="subtle" onClick={() => run(withdrawCancellation)}>
        Desistir do cancelamento
      </Button>
    );
  }
  return (
    <Button
      {...shared}
      variant="subtle"
      color="red"
      onClick={async () => {
        if (await askToCancel(reservation)) await run(cancelReservation);
      }}
    >
      {receivedCents > 0 ? 'Pedir cancelamento' : 'Cancelar reserva'}
    </Button>
  );
}
