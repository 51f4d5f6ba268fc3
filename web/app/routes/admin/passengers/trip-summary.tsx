import { Progress, Title } from '@mantine/core';
import type { PassengerTotals, PassengerTrip } from '@passeio/contract/boarding/passengers';
import { reservationStateKeys, reservationStates } from '@passeio/contract/reservations/reservation-states';
import { plural } from '@passeio/contract/words';
import { Link } from 'react-router';
import { incompleteOf, MISSING_ONLY, searchNames } from '~/features/reservations/passengers/passenger-search';
import { formatMoney, formatPlacesLeft, useFormats } from '~/lib/formats';
import styles from './trip-summary.module.css';

interface TripSummaryProps {
  trip: PassengerTrip;
  totals: PassengerTotals;
  /** Called when the list is filtered anew, without other filters; absent for a read-only list. */
  onNarrow?: () => void;
}

/** A trip's occupancy, how ready its list is, people by state and the money. */
export function TripSummary({ trip, totals, onNarrow }: TripSummaryProps) {
  const { formatLongDate, formatTime } = useFormats();
  const taken = trip.capacity - trip.placesLeft;
  const facts = [`${formatLongDate(trip.date)}, ${formatTime(trip.date)}`, trip.vehicle];
  return (
    <section className={styles.summary} aria-labelledby="trip-title">
      <div>
        <Title id="trip-title" order={2} textWrap="balance">
          {trip.title}
        </Title>
        <p className={styles.facts}>{facts.filter(Boolean).join(' · ')}</p>
      </div>
      <div className={styles.progress}>
        <div>
          <p>
            <strong>
              {taken} de {trip.capacity}
            </strong>{' '}
            {trip.capacity === 1 ? 'vaga ocupada' : 'vagas ocupadas'} · {formatPlacesLeft(trip.placesLeft)}
          </p>
          <Progress value={(100 * taken) / trip.capacity} size="md" aria-label="Vagas ocupadas" />
        </div>
        {totals.going > 0 && <Readiness totals={totals} onNarrow={onNarrow} />}
      </div>
      <Money totals={totals} />
      {onNarrow && <States totals={totals} onNarrow={onNarrow} />}
    </section>
  );
}

/** How many people have all data that the list requires; who does not is one tap away. */
function Readiness({ totals, onNarrow }: Pick<TripSummaryProps, 'totals' | 'onNarrow'>) {
  const { going, complete, reservations } = totals;
  const incomplete = incompleteOf(totals);
  const parties = plural(reservations, 'reserva');
  return (
    <div>
      <p>
        <strong>
          {complete} de {going}
        </strong>{' '}
        {going === 1 ? 'completo' : 'completos'} · {plural(going, 'pessoa')} em {parties}
      </p>
      <Progress
        value={(100 * complete) / going}
        size="md"
        color={incomplete > 0 ? 'var(--warning)' : 'var(--success)'}
        aria-label="Dados completos"
      />
      {incomplete > 0 && onNarrow && (
        <Link
          to={`?${searchNames.missing}=${MISSING_ONLY}&${searchNames.sort}=reservation`}
          preventScrollReset
          onClick={onNarrow}
          className={styles.missing}
        >
          Faltam dados de {plural(incomplete, 'pessoa')}
        </Link>
      )}
    </div>
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

/** People by state of their reservation, each a filter of the list. */
function States({ totals: { byState }, onNarrow }: Required<Pick<TripSummaryProps, 'totals' | 'onNarrow'>>) {
  const present = reservationStateKeys.filter((state) => byState[state]);
  if (present.length === 0) return null;
  return (
    <ul className={styles.states} aria-label="Pessoas por situação">
      {present.map((state) => (
        <li key={state}>
          <Link to={`?${searchNames.state}=${state}`} preventScrollReset onClick={onNarrow}>
            <strong>{byState[state]}</strong> {reservationStates[state].label}
          </Link>
        </li>
      ))}
    </ul>
  );
}
