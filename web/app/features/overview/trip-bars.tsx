import { Group, Stack, Text } from '@mantine/core';
import { BOARDING_OPENS_HOURS } from '@passeio/contract/boarding/boarding';
import type { OverviewTrip } from '@passeio/contract/overview';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useFormats } from '~/lib/formats';
import { tripPaths } from '~/lib/trip-paths';
import styles from './trip-bars.module.css';

const HOUR_MS = 3_600_000;

interface TripBarsProps {
  trips: OverviewTrip[];
  /** Text beside a trip's places. */
  note: (trip: OverviewTrip) => ReactNode;
}

/**
 * Occupancy bars of trips with their minimum; each links to its passenger list, shortly before departure to boarding.
 */
export function TripBars({ trips, note }: TripBarsProps) {
  const { formatShortDate, formatTime } = useFormats();
  return (
    <Stack component="ul" gap={0}>
      {trips.map((trip) => (
        <li key={trip.id} className={styles.trip}>
          <Group gap="0 0.75rem" align="baseline" justify="space-between">
            <Link to={tripPaths.passengers(trip.id)} className={styles.title}>
              {trip.title}
            </Link>
            <Text span c="dimmed" fz="sm">
              {formatShortDate(trip.date)}, {formatTime(trip.date)}
            </Text>
          </Group>
          <PlacesBar trip={trip} />
          <Group gap="0 0.75rem" align="baseline" justify="space-between">
            <span className={styles.places}>
              {trip.placesTaken} de {trip.capacity} {trip.capacity === 1 ? 'vaga' : 'vagas'}
            </span>
            <span className={styles.note}>{note(trip)}</span>
          </Group>
          {isBoarding(trip) && (
            <Link to={tripPaths.boarding(trip.id)} className={styles.title}>
              Abrir o embarque
            </Link>
          )}
        </li>
      ))}
    </Stack>
  );
}

function isBoarding({ date }: OverviewTrip): boolean {
  return Date.parse(date) - Date.now() <= BOARDING_OPENS_HOURS * HOUR_MS;
}

/** Decorative: the text beside it says the same. */
function PlacesBar({ trip: { placesTaken, capacity, minParticipants } }: { trip: OverviewTrip }) {
  const part = (places: number) => `${Math.min(100, (100 * places) / capacity)}%`;
  const lacks = placesTaken < minParticipants;
  return (
    <span className={styles.bar} aria-hidden="true">
      <span className={styles.taken} data-lacks={lacks || undefined} style={{ width: part(placesTaken) }} />
      {minParticipants > 0 && <span className={styles.minimum} style={{ left: part(minParticipants) }} />}
    </span>
  );
}
