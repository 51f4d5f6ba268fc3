import { Group, Stack, Text } from '@mantine/core';
import { DATA_EXPECTED_DAYS, type OverviewToday, type TripReadiness } from '@passeio/contract/overview';
import { Link } from 'react-router';
import { useFormats } from '~/lib/formats';
import { tripPaths } from '~/lib/trip-paths';
import { Nothing, Panel } from './panel';
import styles from './trip-bars.module.css';

/** Id of the panel that the missing-data figure links to. */
export const MISSING_DATA_ID = 'dados-pendentes';

/** How complete the passenger lists of the next trips are; an incomplete one links to the passengers that lack data. */
export function Readiness({ today: { missingData } }: { today: OverviewToday }) {
  return (
    <Panel id={MISSING_DATA_ID} title="Dados pendentes" lead={`Saídas dos próximos ${DATA_EXPECTED_DAYS} dias`}>
      {missingData.trips.length === 0 ? (
        <Nothing>Ninguém reservou lugar nessas saídas ainda.</Nothing>
      ) : (
        <Stack component="ul" gap={0}>
          {missingData.trips.map((trip) => (
            <TripRow key={trip.id} trip={trip} />
          ))}
        </Stack>
      )}
    </Panel>
  );
}

function TripRow({ trip }: { trip: TripReadiness }) {
  const { formatShortDate } = useFormats();
  const { id, title, date, people, passengers } = trip;
  const complete = passengers - people;
  return (
    <li className={styles.trip}>
      <Group gap="0 0.75rem" align="baseline" justify="space-between">
        <Link to={`${tripPaths.passengers(id)}${people > 0 ? '?pendentes=sim' : ''}`} className={styles.title}>
          {title}
        </Link>
        <Text span c="dimmed" fz="sm">
          {formatShortDate(date)}
        </Text>
      </Group>
      {/* Decorative: the text below says the same. */}
      <span className={styles.bar} aria-hidden="true">
        <span
          className={styles.taken}
          data-lacks={people > 0 || undefined}
          style={{ width: `${(100 * complete) / passengers}%` }}
        />
      </span>
      <Group gap="0 0.75rem" align="baseline" justify="space-between">
        <span className={styles.places}>
          {complete} de {passengers} {passengers === 1 ? 'completo' : 'completos'}
        </span>
        <Note trip={trip} />
      </Group>
    </li>
  );
}

function Note({ trip: { people, dueAt } }: { trip: TripReadiness }) {
  const { formatShortDate, formatTime } = useFormats();
  if (people === 0) return <span className={styles.note}>lista pronta</span>;
  const missing = people === 1 ? 'falta 1' : `faltam ${people}`;
  const due = `${formatShortDate(dueAt)}, ${formatTime(dueAt)}`;
  return Date.parse(dueAt) < Date.now() ? (
    <strong className={styles.late}>
      {missing} · o prazo era {due}
    </strong>
  ) : (
    <span className={styles.note}>
      {missing} · prazo {due}
    </span>
  );
}
