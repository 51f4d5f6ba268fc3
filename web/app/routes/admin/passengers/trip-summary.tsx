import { Group, Stack, Text, Title } from '@mantine/core';
import type { PassengerTotals, PassengerTrip } from '@passeio/contract/boarding/passengers';
import { reservationStateKeys, reservationStates } from '@passeio/contract/reservation-states';
import { plural } from '@passeio/contract/words';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { incompleteOf, MISSING_ONLY, searchNames } from '~/features/reservations/passengers/passenger-search';
import { formatMoney, formatPlacesLeft, useFormats } from '~/lib/formats';
import { tripPaths } from '~/lib/trip-paths';
import text from '~/ui/text/text.module.css';
import styles from './passenger-list.module.css';

interface TripSummaryProps {
  trip: PassengerTrip;
  totals: PassengerTotals;
  /** Called when the list is filtered anew, without other filters; absent for a read-only list. */
  onNarrow?: () => void;
  /** What can be done with the list. */
  children?: ReactNode;
}

/** A trip in two lines: its departure with what can be done, and its occupancy, readiness, states and money. */
export function TripSummary({ trip, totals, onNarrow, children }: TripSummaryProps) {
  const { formatLongDate, formatTime } = useFormats();
  const { title, date, vehicle, capacity, placesLeft } = trip;
  const facts = [`${formatLongDate(date)}, ${formatTime(date)}`, vehicle];
  const taken = `${capacity - placesLeft} de ${capacity} ${capacity === 1 ? 'vaga' : 'vagas'}`;
  return (
    <Stack component="section" gap={8} mb={8} aria-labelledby="trip-title">
      <Group gap="0.5rem 1rem" justify="space-between">
        <div>
          <Title id="trip-title" order={2} fz="lg" textWrap="balance">
            {title}
          </Title>
          <Text c="dimmed" fz={13} className={text.capital}>
            {facts.filter(Boolean).join(' · ')}
          </Text>
        </div>
        {children && <Group gap={8}>{children}</Group>}
      </Group>
      <ul className={styles.chips} aria-label="O passeio em números">
        <li>
          <strong>{taken}</strong> · {formatPlacesLeft(placesLeft)}
        </li>
        {totals.going > 0 && <Readiness totals={totals} onNarrow={onNarrow} />}
        {totals.going > 0 && <AnttReadiness trip={trip} totals={totals} />}
        {onNarrow && <States totals={totals} onNarrow={onNarrow} />}
        <Money totals={totals} />
        {totals.extras.map(({ id, label, count }) => (
          <li key={id}>
            <strong>{count}</strong> × {label}
          </li>
        ))}
      </ul>
    </Stack>
  );
}

/** How many people have all data that the list requires; people without are one tap away. */
function Readiness({ totals, onNarrow }: Pick<TripSummaryProps, 'totals' | 'onNarrow'>) {
  const { going, complete, reservations } = totals;
  const incomplete = incompleteOf(totals);
  return (
    <>
      <li>
        {plural(going, 'pessoa')} em {plural(reservations, 'reserva')}
      </li>
      <li>
        <strong>
          {complete} de {going}
        </strong>{' '}
        {going === 1 ? 'completo' : 'completos'}
      </li>
      {incomplete > 0 && onNarrow && (
        <li>
          <Text
            component={Link}
            c="var(--warning)"
            to={`?${searchNames.missing}=${MISSING_ONLY}&${searchNames.sort}=reservation`}
            preventScrollReset
            onClick={onNarrow}
          >
            Faltam dados de {plural(incomplete, 'pessoa')}
          </Text>
        </li>
      )}
    </>
  );
}

/** Whether ANTT's list of an interstate trip is complete; the final manifest names who lacks what. */
function AnttReadiness({ trip, totals: { anttMissing } }: Pick<TripSummaryProps, 'trip' | 'totals'>) {
  // A list that the browser saved earlier does not say it.
  if (typeof anttMissing !== 'number') return null;
  if (anttMissing === 0) return <li>Lista da ANTT completa</li>;
  return (
    <li>
      <Text component={Link} c="var(--warning)" to={tripPaths.finalManifest(trip.id)}>
        Lista da ANTT: faltam dados de {plural(anttMissing, 'pessoa')}
      </Text>
    </li>
  );
}

/** People by state of their reservation, each a filter of the list. */
function States({ totals: { byState }, onNarrow }: Required<Pick<TripSummaryProps, 'totals' | 'onNarrow'>>) {
  return reservationStateKeys
    .filter((state) => byState[state])
    .map((state) => (
      <li key={state}>
        <Link to={`?${searchNames.state}=${state}`} preventScrollReset onClick={onNarrow}>
          <strong>{byState[state]}</strong>&nbsp;{reservationStates[state].label}
        </Link>
      </li>
    ));
}

function Money({ totals: { dueCents, receivedCents, toReturnCents } }: { totals: PassengerTotals }) {
  return (
    <>
      <li>
        A receber <strong>{formatMoney(dueCents)}</strong>
      </li>
      <li>
        Recebido <strong>{formatMoney(receivedCents)}</strong>
      </li>
      {toReturnCents > 0 && (
        <Text component="li" c="var(--danger)">
          A devolver <strong>{formatMoney(toReturnCents)}</strong>
        </Text>
      )}
    </>
  );
}
