import { Group, Progress, Stack, Text, Title } from '@mantine/core';
import type { PassengerTotals, PassengerTrip } from '@passeio/contract/boarding/passengers';
import { reservationStateKeys, reservationStates } from '@passeio/contract/reservations/reservation-states';
import { plural } from '@passeio/contract/words';
import { Link } from 'react-router';
import { incompleteOf, MISSING_ONLY, searchNames } from '~/features/reservations/passengers/passenger-search';
import { formatMoney, formatPlacesLeft, useFormats } from '~/lib/formats';
import { Card } from '~/ui/layout/card';
import { Grid } from '~/ui/layout/grid';
import styles from './passenger-list.module.css';

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
    <Card component="section" roomy className={styles.summary} aria-labelledby="trip-title">
      <div>
        <Title id="trip-title" order={2} textWrap="balance">
          {trip.title}
        </Title>
        <Text mt={4} c="dimmed" className={styles.facts}>
          {facts.filter(Boolean).join(' · ')}
        </Text>
      </div>
      <Grid columns={totals.going > 0 ? 2 : 1} from={48} className={styles.progress}>
        <Stack gap={8}>
          <p>
            <strong>
              {taken} de {trip.capacity}
            </strong>{' '}
            {trip.capacity === 1 ? 'vaga ocupada' : 'vagas ocupadas'} · {formatPlacesLeft(trip.placesLeft)}
          </p>
          <Progress value={(100 * taken) / trip.capacity} size="md" aria-label="Vagas ocupadas" />
        </Stack>
        {totals.going > 0 && <Readiness totals={totals} onNarrow={onNarrow} />}
      </Grid>
      <Money totals={totals} />
      {onNarrow && <States totals={totals} onNarrow={onNarrow} />}
    </Card>
  );
}

/** How many people have all data that the list requires; people without are one tap away. */
function Readiness({ totals, onNarrow }: Pick<TripSummaryProps, 'totals' | 'onNarrow'>) {
  const { going, complete, reservations } = totals;
  const incomplete = incompleteOf(totals);
  const parties = plural(reservations, 'reserva');
  return (
    <Stack gap={8}>
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
        <Text
          component={Link}
          w="fit-content"
          py={10}
          fw={600}
          c="var(--warning)"
          td="underline"
          to={`?${searchNames.missing}=${MISSING_ONLY}&${searchNames.sort}=reservation`}
          preventScrollReset
          onClick={onNarrow}
        >
          Faltam dados de {plural(incomplete, 'pessoa')}
        </Text>
      )}
    </Stack>
  );
}

function Money({ totals: { dueCents, receivedCents, toReturnCents } }: { totals: PassengerTotals }) {
  return (
    <Group component="dl" gap="12px 32px" align="start" className={styles.money}>
      <div>
        <dt>A receber</dt>
        <dd>{formatMoney(dueCents)}</dd>
      </div>
      <div>
        <dt>Recebido</dt>
        <dd>{formatMoney(receivedCents)}</dd>
      </div>
      {toReturnCents > 0 && (
        <div>
          <dt>A devolver</dt>
          <Text component="dd" c="var(--danger)">
            {formatMoney(toReturnCents)}
          </Text>
        </div>
      )}
    </Group>
  );
}

/** People by state of their reservation, each a filter of the list. */
function States({ totals: { byState }, onNarrow }: Required<Pick<TripSummaryProps, 'totals' | 'onNarrow'>>) {
  const present = reservationStateKeys.filter((state) => byState[state]);
  if (present.length === 0) return null;
  return (
    <Group component="ul" gap={8} className={styles.states} aria-label="Pessoas por situação">
      {present.map((state) => (
        <li key={state}>
          <Link to={`?${searchNames.state}=${state}`} preventScrollReset onClick={onNarrow}>
            <strong>{byState[state]}</strong> {reservationStates[state].label}
          </Link>
        </li>
      ))}
    </Group>
  );
}
