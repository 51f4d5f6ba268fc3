import { Progress, Title } from '@mantine/core';
import type { PassengerTotals, PassengerTrip } from '@passeio/contract/passengers';
import { reservationStates, reservationStatuses } from '@passeio/contract/reservation-states';
import { Link } from 'react-router';
import { formatLongDate, formatMoney, formatPlacesLeft, formatTime } from '~/lib/formats';
import { MISSING_ONLY, searchNames } from './passenger-search';
import styles from './trip-summary.module.css';

interface TripSummaryProps {
  trip: PassengerTrip;
  totals: PassengerTotals;
  timeZone: string;
  /** Filters the list by a status, replacing other filters; absent for a read-only list. */
  onNarrow?: () => void;
}

/** A trip's occupancy, reservations by status and amount due. */
export function TripSummary({ trip, totals, timeZone, onNarrow }: TripSummaryProps) {
  const taken = trip.capacity - trip.placesLeft;
  const facts = [`${formatLongDate(trip.date, timeZone)}, ${formatTime(trip.date, timeZone)}`, trip.vehicle];
  return (
    <section className={styles.summary} aria-labelledby="trip-title">
      <div>
        <Title id="trip-title" order={2} textWrap="balance">
          {trip.title}
        </Title>
        <p className={styles.facts}>{facts.filter(Boolean).join(' · ')}</p>
      </div>
      <div className={styles.places}>
        <p>
          <strong>
            {taken} de {trip.capacity}
          </strong>{' '}
          {trip.capacity === 1 ? 'vaga ocupada' : 'vagas ocupadas'} · {formatPlacesLeft(trip.placesLeft)}
        </p>
        <Progress value={(100 * taken) / trip.capacity} size="md" aria-label="Vagas ocupadas" />
      </div>
      <Money totals={totals} />
      {onNarrow && <Statuses totals={totals} onNarrow={onNarrow} />}
    </section>
  );
}

function Money({ totals: { dueCents, receivedCents, toReturnCents } }: { totals: PassengerTotals }) {
  return (
    <dl className={styles.money}>
      <div>
        <dt>A receber</dt>
        <dd>{formatMoney(dueCents)}</dd>
      </div>
      <div>
        <dt>Recebido</dt>
        <dd>{formatMoney(receivedCents)}</dd>
      </div>
      {toReturnCents > 0 && (
        <div data-urgent>
          <dt>A devolver</dt>
          <dd>{formatMoney(toReturnCents)}</dd>
        </div>
      )}
    </dl>
  );
}

/** Counts by status, each a filter of the list. */
function Statuses({
  totals: { byStatus, missing },
  onNarrow,
}: Required<Pick<TripSummaryProps, 'totals' | 'onNarrow'>>) {
  const present = reservationStatuses.filter((status) => byStatus[status]);
  if (present.length === 0) return null;
  return (
    <ul className={styles.statuses} aria-label="Reservas por situação">
      {present.map((status) => (
        <li key={status}>
          <Link to={`?${searchNames.status}=${status}`} preventScrollReset onClick={onNarrow}>
            <strong>{byStatus[status]}</strong> {reservationStates[status].label}
          </Link>
        </li>
      ))}
      {missing > 0 && (
        <li>
          <Link to={`?${searchNames.missing}=${MISSING_ONLY}`} preventScrollReset onClick={onNarrow} data-urgent>
            <strong>{missing}</strong> com dados pendentes
          </Link>
        </li>
      )}
    </ul>
  );
}
